import assert from 'node:assert';
import { emailEventsMax, type EmailEventMessage, type EmailEventsMessage } from '@postrider/contracts/events';
import { emailEventsExchange, type JobQueueName, type QueuePayload } from '@postrider/contracts/queues';
import { withTraceParent } from '@postrider/runtime';
import { encodePayload, publishOptions, type PublishDetail, type Target } from './message-format';
import type { RawPublisher } from './raw-publisher';

/**
 * Publishes jobs and events.
 *
 * Every call returns a promise that never rejects: true if the broker has put the message into its queue, false if it has not or
 * that is unknown (no connection, too many in flight, broker refused). Hot paths do not wait for it: a sweep of Postgres finds what
 * was not confirmed.
 */
export interface Publisher {
  publishJob<Q extends JobQueueName>(
    queue: Q,
    job: QueuePayload<Q>,
    detail?: PublishDetail,
  ): Promise<boolean>;
  /** Events that follow each other within `gatheredMs` share messages; the promise is that of the event's message. */
  publishEvent(event: EmailEventMessage): Promise<boolean>;
  readonly inFlight: () => number;
  /** Publishes the events that gather now. */
  flush(): void;
  /** Waits until nothing is in flight; false when `timeoutMs` passed first. */
  readonly drain: (timeoutMs: number) => Promise<boolean>;
}

export function createPublisher(raw: RawPublisher): Publisher {
  const publish = (target: Target, payload: unknown, detail: PublishDetail = {}): Promise<boolean> =>
    withTraceParent(detail.traceParent, () =>
      raw.publish(target, encodePayload(payload), publishOptions(detail)),
    );

  const events = gatherEvents((routingKey, message) =>
    publish({ exchange: emailEventsExchange, routingKey }, message),
  );

  return {
    publishJob: (queue, job, detail) => publish({ exchange: '', routingKey: queue }, job, detail),
    publishEvent: (event) => events.add(event),
    inFlight: raw.inFlight,
    flush: () => events.flush(),
    drain: (timeoutMs) => {
      events.flush();
      return raw.drain(timeoutMs);
    },
  };
}

/** Gives the broker events; true when it has taken them. Never rejects. */
type PublishEvents = (routingKey: string, message: EmailEventsMessage) => Promise<boolean>;

interface EventGathering {
  add(event: EmailEventMessage): Promise<boolean>;
  /** Publishes what has been added, now. */
  flush(): void;
}

interface WaitingEvent {
  readonly event: EmailEventMessage;
  readonly settle: (taken: boolean) => void;
}

/**
 * Events that follow each other sooner than this share messages. A message of events is two entries in quorum queues, their
 * confirms, deliveries and acknowledgements: some 700 µs in the broker and both consumers, as much as thirty events.
 */
const gatheredMs = 100;
/** Routing key of a message with events of several types, for queues bound to `email.*`; each event carries its own type. */
const severalTypes = 'email.several';

/**
 * - nothing gathers, the last message is `gatheredMs` ago → published at the end of the event loop's turn
 * - nothing gathers, the last message is not so long ago → gathers until it is, or until it is full
 * - something gathers → goes with it
 */
function gatherEvents(publish: PublishEvents): EventGathering {
  let waiting: WaitingEvent[] = [];
  let publishedAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    const leaving = waiting;
    waiting = [];
    if (leaving.length === 0) return;
    publishedAtMs = performance.now();
    void publish(routingKeyOf(leaving), { events: leaving.map(({ event }) => event) }).then((taken) => {
      for (const { settle } of leaving) settle(taken);
    });
  };
  const flushSoon = (): void => {
    const gatherMs = publishedAtMs + gatheredMs - performance.now();
    if (gatherMs > 0) timer = setTimeout(flush, gatherMs);
    else setImmediate(flush);
  };

  return {
    add: (event) =>
      new Promise((settle) => {
        if (waiting.length === 0) flushSoon();
        waiting.push({ event, settle });
        if (waiting.length === emailEventsMax) flush();
      }),
    flush,
  };
}

function routingKeyOf([first, ...others]: readonly WaitingEvent[]): string {
  assert(first !== undefined, 'there are events');
  const { type } = first.event;
  return others.every(({ event }) => event.type === type) ? type : severalTypes;
}
