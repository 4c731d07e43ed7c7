import { broadcastObstacles, type BroadcastObstacle } from '@postrider/contracts/broadcasts';
import type { WaitingOfEmail } from '@postrider/contracts/emails';
import type { BroadcastSummaryRow } from './broadcast-row';

interface Found {
  readonly obstacle: BroadcastObstacle;
  readonly since: Date | string;
  readonly until: Date | string | null;
  readonly detail: string;
}

/**
 * What keeps an open broadcast from going on; null: nothing does, or only a worker of an earlier release knows it, which tells no
 * obstacle. A hold of an operator comes before a pause of the sender, and both before what the last turn of a worker ended with.
 */
export function waitingOf(row: BroadcastSummaryRow, now = new Date()): WaitingOfEmail | null {
  const found = obstacleOf(row, now);
  if (found === null) return null;
  const { obstacle, since, until, detail } = found;
  return {
    ...broadcastObstacles[obstacle],
    since: new Date(since).toISOString(),
    next_attempt_at: until === null ? null : new Date(until).toISOString(),
    detail,
  };
}

function obstacleOf(row: BroadcastSummaryRow, now: Date): Found | null {
  const { status, heldAt, pausedAt, startedAt, scheduledAt, waiting, waitingFor, turnAt } = row;
  if (status === 'draft' || status === 'sent') return null;
  if (status !== 'canceled') {
    if (heldAt !== null) {
      const detail = waitingFor ?? 'an operator decides about it';
      return { obstacle: 'restoration_hold', since: heldAt, until: null, detail };
    }
    if (pausedAt !== null) {
      const detail = 'the broadcast is paused';
      return { obstacle: 'broadcast_paused', since: pausedAt, until: null, detail };
    }
    if (startedAt === null && scheduledAt !== null && scheduledAt > now) {
      const detail = 'its scheduled time has not come';
      return { obstacle: 'scheduled', since: row.updatedAt, until: scheduledAt, detail };
    }
  }
  if (waiting === null || waiting.detail !== waitingFor) return null;
  const next = turnAt !== null && turnAt > now ? turnAt : null;
  return { ...waiting, until: waiting.until ?? next };
}
