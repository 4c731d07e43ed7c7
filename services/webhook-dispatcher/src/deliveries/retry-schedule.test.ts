import { attemptsMax, waitAfterAttemptMs } from './retry-schedule';

const middle = (): number => 0.5;

describe('retry schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h and then gives up', () => {
    const waits = Array.from({ length: attemptsMax }, (_, index) => waitAfterAttemptMs(index + 1, middle));
    expect(waits).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000, null]);
  });

  it('moves each wait by at most a tenth', () => {
    expect(waitAfterAttemptMs(1, () => 0)).toBe(4_500);
    expect(waitAfterAttemptMs(1, () => 1)).toBe(5_500);
  });
});
