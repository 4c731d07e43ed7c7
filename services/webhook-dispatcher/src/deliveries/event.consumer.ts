import type { MessageOf } from '@postrider/messaging';
import { factOfEvent } from './delivery';
import type { FanOut } from './fan-out';

/** Handles events of the broker: fans out, delivers, records. */
export function createEventConsumer(
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.events'>) => Promise<void> {
  return async ({ payload, attempt }) => {
    await Promise.all(payload.events.map((event) => fanOut(factOfEvent(event), attempt)));
  };
}
