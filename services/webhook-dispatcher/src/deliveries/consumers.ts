import type { Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import {
  factOfContactEvent,
  factOfEvent,
  factOfReply,
  readContactEvents,
  readReplies,
} from '@postrider/webhooks';
import type { FanOut } from './fan-out';

/** Handles events from the broker. `partDone` is called for each event that can no longer be lost. */
export function createEventConsumer(
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.events'>, partDone: (events: number) => void) => Promise<void> {
  return async ({ payload }, partDone) => {
    await Promise.all(
      payload.events.map(async (event) => {
        await fanOut(factOfEvent(event));
        partDone(1);
      }),
    );
  };
}

/** Handles replies; the broker's message names only their rows. */
export function createInboundConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.inbound'>) => Promise<void> {
  return async ({ payload }) => {
    const replies = await readReplies(pool, payload.inbound_ids);
    await Promise.all(replies.map((reply) => fanOut(factOfReply(reply))));
  };
}

/** Handles events of contacts; the broker's message names only their rows. */
export function createContactConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.contacts'>) => Promise<void> {
  return async ({ payload }) => {
    const events = await readContactEvents(pool, payload.event_ids);
    await Promise.all(events.map((event) => fanOut(factOfContactEvent(event))));
  };
}
