import assert from 'node:assert';
import { lowestId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Counter } from '@postrider/runtime';
import type { CancelEmail } from '@postrider/submission';
import { begin } from './begin';
import { markSent, markTesting, readBroadcast, type DueBroadcast } from './broadcasts.repository';
import { clearCanceled } from './clear-canceled';
import { decide } from './decide';
import { expandPage } from './expand';
import { idle, moved, type OpenBroadcast, type TurnEnd } from './open-broadcast';
import { isAnybodyWaiting } from './recipients.repository';
import { submitPage, type PageResources } from './submit-page';

export interface TurnResources extends PageResources {
  readonly cancelEmail: CancelEmail;
  readonly pages: Counter;
}

/** Where to look for the next recipients of one broadcast: those before have been claimed. It is a hint, and may be lost. */
interface Position {
  after: string;
  variant: number;
}

/** More are not in hand at once; beyond that, the beginning is looked through again. */
const positionsMax = 1_000;

export type TakeBroadcastTurn = (due: Pick<DueBroadcast, 'id' | 'organizationId'>) => Promise<TurnEnd>;

/**
 * One turn of a broadcast: a page of each kind of work there is.
 *
 * - scheduled and due → begins: its filter and its contents are fixed
 * - scheduled → expands; submits: without a winner the sample, else the rest
 * - scheduled, the sample is submitted and others are left → testing
 * - testing, its time is over → decided, and scheduled again
 * - scheduled, everybody is submitted or skipped → sent
 * - canceled → its unsent messages are canceled, too
 */
export function createTakeBroadcastTurn(resources: TurnResources): TakeBroadcastTurn {
  const { pool, pages } = resources;
  const positions = new Map<string, Position>();

  const submit = async (broadcast: OpenBroadcast): Promise<TurnEnd> => {
    const { id, abTest } = broadcast;
    const samples = isSampling(broadcast) && abTest !== null;
    const position = positions.get(id) ?? { after: lowestId, variant: 0 };
    const sampled = samples ? position.variant : null;
    const page = await submitPage(resources, broadcast, { sampled, after: position.after });
    if (page.kind === 'held') return page.end;
    if (page.kind === 'submitted') {
      pages.add(1, { work: 'submission' });
      if (positions.size >= positionsMax) positions.clear();
      positions.set(id, { ...position, after: page.lastContactId });
      return page.end ?? moved;
    }
    return nobodyLeft(broadcast, position);
  };

  /** Nobody is left behind the position: those before it may have been given back, other variants are to come, or it is over. */
  const nobodyLeft = async (broadcast: OpenBroadcast, position: Position): Promise<TurnEnd> => {
    const { id, abTest } = broadcast;
    const variants = isSampling(broadcast) && abTest !== null ? abTest.variants.length : 1;
    const next = (position.variant + 1) % variants;
    positions.set(id, { after: lowestId, variant: next });
    if (position.after !== lowestId || next !== 0) return moved;
    positions.delete(id);
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
    const expanded = broadcast.expandedAt === null ? await expandPage(pool, broadcast.id) : null;
    if (expanded !== null) pages.add(1, { work: 'expansion' });
    const end = await submit(broadcast);
    return expanded === null ? end : moved;
  };
}

function isSampling({ abTest, winner }: OpenBroadcast): boolean {
  return abTest !== null && winner === null;
}

async function finishPhase(pool: Pool, broadcast: OpenBroadcast): Promise<TurnEnd> {
  const { id, expandedAt, abTest } = broadcast;
  if (expandedAt === null) return idle;
  const isSample = isSampling(broadcast);
  if (isSample && (await isAnybodyWaiting(pool, id, 'sample'))) return idle;
  const isRestLeft = await isAnybodyWaiting(pool, id, 'rest');
  if (isSample && isRestLeft) {
    assert(abTest, 'a sample is of an A/B test');
    return (await markTesting(pool, id, abTest)) ? moved : idle;
  }
  if (isRestLeft) return idle;
  return (await markSent(pool, id)) ? moved : idle;
}
