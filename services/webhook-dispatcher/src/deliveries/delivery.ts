import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookDeliveryStatus } from '@postrider/contracts/statuses';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { uuidV7Time } from '@postrider/db';
import type { WebhookFact } from '@postrider/webhooks';
import { isSubscribed, type Endpoint } from '../endpoints/endpoint';
import { classifyAttempt, finishedAt, type Attempt } from '../transport/webhook-transport';

/** An event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly eventId: string;
  readonly messageId: string | null;
  readonly eventType: WebhookEventType;
  /** The exact JSON text, the same on every attempt. */
  readonly body: string;
  /** Whether the same body can be built from the event at any later time, so that a claim need not store it. */
  readonly isReproducible: boolean;
  /** Attempts made so far. */
  readonly attempts: number;
  /** How many of them were made before it was last replayed. */
  readonly attemptsBefore: number;
  readonly createdAt: Date;
}

/** One delivery for each endpoint of the organization that wants it; all carry the same body. */
export function planDeliveries(fact: WebhookFact, endpoints: readonly Endpoint[], now: Date): Delivery[] {
  // The id is made when the event is recorded; `occurred_at` of a late report may lie days before.
  const recordedAt = uuidV7Time(fact.id);
  const wanted = endpoints.filter((endpoint) => isSubscribed(endpoint, { type: fact.type, recordedAt }));
  if (wanted.length === 0) return [];
  const body = JSON.stringify(fact.body());
  return wanted.map((endpoint) => ({
    id: webhookDeliveryId(fact.id, endpoint.id),
    endpoint,
    eventId: fact.id,
    messageId: fact.messageId,
    eventType: fact.type,
    body,
    isReproducible: fact.isReproducible,
    attempts: 0,
    attemptsBefore: 0,
    createdAt: now,
  }));
}

/** The state of a delivery after an attempt, or while it waits for one: what its row holds. */
export interface DeliveryRecord {
  readonly delivery: Delivery;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  /** Null unless pending. */
  readonly nextAttemptAt: Date | null;
  /** Set while a process is at it; the same as `nextAttemptAt`, so that others leave the row alone until then. */
  readonly leaseUntil: Date | null;
  readonly attempt: Attempt | null;
}

/** The record of an attempt: delivered, to be tried again by the schedule, or exhausted. */
export function afterAttempt(
  delivery: Delivery,
  attempt: Attempt,
  random: () => number = Math.random,
): DeliveryRecord {
  const attempts = delivery.attempts + 1;
  const record = { delivery, attempts, attempt, leaseUntil: null };
  const result = classifyAttempt(attempt);
  if (result === 'delivered') return { ...record, status: 'delivered', nextAttemptAt: null };
  const waitMs = result === 'gone' ? null : waitAfterAttemptMs(attempts - delivery.attemptsBefore, random);
  if (waitMs === null) return { ...record, status: 'exhausted', nextAttemptAt: null };
  const nextAttemptAt = new Date(finishedAt(attempt).getTime() + waitMs);
  return { ...record, status: 'pending', nextAttemptAt };
}

/** Put aside without an attempt: due at `at`. */
export function deferred(delivery: Delivery, at: Date): DeliveryRecord {
  return waiting(delivery, { nextAttemptAt: at, leaseUntil: null });
}

/** Put aside while its attempt is still running in this process, which has until `until` to record the outcome. */
export function leased(delivery: Delivery, until: Date): DeliveryRecord {
  return waiting(delivery, { nextAttemptAt: until, leaseUntil: until });
}

function waiting(
  delivery: Delivery,
  times: { nextAttemptAt: Date; leaseUntil: Date | null },
): DeliveryRecord {
  return { delivery, status: 'pending', attempts: delivery.attempts, attempt: null, ...times };
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * Waits between attempts. 5 s covers a restart, 5 and 30 minutes a deploy or a short outage, the hours a night:
 * 27.6 hours in all, so that it can still be repaired the next morning.
 */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const;

/** Attempts of one delivery, the first one included. */
export const attemptsMax = waitsMs.length + 1;

/** Share by which a wait is lengthened or shortened, so that what failed together does not come back together. */
const jitter = 0.1;

/**
 * How long to wait after the failed attempt number `attempt` (from 1); null when it was the last one.
 * @param random 0 up to 1
 */
export function waitAfterAttemptMs(attempt: number, random: () => number = Math.random): number | null {
  const waitMs = waitsMs[attempt - 1];
  if (waitMs === undefined) return null;
  return Math.round(waitMs * (1 + jitter * (2 * random() - 1)));
}
