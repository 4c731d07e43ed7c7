import { type Clock, lockedWaitMs, type Logger, withTimeout } from '@postrider/runtime';
import type { SigningSecret } from '../endpoints/endpoint';
import type { EndpointHealth } from '../endpoints/endpoint-health';
import type { Throttles } from '../endpoints/throttles';
import type { Attempt, Delivery } from './delivery';
import { afterAttempt, leased, parked, type DeliveryRecord } from './delivery-record';
import type { DeliveryRecorder } from './delivery-recorder';

/** A try and its record; every state of a delivery passes through here. */
export interface Deliver {
  /**
   * The first try, for an event that only the broker holds. Resolves when the delivery can no longer be lost: its
   * outcome is recorded, or it is stored as pending because its endpoint takes too long.
   */
  first(delivery: Delivery): Promise<void>;
  /** Another try of a delivery that is stored and leased to this process; resolves when it is recorded. */
  again(delivery: Delivery): Promise<void>;
  /** Resolves when no try is under way. */
  drain(): Promise<void>;
}

export interface DeliverOptions {
  readonly post: (delivery: Delivery, secrets: readonly SigningSecret[]) => Promise<Attempt>;
  readonly throttles: Throttles;
  readonly recorder: DeliveryRecorder;
  readonly health: EndpointHealth;
  readonly clock: Clock;
  readonly log: Logger;
  /** A delivery that is pending and due, or will be: whoever sends those should know. */
  readonly onPending: (record: DeliveryRecord) => void;
  readonly onRecorded: (record: DeliveryRecord) => void;
}

/** Longer than a try with its wait for a turn and its commit: 1 + 5 s and some. */
export const leaseMs = 30_000;
/**
 * How long a message of the broker is held for its endpoint. Slow ones would otherwise fill the prefetch, and
 * events of everybody else would wait behind them.
 */
const HOLD_MAX_MS = 1_000;

export function createDeliver(options: DeliverOptions): Deliver {
  const { throttles, recorder, clock, log } = options;
  const running = new Set<Promise<void>>();

  const attemptInTurn = async (delivery: Delivery): Promise<Attempt | NoAttempt> => {
    const { secrets } = delivery.endpoint;
    if (secrets === null) return 'locked';
    const result = await throttles.of(delivery.endpoint.id).run(async () => {
      const attempt = await options.post(delivery, secrets);
      return { attempt, answered: attempt.status !== null, latencyMs: attempt.latencyMs };
    });
    return result === 'refused' ? 'refused' : result.attempt;
  };

  const finish = async (delivery: Delivery, result: Attempt | NoAttempt): Promise<void> => {
    const record = recordOf(delivery, result, clock.now());
    await recorder.record(record);
    options.onRecorded(record);
    if (record.status === 'pending') options.onPending(record);
    if (typeof result !== 'string') await observe(delivery, result);
  };

  // The delivery is recorded: what fails here must not bring it again.
  const observe = (delivery: Delivery, attempt: Attempt): Promise<void> =>
    options.health.observe(delivery.endpoint, attempt).catch((error: unknown) => {
      log.error({ err: error, endpoint_id: delivery.endpoint.id }, 'the state of an endpoint was not kept');
    });

  const track = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'the outcome of a webhook was not recorded'))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };

  return {
    first: async (delivery) => {
      const attempting = attemptInTurn(delivery);
      // Whoever waits for it hears of a failure; should nobody be left by then, it must not end the process.
      attempting.catch(() => undefined);
      const result = await withTimeout(HOLD_MAX_MS, attempting, { orElse: 'late' as const });
      if (result !== 'late') return finish(delivery, result);
      await recorder.record(leased(delivery, new Date(clock.now().getTime() + leaseMs)));
      track(attempting.then((late) => finish(delivery, late)));
    },
    again: async (delivery) => {
      const work = attemptInTurn(delivery).then((result) => finish(delivery, result));
      track(work);
      await work;
    },
    drain: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** No POST was made: the endpoint has no room for it now, or its secret cannot be opened. */
type NoAttempt = 'refused' | 'locked';

function recordOf(delivery: Delivery, result: Attempt | NoAttempt, now: Date): DeliveryRecord {
  if (result === 'refused') return parked(delivery, now);
  if (result !== 'locked') return afterAttempt(delivery, result);
  const waitedMs = now.getTime() - delivery.createdAt.getTime();
  return parked(delivery, new Date(now.getTime() + lockedWaitMs(waitedMs)));
}
