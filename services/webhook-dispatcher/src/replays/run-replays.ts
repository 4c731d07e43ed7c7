import { isContactEventType, isEmailEventType } from '@postrider/contracts/events';
import { lowestId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { type Pool, type Queryable, uuidV7Floor, uuidV7Time, withTransaction } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { WebhookKey } from '@postrider/webhooks';
import { isSubscribed } from '../endpoints/endpoint';
import {
  countPending,
  listRunningReplays,
  lockReplay,
  makePending,
  moveReplay,
  oldestDeliveryId,
  readReplayPage,
  type Replay,
  type ReplayEvent,
} from './replays.repository';

/** Events of one transaction, so that it holds its locks for milliseconds. */
const eventsPerPage = 500;
/**
 * A replay goes on only while fewer deliveries than this wait for the endpoint: what happens now does not queue behind
 * millions of old events, and a dead endpoint is not given a backlog without end.
 */
const backlogMax = 2_000;
const replaysPerLook = 100;

/**
 * Processes requested replays, a page of each at a time: walks the organization's events of the stretch
 * and makes their deliveries pending under the ids that they always have, also of those that were never made because the
 * endpoint was disabled then. What is due is sent as usual. No network here, so a page and its position are one
 * transaction: a crash in between has done nothing.
 * @returns whether some replay has more to do at once
 */
export function createRunReplays(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onReplayed: (deliveries: number) => void;
}): (signal: AbortSignal) => Promise<boolean> {
  const { pool, clock, log, onReplayed } = options;

  const runPage = (id: string, oldest: string): Promise<Progress> =>
    withTransaction(
      pool,
      async (client) => {
        const replay = await lockReplay(client, id);
        return replay ? processPage(client, replay, { oldest, now: clock.now() }) : nothing;
      },
      { retrySerialization: 3 },
    );

  return async (signal) => {
    let again = false;
    for (let afterId: string | undefined = lowestId; afterId !== undefined && !signal.aborted;) {
      const ids: string[] = await listRunningReplays(pool, { afterId, limit: replaysPerLook });
      const oldest = ids.length > 0 ? await oldestDeliveryId(pool) : lowestId;
      for (const id of ids) {
        if (signal.aborted) return false;
        const { deliveries, more } = await runPage(id, oldest).catch((error: unknown) => {
          log.error({ err: error, replay_id: id }, 'a replay did not go on');
          return nothing;
        });
        if (deliveries > 0) onReplayed(deliveries);
        again ||= more;
      }
      afterId = ids.length === replaysPerLook ? ids.at(-1) : undefined;
    }
    return again;
  };
}

interface Progress {
  readonly deliveries: number;
  readonly more: boolean;
}

const nothing: Progress = { deliveries: 0, more: false };

async function processPage(
  client: Queryable,
  replay: Replay,
  { oldest, now }: { oldest: string; now: Date },
): Promise<Progress> {
  const { endpoint } = replay;
  // Events are kept longer than the delivery log, which has no place for theirs any more.
  const position = replay.position > oldest ? replay.position : oldest;
  if (!endpoint.isEnabled) {
    await moveReplay(client, replay, { position, deliveries: 0, status: 'stopped', now });
    return nothing;
  }
  if ((await countPending(client, endpoint.id, backlogMax)) >= backlogMax) return nothing;
  const stretch = { after: position, before: endOf(replay) };
  const page = await readReplayPage(client, replay, { ...stretch, limit: eventsPerPage });
  const planned = page
    .filter((event): event is WebhookKey => isWanted(replay, event))
    .map((event) => ({ ...event, deliveryId: webhookDeliveryId(event.id, endpoint.id) }));
  const deliveries = await makePending(client, replay, { deliveries: planned, now });
  const more = page.length === eventsPerPage;
  const status = more ? 'running' : 'finished';
  await moveReplay(client, replay, { position: page.at(-1)?.id ?? position, deliveries, status, now });
  return { deliveries, more };
}

/** `until` is a whole millisecond, which belongs to the stretch. */
function endOf({ until }: Replay): string {
  return uuidV7Floor(new Date(until.getTime() + 1));
}

function isWanted({ events, endpoint }: Replay, { id, type }: ReplayEvent): boolean {
  if (type !== 'email.received' && !isEmailEventType(type) && !isContactEventType(type)) return false;
  if (events.length > 0 && !events.includes(type)) return false;
  return isSubscribed(endpoint, { type, recordedAt: uuidV7Time(id) });
}
