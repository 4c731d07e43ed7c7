import type { WebhookEventType } from '@postrider/contracts/events';
import { webhookDeliveryId, type WebhookBody } from '@postrider/contracts/webhooks';
import { webhookSamples } from '../openapi/webhook-samples';

/** As much of a delivery as decides whether it is a test. */
export interface PossibleTest {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly messageId: string | null;
  readonly eventType: string;
  readonly createdAt: Date;
}

/** The body of a test, the same whenever it is made. Null: the delivery is none, or is a `webhook.test`, which the dispatcher builds. */
export type TestBodyOf = (delivery: PossibleTest) => string | null;

export function createTestBodies(): TestBodyOf {
  const sampleOf = webhookSamples();
  return (delivery) => {
    const eventType = delivery.eventType as WebhookEventType;
    if (!isTest(delivery) || eventType === 'webhook.test') return null;
    return sampleBody(sampleOf(eventType), delivery.createdAt);
  };
}

/** Ids of other deliveries follow from their event and endpoint. */
function isTest({ id, endpointId, eventId, messageId }: PossibleTest): boolean {
  return messageId === null && id !== webhookDeliveryId(eventId, endpointId);
}

/** Marked as a test where the event has a mode, so that no receiver takes it for a fact. */
function sampleBody(sample: WebhookBody, at: Date): string {
  const data = 'mode' in sample.data ? { ...sample.data, mode: 'test' } : sample.data;
  return JSON.stringify({ ...sample, created_at: at.toISOString(), data });
}
