import { createTtlCache, lockedWaitMs, type Clock, type Logger } from '@postrider/runtime';
import { signedRequest } from '@postrider/webhooks';
import type { ConcurrencyLimits } from '../endpoints/concurrency-limit';
import { signingKeys, type SigningSecret } from '../endpoints/endpoint';
import type { EndpointHealth } from '../endpoints/endpoint-health';
import { classifyAttempt, type Attempt, type WebhookTransport } from '../transport/webhook-transport';
import type { DeliveryRecorder } from './deliveries.repository';
import { type Delivery, afterAttempt, deferred, type DeliveryRecord } from './delivery';

/** Attempts a delivery and records the outcome; all changes of a delivery's state are made here. */
export interface Deliver {
  /**
   * An attempt of a delivery that is stored and leased to this process until `leaseUntil`; resolves when it is recorded. Makes no
   * attempt if the lease is about to end, since another process may take the delivery then, nor if this process has an attempt of it
   * under way or has recorded one since the delivery was claimed.
   */
  attempt(delivery: Delivery, leaseUntil: Date): Promise<void>;
  /** Deliveries that wait for their turn or for an answer. */
  readonly attempting: () => number;
  /** Resolves when no attempt is under way. */
  drain(): Promise<void>;
}

export interface DeliverOptions {
  readonly transport: WebhookTransport;
  readonly limits: ConcurrencyLimits;
  readonly recorder: DeliveryRecorder;
  readonly health: EndpointHealth;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with each delivery that stays pending, so that it is sent when it is due. */
  readonly onPending: (record: DeliveryRecord) => void;
  readonly onRecorded: (record: DeliveryRecord) => void;
}

/** Deliveries of a killed process are attempted again after this time. */
export const leaseMs = 60_000;
/**
 * An attempt begins only while this much of its lease is left. It takes 5 s and a commit, so a process would have to stand still for
 * half a minute before another one repeats what it has posted.
 */
const leaseLeftMinMs = 40_000;
/** Recorded deliveries are remembered this long: a claim that was made before the record may arrive after it. */
const rememberedMs = 10_000;
/** At 5,000 deliveries a second. */
const rememberedMax = 50_000;

export function createDeliver(options: DeliverOptions): Deliver {
  const { recorder, clock, log } = options;
  const attempts = createAttempts(options);
  const background = createBackground(log);
  /** Attempts that run, until they are recorded. They do not reject. */
  const underWay = new Map<string, Promise<unknown>>();
  /** Attempts made by then. */
  const recorded = createTtlCache<string, number>({ entriesMax: rememberedMax, ttlMs: rememberedMs, clock });

  const finish = async (delivery: Delivery, result: Attempt | NoAttempt): Promise<void> => {
    // Another process may have taken it already: the row stays as it is, and is due when the lease ends.
    if (result === 'late') return;
    const record = recordOf(delivery, result, clock.now());
    await recorder.record(record);
    recorded.set(delivery.id, record.attempts);
    options.onRecorded(record);
    logRecord(log, record);
    if (record.status === 'pending') options.onPending(record);
    if (typeof result !== 'string') await observe(delivery, result);
  };

  // The delivery is recorded already, so an error here must not make the broker deliver its event again.
  const observe = (delivery: Delivery, attempt: Attempt): Promise<void> =>
    options.health.observe(delivery.endpoint, classifyAttempt(attempt)).catch((error: unknown) => {
      log.error({ err: error, endpoint_id: delivery.endpoint.id }, 'the state of an endpoint was not kept');
    });

  return {
    attempting: attempts.attempting,
    attempt: async (delivery, leaseUntil) => {
      // A delivery that was deferred may be claimed again before this process knows that it is recorded.
      for (let other = underWay.get(delivery.id); other; other = underWay.get(delivery.id)) await other;
      if ((recorded.get(delivery.id) ?? 0) > delivery.attempts) return;
      const work = attempts.inTurn(delivery, leaseUntil).then((result) => finish(delivery, result));
      const ended = work.catch(() => undefined).finally(() => underWay.delete(delivery.id));
      underWay.set(delivery.id, ended);
      background.track(work);
      await work;
    },
    drain: background.drain,
  };
}

function createAttempts(options: DeliverOptions) {
  const { limits, clock } = options;
  let attempting = 0;
  return {
    attempting: (): number => attempting,
    inTurn: async (delivery: Delivery, leaseUntil: Date): Promise<Attempt | NoAttempt> => {
      const { secrets } = delivery.endpoint;
      if (secrets === null) return 'locked';
      attempting += 1;
      const inTurn = limits.of(delivery.endpoint).run(async () => {
        if (leaseUntil.getTime() - clock.now().getTime() < leaseLeftMinMs) return null;
        const attempt = await post(options, delivery, secrets);
        return { attempt, answered: attempt.status !== null, latencyMs: attempt.latencyMs };
      });
      const result = await inTurn.finally(() => (attempting -= 1));
      if (result === null) return 'late';
      return result === 'refused' ? 'refused' : result.attempt;
    },
  };
}

/** Attempts that run on when their caller no longer waits for them. */
function createBackground(log: Logger) {
  const running = new Set<Promise<void>>();
  return {
    track: (work: Promise<void>): void => {
      const tracked = work
        .catch((error: unknown) => log.error({ err: error }, 'the outcome of a webhook was not recorded'))
        .finally(() => running.delete(tracked));
      running.add(tracked);
    },
    drain: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** One log line for each attempt, and for each delivery that was put aside without one. */
function logRecord(
  log: Logger,
  { delivery, status, attempts, attempt, nextAttemptAt }: DeliveryRecord,
): void {
  const { id, eventId, messageId, eventType, endpoint } = delivery;
  log.info(
    {
      delivery_id: id,
      event_id: eventId,
      message_id: messageId ?? undefined,
      endpoint_id: endpoint.id,
      event_type: eventType,
      status,
      attempts,
      answer: attempt?.status ?? undefined,
      error: attempt?.error ?? undefined,
      next_attempt_at: nextAttemptAt ?? undefined,
      duration_ms: attempt?.latencyMs,
    },
    attempt === null ? 'webhook deferred' : 'webhook attempted',
  );
}

/**
 * No POST was made: `refused` by the concurrency limit; `locked`, since the endpoint's secret cannot be opened; or `late`, since the
 * lease is about to end.
 */
type NoAttempt = 'refused' | 'locked' | 'late';

function recordOf(
  delivery: Delivery,
  result: Attempt | Exclude<NoAttempt, 'late'>,
  now: Date,
): DeliveryRecord {
  if (result === 'refused') return deferred(delivery, now);
  if (result !== 'locked') return afterAttempt(delivery, result);
  const waitedMs = now.getTime() - delivery.createdAt.getTime();
  return deferred(delivery, new Date(now.getTime() + lockedWaitMs(waitedMs)));
}

/** Signs and sends: the same bytes and the same delivery id on every attempt, under a new timestamp. */
function post(
  { transport, clock }: DeliverOptions,
  delivery: Delivery,
  secrets: readonly SigningSecret[],
): Promise<Attempt> {
  const { id, endpoint, eventType, body } = delivery;
  const now = clock.now();
  const signing = { keys: signingKeys(secrets, now), at: now };
  const request = signedRequest({ id, eventType, format: endpoint.format }, body, signing);
  return transport.post({ endpointId: endpoint.id, url: endpoint.url }, request);
}
