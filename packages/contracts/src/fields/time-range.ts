interface TimeRange {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** For `refine`, with `rangeFault`: a range without one of its ends is as long as it can be. */
export function isRange({ since, until }: TimeRange): boolean {
  return since === undefined || until === undefined || Date.parse(since) <= Date.parse(until);
}

export const rangeFault = { path: ['since'], message: 'must not be after until' };
