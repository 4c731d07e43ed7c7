import type { QueueName, QueuePayload } from '@postrider/contracts';
import type { WorkIds } from '@postrider/runtime';

/** A message as its handler sees it. Handlers are idempotent: any message may come again. */
export interface Delivery<Payload> {
  readonly payload: Payload;
  readonly ids: WorkIds;
  readonly traceParent: string | undefined;
  /** 1 for the first try, counted over processes. */
  readonly attempt: number;
}

export type DeliveryOf<Q extends QueueName> = Delivery<QueuePayload<Q>>;

/** A delivery with the ways to be done with it. Each does nothing once the channel is gone: the broker gives it out again. */
export interface HeldDelivery<Payload> {
  readonly delivery: Delivery<Payload>;
  /** False once the channel that brought it is gone. */
  readonly isLive: () => boolean;
  done(): void;
  deadLetter(reason: string): Promise<void>;
}

export function nextAttempt<Payload>(held: HeldDelivery<Payload>): HeldDelivery<Payload> {
  return { ...held, delivery: { ...held.delivery, attempt: held.delivery.attempt + 1 } };
}
