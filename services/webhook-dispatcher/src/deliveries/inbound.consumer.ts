import type { Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { factOfReply } from './delivery';
import type { FanOut } from './fan-out';
import { readReplies } from './recorded-replies.repository';

/** Handles replies of which the broker tells: what they are stands in their rows. */
export function createInboundConsumer(
  pool: Pool,
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.inbound'>) => Promise<void> {
  return async ({ payload, attempt }) => {
    const replies = await readReplies(pool, payload.inbound_ids);
    await Promise.all(replies.map((reply) => fanOut(factOfReply(reply), attempt)));
  };
}
