import type { Principal } from '@postrider/contracts/access';
import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookFormat } from '@postrider/contracts/webhooks';
import type { Pool } from '@postrider/db';
import { bodyText, rebuildBodies, webhookHeaders } from '@postrider/webhooks';
import type { TestBodyOf } from './test-bodies';
import type { WebhookDeliveryDetail } from './webhook-deliveries.repository';

/** The request of a delivery, in the format that its endpoint has now. */
export interface SentRequest {
  /** Null: a new value at each attempt. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[];
  /** Null: its event is gone, or the reader may not see content. */
  readonly body: string | null;
  /** Made again from the event, because the stored one was deleted. */
  readonly isRebuilt: boolean;
}

export type FindSentRequest = (
  delivery: WebhookDeliveryDetail,
  endpoint: { readonly organizationId: string; readonly format: string },
  reader: Pick<Principal, 'rights'>,
) => Promise<SentRequest>;

export function createFindSentRequest({
  pool,
  testBodyOf,
}: {
  readonly pool: Pool;
  readonly testBodyOf: TestBodyOf;
}): FindSentRequest {
  const rebuild = async (delivery: WebhookDeliveryDetail, organizationId: string): Promise<string | null> => {
    const testBody = testBodyOf(delivery);
    if (testBody !== null) return testBody;
    const eventType = delivery.eventType as WebhookEventType;
    const bodies = await rebuildBodies(pool, [{ ...delivery, eventType, organizationId }]);
    return bodies.get(delivery.eventId) ?? null;
  };

  return async (delivery, { organizationId, format: stored }, { rights }) => {
    const { id, payload } = delivery;
    const format = stored as WebhookFormat;
    const eventType = delivery.eventType as WebhookEventType;
    const headers = Object.entries(webhookHeaders({ id, eventType, format })).map(([name, value]) => ({
      name,
      value,
    }));
    if (!rights.content) return { headers, body: null, isRebuilt: false };
    const text = payload ?? (await rebuild(delivery, organizationId));
    const isRebuilt = payload === null && text !== null;
    return { headers, body: text === null ? null : bodyText(format, text), isRebuilt };
  };
}
