/** @jest-environment node */
import { Deadline } from './deadline';

describe('a deadline', () => {
  let passed: number[];
  let deadline: Deadline;
  beforeEach(() => {
    jest.useFakeTimers();
    passed = [];
    deadline = new Deadline((timeoutMs) => passed.push(timeoutMs));
  });
  afterEach(() => jest.useRealTimers());

  it('passes once, when its time is over', () => {
    deadline.set(100);
    jest.advanceTimersByTime(99);
    expect(passed).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(passed).toEqual([100]);
  });

  it('that was moved passes when the last time is over, be it later or sooner', () => {
    deadline.set(100);
    jest.advanceTimersByTime(50);
    deadline.set(1_000);
    jest.advanceTimersByTime(999);
    expect(passed).toEqual([]);
    deadline.set(10);
    jest.advanceTimersByTime(10);
    expect(passed).toEqual([10]);
  });

  it('that was cleared does not pass, and can be set again', () => {
    deadline.set(100);
    deadline.clear();
    jest.advanceTimersByTime(50);
    deadline.set(100);
    jest.advanceTimersByTime(99);
    expect(passed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(passed).toEqual([100]);
  });

  it('that has ended leaves no timer', () => {
    deadline.set(100);
    deadline.end();
    deadline.set(100);
    expect(jest.getTimerCount()).toBe(0);
  });
});
