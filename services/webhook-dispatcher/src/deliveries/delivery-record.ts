import type { Attempt, Delivery } from './delivery';
import { waitAfterAttemptMs } from './retry-schedule';

/** The state of a delivery after a try, or while it waits for one: what its row holds. */
export interface DeliveryRecord {
  readonly delivery: Delivery;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  readonly attempts: number;
  /** Null unless pending. */
  readonly nextAttemptAt: Date | null;
  /** Set while a process is at it; the same as `nextAttemptAt`, so that others leave the row alone until then. */
  readonly leaseUntil: Date | null;
  readonly attempt: Attempt | null;
}

/** Any 2xx is a delivery; a redirect is not followed and counts as a failure. */
export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** 410 Gone: the receiver says that nobody will ever want it again. */
export function isGone({ status }: Attempt): boolean {
  return status === 410;
}

export function finishedAt({ startedAt, latencyMs }: Attempt): Date {
  return new Date(startedAt.getTime() + latencyMs);
}

/** The record of a try: delivered, to be tried again by the schedule, or exhausted. */
export function afterAttempt(
  delivery: Delivery,
  attempt: Attempt,
  random: () => number = Math.random,
): DeliveryRecord {
  const attempts = delivery.attempts + 1;
  const record = { delivery, attempts, attempt, leaseUntil: null };
  if (isDelivered(attempt)) return { ...record, status: 'delivered', nextAttemptAt: null };
  const waitMs = isGone(attempt) ? null : waitAfterAttemptMs(attempts - delivery.attemptsBefore, random);
  if (waitMs === null) return { ...record, status: 'exhausted', nextAttemptAt: null };
  const nextAttemptAt = new Date(finishedAt(attempt).getTime() + waitMs);
  return { ...record, status: 'pending', nextAttemptAt };
}

/** Put aside without a try: due at `at`. */
export function parked(delivery: Delivery, at: Date): DeliveryRecord {
  return waiting(delivery, { nextAttemptAt: at, leaseUntil: null });
}

/** Put aside while its try is still running in this process, which has until `until` to record the outcome. */
export function leased(delivery: Delivery, until: Date): DeliveryRecord {
  return waiting(delivery, { nextAttemptAt: until, leaseUntil: until });
}

function waiting(
  delivery: Delivery,
  times: { nextAttemptAt: Date; leaseUntil: Date | null },
): DeliveryRecord {
  return { delivery, status: 'pending', attempts: delivery.attempts, attempt: null, ...times };
}
