import { createTtlCache, lockedWaitMs, withTimeout, type Clock, type Logger } from '@postrider/runtime';
import type { ConcurrencyLimits } from '../endpoints/concurrency-limit';
import { signingKeys, type SigningSecret } from '../endpoints/endpoint';
import type { EndpointHealth } from '../endpoints/endpoint-health';
import { classifyAttempt, type Attempt, type WebhookTransport } from '../transport/webhook-transport';
import type { DeliveryRecorder } from './deliveries.repository';
import { type Delivery, afterAttempt, deferred, leased, type DeliveryRecord } from './delivery';
import { signedRequest } from './signed-request';

/** Attempts a delivery and records the outcome; all changes of a delivery's state are made here. */
export interface Deliver {
  /**
   * The first attempt, for an event that only the broker holds. Resolves when the delivery can no longer be lost: its
   * outcome is recorded, or it is stored as pending because its endpoint takes too long. A second copy of an event does nothing:
   * the broker keeps the first until that is done.
   */
  first(delivery: Delivery): Promise<void>;
  /**
   * An attempt of a delivery that is stored and leased to this process; resolves when it is recorded. Does nothing if this process
   * has an attempt of it under way, or has recorded one since the delivery was claimed: on a slow machine, leases end too early.
   */
  again(delivery: Delivery): Promise<void>;
  /** From the begin of an attempt until it is recorded: the sweep has nothing to find there. */
  readonly isUnderWay: (deliveryId: string) => boolean;
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

/** Longer than an attempt (5 s) with its wait for the concurrency limit and its commit. */
export const leaseMs = 30_000;
/**
 * How long an event of the broker counts as in work while its endpoint has not answered; most endpoints answer sooner. Without
 * this limit, events for slow endpoints would fill `eventsAtOnce`, and all other events would wait behind them.
 */
const holdMaxMs = 250;
/**
 * Recorded deliveries are remembered this long. Longer than `surelyNewMs` of the fan-out, which looks for rows of
 * older events.
 */
const rememberedMs = 10_000;
/** At 5,000 deliveries a second. */
const rememberedMax = 50_000;

export function createDeliver(options: DeliverOptions): Deliver {
  const { recorder, clock, log } = options;
  const attempts = createAttempts(options);
  const background = createBackground(log);
  const underWay = new Set<string>();
  /** Attempts made by then. */
  const recorded = createTtlCache<string, number>({ entriesMax: rememberedMax, ttlMs: rememberedMs, clock });

  const begin = async (delivery: Delivery): Promise<Attempt | NoAttempt> => {
    underWay.add(delivery.id);
    try {
      return await attempts.inTurn(delivery);
    } catch (error) {
      underWay.delete(delivery.id);
      throw error;
    }
  };

  const finish = async (delivery: Delivery, result: Attempt | NoAttempt): Promise<void> => {
    const record = recordOf(delivery, result, clock.now());
    await recorder.record(record).finally(() => underWay.delete(delivery.id));
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
    isUnderWay: (deliveryId) => underWay.has(deliveryId),
    first: async (delivery) => {
      if (underWay.has(delivery.id) || recorded.get(delivery.id) !== undefined) return;
      const work = begin(delivery);
      // Both paths below see a failure. But if `recorder.record` throws, `work` is not awaited, and its failure must not end
      // the process.
      work.catch(() => undefined);
      const result = await withTimeout(holdMaxMs, work, { orElse: 'late' as const });
      if (result !== 'late') return finish(delivery, result);
      try {
        await recorder.record(leased(delivery, new Date(clock.now().getTime() + leaseMs)));
      } catch (error) {
        // The broker delivers the event again; its claim is left alone for as long as this attempt runs.
        const end = (): boolean => underWay.delete(delivery.id);
        void work.then(end, end);
        throw error;
      }
      background.track(work.then((late) => finish(delivery, late)));
    },
    again: async (delivery) => {
      const isOutdated = (recorded.get(delivery.id) ?? 0) > delivery.attempts;
      if (underWay.has(delivery.id) || isOutdated) return;
      const work = begin(delivery).then((result) => finish(delivery, result));
      background.track(work);
      await work;
    },
    drain: background.drain,
  };
}

function createAttempts(options: DeliverOptions) {
  let attempting = 0;
  return {
    attempting: (): number => attempting,
    inTurn: async (delivery: Delivery): Promise<Attempt | NoAttempt> => {
      const { secrets } = delivery.endpoint;
      if (secrets === null) return 'locked';
      attempting += 1;
      const inTurn = options.limits.of(delivery.endpoint).run(async () => {
        const attempt = await post(options, delivery, secrets);
        return { attempt, answered: attempt.status !== null, latencyMs: attempt.latencyMs };
      });
      const result = await inTurn.finally(() => (attempting -= 1));
      return result === 'refused' ? 'refused' : result.attempt;
    },
  };
}

/** Attempts for which no message of the broker waits. */
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

/** No POST was made: `refused` by the concurrency limit, or `locked`, since the endpoint's secret cannot be opened. */
type NoAttempt = 'refused' | 'locked';

function recordOf(delivery: Delivery, result: Attempt | NoAttempt, now: Date): DeliveryRecord {
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
  const { endpoint } = delivery;
  const now = clock.now();
  const request = signedRequest(delivery, { keys: signingKeys(secrets, now), at: now });
  return transport.post({ endpointId: endpoint.id, url: endpoint.url }, request);
}
