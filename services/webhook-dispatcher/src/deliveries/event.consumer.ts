import type { MessageOf } from '@postrider/messaging';
import { factOfEvent } from './delivery';
import type { FanOut } from './fan-out';

/** Handles events of the broker: fans out, delivers, records. `partDone` hears of each that can no longer be lost. */
export function createEventConsumer(
  fanOut: FanOut,
): (message: MessageOf<'webhook-dispatcher.events'>, partDone: (events: number) => void) => Promise<void> {
  return async ({ payload, attempt }, partDone) => {
    await Promise.all(
      payload.events.map(async (event) => {
        await fanOut(factOfEvent(event), attempt);
        partDone(1);
      }),
    );
  };
}
