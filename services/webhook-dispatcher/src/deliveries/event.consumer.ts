import type { EmailEventMessage } from '@postrider/contracts';
import { uuidV7Time, type Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { createBatcher, type Clock } from '@postrider/runtime';
import type { EndpointCache } from '../endpoints/endpoint-directory';
import type { Deliver } from './deliver';
import { findDeliveries } from './deliveries.repository';
import { planDeliveries } from './delivery';

/**
 * An event this young has been handled by nobody else: the sweep starts at 10 s. Older ones may have been, while
 * they waited in the queue.
 */
const surelyNewMs = 8_000;

/** Handles events of the broker: fans out, delivers, records. */
export function createEventConsumer(options: {
  readonly pool: Pool;
  readonly endpoints: EndpointCache;
  readonly deliver: Deliver;
  readonly clock: Clock;
}): (message: MessageOf<'webhook-dispatcher.events'>) => Promise<void> {
  const { pool, endpoints, deliver, clock } = options;
  const knownDeliveries = createBatcher<string, boolean>({
    name: 'known webhook deliveries',
    run: async (ids) => {
      const found = await findDeliveries(pool, ids);
      return ids.map((id) => found.has(id));
    },
  });

  const handle = async (event: EmailEventMessage, attempt: number): Promise<void> => {
    const now = clock.now();
    const planned = planDeliveries(event, await endpoints.of(event.organization_id), now);
    const surelyNew = attempt === 1 && now.getTime() - uuidV7Time(event.id).getTime() < surelyNewMs;
    await Promise.all(
      planned.map(async (delivery) => {
        if (!surelyNew && (await knownDeliveries.submit(delivery.id))) return;
        await deliver.first(delivery);
      }),
    );
  };
  return async ({ payload, attempt }) => {
    await Promise.all(payload.events.map((event) => handle(event, attempt)));
  };
}
