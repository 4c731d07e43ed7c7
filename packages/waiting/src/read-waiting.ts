import type { WaitingOfEmail } from '@postrider/contracts/emails';
import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { readSending, type EmailInHand, type SendingView } from '@postrider/throttling';
import { causeOf } from './cause-of';
import { aheadMax, findStoredFacts, type StoredFacts } from './facts.repository';
import type { LiveFacts, WaitingFacts } from './waiting-facts';

/**
 * Why each of the emails waits, as it is now; emails that are final are absent. One statement, and one call to Redis; without Redis the
 * answer says what PostgreSQL knows.
 *
 * The caller decides who may see the emails.
 */
export type ReadWaiting = (emailIds: readonly string[]) => Promise<ReadonlyMap<string, WaitingOfEmail>>;

export function createReadWaiting({
  pool,
  redis,
}: {
  readonly pool: Pool;
  /** Null: it is not there. */
  readonly redis: RedisClient | null;
}): ReadWaiting {
  return async (emailIds) => {
    if (emailIds.length === 0) return new Map();
    const rows = await findStoredFacts(pool, emailIds);
    if (rows.length === 0) return new Map();
    const view = redis && (await readSending(redis, rows.map(inHandOf)).catch(() => null));
    const counted = emailIds.length === 1 ? aheadMax.one : aheadMax.page;
    return new Map(rows.map((row, index) => [row.id, causeOf(factsOf(row, { view, index, counted }))]));
  };
}

function inHandOf({ id, leaseOwner, deferral }: StoredFacts): EmailInHand {
  return { id, owner: leaseOwner, site: deferral?.site ?? null };
}

function factsOf(
  row: StoredFacts,
  { view, index, counted }: { view: SendingView | null; index: number; counted: number },
): WaitingFacts {
  const { status, createdAt, scheduledAt, dueAt, leaseUntil, hasReservedDay, deferral } = row;
  return {
    now: row.now,
    email: { status, createdAt, scheduledAt, dueAt, leaseUntil, hasReservedDay, deferral },
    hold: row.heldSince === null ? null : { since: row.heldSince, isRestoration: row.isRestoration === true },
    reviewSince: row.reviewSince,
    organization: {
      underReviewSince: row.underReviewSince,
      pausedSince: row.pausedSince,
      pausedReason: row.pausedReason,
    },
    drainedSince: row.drainedSince,
    restoringSince: row.restoringSince,
    siteSuspension:
      row.suspendedSince === null
        ? null
        : { since: row.suspendedSince, until: row.suspendedUntil, reason: row.suspendedBecause ?? '' },
    ahead: row.ahead,
    aheadMax: counted,
    pace:
      row.paceEmails == null || row.paceSeconds === null
        ? null
        : { emails: row.paceEmails, seconds: row.paceSeconds },
    lookedAt: row.lookedAt,
    live: view === null ? null : liveFactsOf(view, { row, index }),
  };
}

function liveFactsOf(
  view: SendingView,
  { row, index }: { readonly row: StoredFacts; readonly index: number },
): LiveFacts {
  const inMs = (ms: number): Date => new Date(row.now.getTime() + ms);
  const { phase, site, isOwnerAlive } = view.emails[index] ?? { phase: null, site: null, isOwnerAlive: true };
  const suspended = site?.state.suspended ?? null;
  return {
    workers: view.workers,
    hasOwner: isOwnerAlive,
    phase: phase && { kind: phase.kind, since: inMs(-phase.forMs), site: phase.site },
    site: site && {
      suspended: suspended && { until: inMs(suspended.leftMs), reason: suspended.reason },
      isAtLimit: site.missing > 0,
    },
  };
}
