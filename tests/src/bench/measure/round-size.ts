import type { Sample } from './sample';

/** How much work a round is given: enough for some seconds at the speed seen last. Filling a queue takes as long again. */
export interface RoundSize {
  readonly units: () => number;
  /** Passes the sample on. */
  saw(sample: Sample): Sample;
}

const secondsEach = 2.5;

/** @param first units of the round that warms up; also what every round is rounded to, and the least it has */
export function createRoundSize(first: number): RoundSize {
  let units = first;
  return {
    units: () => units,
    saw: (sample) => {
      units = Math.max(first, Math.floor((sample.perSecond * secondsEach) / first) * first);
      return sample;
    },
  };
}
