import type { DatabaseLook, FoundRestoration } from './look.repository';
import type { RememberedMarks } from './send-marks';

/** `unknown`: Redis may still answer. */
export type Judgement = 'newest' | 'unknown' | FoundRestoration['reason'];

/** Where Redis should remember something and does not: longer than a start of everything takes. */
const withoutMarksMs = 900_000;

/**
 * Marks decide: a database that does not know what was sent is older. Where they say nothing against it, it may still have been restored
 * together with Redis, or beside a new one. So at the start, if no worker is known to have sent for long, mail that has been due
 * for as long is not sent without being asked for. While any worker sends, a backlog of whatever age is a backlog.
 */
export function judgeDatabase(
  { missing, now, sweptAt, oldestDueAt }: DatabaseLook,
  context: {
    readonly remembered: RememberedMarks | null;
    readonly isStart: boolean;
    readonly mayWaitForRedis: boolean;
    /** 0: mail is never held for its age. */
    readonly holdOverdueMs: number;
  },
): Judgement {
  const { remembered, isStart, mayWaitForRedis, holdOverdueMs } = context;
  if (missing.length > 0) return 'mark';
  if (!isStart || holdOverdueMs === 0 || oldestDueAt === null) return 'newest';
  const hasMarks = remembered !== null && remembered.marks.length > 0;
  const limitMs = hasMarks ? holdOverdueMs : Math.min(holdOverdueMs, withoutMarksMs);
  const activeAtMs = Math.max(sweptAt?.getTime() ?? -Infinity, remembered?.seenAt?.getTime() ?? -Infinity);
  const sinceMs = (timeMs: number): number => now.getTime() - timeMs;
  // It has never sent: there is nothing that it could be older than.
  if (activeAtMs === -Infinity) return 'newest';
  if (sinceMs(activeAtMs) <= limitMs || sinceMs(oldestDueAt.getTime()) <= limitMs) return 'newest';
  return remembered === null && mayWaitForRedis ? 'unknown' : 'overdue';
}
