import assert from 'node:assert';
import { lowestId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import type { CounterVec } from '@postrider/runtime';
import type { CancelEmail } from '@postrider/submission';
import { begin } from './begin';
import {
  countUnsent,
  isBeingCounted,
  markSent,
  markTesting,
  markUntested,
  readBroadcast,
  type DueBroadcast,
} from './broadcasts.repository';
import { clearCanceled } from './clear-canceled';
import { decide } from './decide';
import { expandPage, expansionPageSize } from './expand';
import { idle, broadcastKind, moved, waits, type OpenBroadcast, type TurnEnd } from './open-broadcast';
import { findNextDue, isAnybodyWaiting } from './recipients.repository';
import { submitPage, type PageResources } from './submit-page';

export interface TurnResources extends PageResources {
  readonly cancelEmail: CancelEmail;
  readonly pages: CounterVec<'work'>;
}

/** Where to look for the next recipients of a broadcast: those before it have been claimed. It is only a hint and may be lost. */
interface Position {
  /** Whose turn it is, of the variants of a sample; 0 without one. */
  next: number;
  /** The last contact that was claimed, by variant. */
  readonly after: string[];
  /** How many variants in a row had no recipient left. */
  done: number;
}

/** More broadcasts are not in hand at once; beyond that, positions are forgotten and recipients searched from the beginning. */
const positionsMax = 1_000;

export type TakeBroadcastTurn = (due: Omit<DueBroadcast, 'waitedSeconds'>) => Promise<TurnEnd>;

/**
 * One turn of a broadcast: a page of each kind of work there is.
 *
 * - scheduled and due → begins: its filter and its contents are fixed
 * - scheduled → expands; submits: without a winner the sample, else the rest
 * - scheduled, the sample has left and others are left → testing
 * - testing, its time is over → decided, and scheduled again
 * - scheduled, everybody is submitted or skipped, every email has been tried, and that is counted → sent
 * - paused → has no turn, whatever its status; what was submitted is sent
 * - canceled → its unsent messages are canceled, too
 */
export function createTakeBroadcastTurn(resources: TurnResources): TakeBroadcastTurn {
  const { pool, pages, pace } = resources;
  const positions = new Map<string, Position>();

  const positionOf = ({ id }: OpenBroadcast, variants: number): Position => {
    const known = positions.get(id);
    if (known?.after.length === variants) return known;
    if (positions.size >= positionsMax) positions.clear();
    const position = { next: 0, after: Array.from({ length: variants }, () => lowestId), done: 0 };
    positions.set(id, position);
    return position;
  };

  /** False: another worker has it. */
  const expand = async ({ id, failures }: Pick<DueBroadcast, 'id' | 'failures'>): Promise<boolean> => {
    const pause = pace.begin();
    const inserted = await expandPage(pool, id, expansionPageSize(pace.sizes().expansion, failures));
    if (inserted === null) return false;
    pages.add(1, { work: 'expansion' });
    await pause();
    return true;
  };

  /** Variants of a sample take turns, so that they are read at the same time of the day. */
  const submit = async (broadcast: OpenBroadcast): Promise<TurnEnd> => {
    const sampled = variantsSampled(broadcast);
    const position = positionOf(broadcast, sampled ?? 1);
    const { next: variant } = position;
    const after = position.after[variant] ?? lowestId;
    const page = await submitPage(resources, broadcast, {
      sampled: sampled === null ? null : variant,
      after,
    });
    if (page.kind === 'stopped') return page.end;
    position.next = (variant + 1) % position.after.length;
    if (page.kind === 'submitted') {
      pages.add(1, { work: 'submission' });
      position.after[variant] = page.lastContactId;
      position.done = 0;
      return page.end ?? moved;
    }
    // Recipients before this position may have been released: search once more from the beginning.
    position.after[variant] = lowestId;
    position.done = after === lowestId ? position.done + 1 : 0;
    if (position.done < position.after.length) return moved;
    positions.delete(broadcast.id);
    return finishPhase(pool, broadcast);
  };

  return async (due) => {
    const broadcast = await readBroadcast(pool, due);
    if (broadcast === null) return idle;
    if (broadcast.status === 'canceled') return clearCanceled(resources, broadcast);
    if (broadcast.status === 'testing') {
      assert(broadcast.abTest, 'only what has variants is tested');
      return decide(pool, broadcast, broadcast.abTest);
    }
    if (broadcast.startedAt === null) return begin(resources, broadcast);
    const isExpanded = broadcast.expandedAt === null && (await expand(due));
    const end = await submit(broadcast);
    return isExpanded ? moved : end;
  };
}

/** How many variants the sample has while it is submitted; null: the rest is submitted, or everybody. */
function variantsSampled({ abTest, winner }: OpenBroadcast): number | null {
  return abTest === null || winner !== null ? null : abTest.variants.length;
}

/** Its recipients in other time zones have their turn later. */
const dueRetryMsMax = 60_000;

async function untilNextDue(pool: Pool, id: string): Promise<TurnEnd> {
  const next = await findNextDue(pool, id);
  const inMs = next === null ? 0 : next.getTime() - Date.now();
  if (next === null || inMs <= 0) return idle;
  const reason = `the next time zone is due at ${next.toISOString()}`;
  return { ...waits('scheduled', reason, Math.min(inMs, dueRetryMsMax)), until: next };
}

const sampleUnsent = waits('sending', 'the emails of the test are still being sent', 2_000);
const restUnsent = waits('sending', 'the last emails are still being sent', 2_000);
const restUncounted = waits('sending', 'the last emails are still being counted', 500);

async function finishPhase(pool: Pool, broadcast: OpenBroadcast): Promise<TurnEnd> {
  const { id, expandedAt, abTest } = broadcast;
  if (expandedAt === null) return idle;
  const isSample = variantsSampled(broadcast) !== null;
  if (isSample && (await isAnybodyWaiting(pool, id, 'sample'))) return idle;
  const isRestLeft = await isAnybodyWaiting(pool, id, 'rest');
  if (!isSample && isRestLeft) return broadcast.localTime === null ? idle : untilNextDue(pool, id);
  const isUnsent = (await countUnsent(pool, { kind: broadcastKind(broadcast), max: 1 })) > 0;
  if (isRestLeft) {
    assert(abTest, 'a sample is of an A/B test');
    if (await markUntested(pool, id)) return moved;
    // On a domain that warms up it may have to wait for days; measured at once, it would be decided before anybody had it.
    if (isUnsent) return sampleUnsent;
    return (await markTesting(pool, id, abTest)) ? moved : idle;
  }
  // Until then it can be canceled; a resend, 24 hours later, would come beside them.
  if (isUnsent) return restUnsent;
  // Who reads the counts of a finished broadcast takes them for final.
  if (await isBeingCounted(pool, broadcast)) return restUncounted;
  return (await markSent(pool, id)) ? moved : idle;
}
