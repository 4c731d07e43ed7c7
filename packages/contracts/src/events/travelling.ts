import type { z } from 'zod';

/**
 * What one service writes and another reads, perhaps of the release before or after: during a rolling upgrade, and after a rollback,
 * two releases share the queues. So a release reads what the next one writes, and writes what the one before reads:
 *
 * - A member that is new is optional to read; readers ignore the members that they do not know.
 * - A higher limit, a new value of an enumeration, or leaving a member out comes in two releases: `reads` first, `writes` in the next.
 *
 * `reads` accepts all that `writes` does. A test compares both with the last release.
 */
export interface Travelling {
  readonly writes: z.ZodType;
  readonly reads: z.ZodType;
}
