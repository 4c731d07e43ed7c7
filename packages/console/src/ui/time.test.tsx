import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ClockTime, ExactTime, Time } from './time';

const now = Date.parse('2026-11-27T15:00:00Z');
const textOf = (shown: ReactElement): string => {
  const { unmount } = render(shown);
  const text = screen.getByRole('time').textContent;
  unmount();
  return text;
};
const after = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();

describe('a time', () => {
  beforeAll(() => {
    jest.useFakeTimers({ now });
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  it.each([
    [-11, '11 sec. ago'],
    [-9, 'now'],
    [0, 'now'],
    [11, 'now'],
    [59, 'now'],
    [120, 'in 2 min.'],
    [-3_600, '1 hr. ago'],
  ])('%i seconds from now is “%s”', (seconds, text) => {
    expect(textOf(<Time at={after(seconds)} />)).toBe(text);
  });

  it('of another year has the year', () => {
    const [before, today] = ['2024-03-04T10:12:00Z', '2026-11-27T10:12:00Z'];
    expect(textOf(<ExactTime at={before} />)).toContain('2024');
    expect(textOf(<ClockTime at={before} />)).toContain('2024');
    expect(textOf(<ExactTime at={today} />)).not.toContain('2026');
    expect(textOf(<ClockTime at={today} />)).not.toContain('2026');
    expect(textOf(<ExactTime at={today} hasYear />)).toContain('2026');
  });
});
