import { emailWebhookBody, webhookTestBody } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Delivery } from '../deliveries/delivery';
import { readEvents, type EventKey } from '../events/recorded-events.repository';
import type { ClaimedDelivery } from './due-deliveries.repository';

export interface RestoredDeliveries {
  readonly ready: readonly Delivery[];
  /** Their events are gone: dropped after retention. */
  readonly lost: readonly ClaimedDelivery[];
}

/**
 * Builds the bodies that no row keeps: a delivery's body goes when it ends, since it is content of mail, and tests and
 * replays are asked for by services that write none. Metadata that was deleted meanwhile is left out.
 */
export async function restoreBodies(
  pool: Pool,
  claimed: readonly ClaimedDelivery[],
): Promise<RestoredDeliveries> {
  const keys = claimed.flatMap((delivery) => (delivery.body === null ? eventKeyOf(delivery) : []));
  const events = keys.length > 0 ? await readEvents(pool, keys) : [];
  const bodies = new Map(events.map((event) => [event.id, JSON.stringify(emailWebhookBody(event))]));

  const ready: Delivery[] = [];
  const lost: ClaimedDelivery[] = [];
  for (const delivery of claimed) {
    const body = delivery.body ?? testBodyOf(delivery) ?? bodies.get(delivery.eventId);
    if (body === undefined) lost.push(delivery);
    else ready.push({ ...delivery, body });
  }
  return { ready, lost };
}

function eventKeyOf({ eventId, messageId, endpoint, eventType }: ClaimedDelivery): EventKey[] {
  if (messageId === null) return [];
  return [{ id: eventId, messageId, organizationId: endpoint.organizationId, type: eventType }];
}

function testBodyOf({ eventType, endpoint, createdAt }: ClaimedDelivery): string | undefined {
  if (eventType !== 'webhook.test') return undefined;
  return JSON.stringify(webhookTestBody({ endpointId: endpoint.id, createdAt }));
}
