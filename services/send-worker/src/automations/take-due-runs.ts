import type { Pool } from '@postrider/db';
import type { RoundResult } from '@postrider/runtime';
import { claimRuns, findOrganizationsWithDueRuns, isAnyDue, type RunShare } from './claim-runs';
import type { ClaimedRun } from './claimed-run';
import type { SendGate } from '../restorations/send-gate';
import type { RunPermits } from './run-permits';

interface Options {
  readonly pool: Pool;
  readonly gate: Pick<SendGate, 'isOpen' | 'server' | 'lookAgain'>;
  readonly permits: RunPermits;
  readonly leaseMs: number;
  /** Begins to walk it. */
  readonly walk: (run: ClaimedRun) => Promise<void>;
}

/** An organization whose first run comes due waits no longer than this, and a claim, for its turn. */
const lookAgainMs = 250;
/** Looking takes at most a tenth of the time: 20 ms with two thousand organizations that have runs. */
const lookShare = 10;
/** What is asked for at once. */
const sharesMax = 64;

/**
 * Gives free permits to the organizations with due runs, in turn, each as many as the others. It asks first whether anything is
 * due at all; then whose; then it claims, until the turn is over.
 *
 * @returns `again` while there is more to take and a permit to take it with, `idle` when nothing is due
 */
export function createTakeDueRuns({
  pool,
  gate,
  permits,
  leaseMs,
  walk,
}: Options): () => Promise<RoundResult> {
  let turn: string[] = [];
  let lookedAtMs = 0;
  let lookTookMs = 0;
  let from: string | undefined;

  const look = async (): Promise<void> => {
    if (!(await isAnyDue(pool))) {
      turn = [];
      return;
    }
    const beganMs = performance.now();
    const found = await findOrganizationsWithDueRuns(pool, from);
    from = found.next;
    turn = [...found.ids];
    lookedAtMs = performance.now();
    lookTookMs = lookedAtMs - beganMs;
  };

  /** Those that come first are those that have not had their turn. */
  const nextShares = (): RunShare[] => {
    const each = Math.max(1, Math.floor(permits.free() / Math.max(1, turn.length)));
    const shares: RunShare[] = [];
    let left = permits.free();
    for (const organizationId of [...turn]) {
      if (left === 0 || shares.length === sharesMax) break;
      turn.shift();
      turn.push(organizationId);
      const runsMax = Math.min(each, left, permits.placesFor(organizationId));
      if (runsMax <= 0) continue;
      shares.push({ organizationId, runsMax });
      left -= runsMax;
    }
    return shares;
  };

  return async () => {
    if (!gate.isOpen() || permits.free() === 0) return undefined;
    const restedMs = performance.now() - lookedAtMs;
    const restMs = lookShare * lookTookMs;
    if (restedMs >= (turn.length === 0 ? restMs : Math.max(restMs, lookAgainMs))) await look();
    const shares = nextShares();
    if (shares.length === 0) return turn.length === 0 ? 'idle' : undefined;
    const { runs, lookedAt, server } = await claimRuns(pool, { shares, leaseMs });
    // On another server than the one that was judged, which may be older: the end of their lease brings them back, or they are held.
    if (server !== gate.server() && !(await gate.lookAgain())) return undefined;
    for (const run of runs) permits.hold(run, walk(run));
    if (lookedAt > 0) return 'again';
    turn = [];
    return undefined;
  };
}
