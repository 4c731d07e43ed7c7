import {
  emailEventsExchange,
  emailEventsMax,
  type EmailEventMessage,
  type EmailEventsMessage,
  type JobQueueName,
  type QueuePayload,
} from '@postrider/contracts';
import { withTraceParent } from '@postrider/runtime';
import { encodePayload, publishOptions, type PublishDetail, type Target } from './message-format';
import type { RawPublisher } from './raw-publisher';

/**
 * Publishes jobs and events.
 *
 * Every call answers at once with a promise that never rejects: true when the broker has taken the message into its
 * queue, false when it has not or when nobody knows (no connection, too many in flight, broker refused). Hot paths do not
 * wait for it: what is not confirmed is found in Postgres by a sweep.
 */
export interface Publisher {
  publishJob<Q extends JobQueueName>(
    queue: Q,
    job: QueuePayload<Q>,
    detail?: PublishDetail,
  ): Promise<boolean>;
  /** Events of one turn of the event loop share messages; the promise is that of the event's message. */
  publishEvent(event: EmailEventMessage): Promise<boolean>;
  readonly inFlight: () => number;
  /** Publishes the events of this turn of the event loop now. */
  flush(): void;
  /** Waits until nothing is in flight; false when `timeoutMs` passed first. */
  readonly drain: (timeoutMs: number) => Promise<boolean>;
}

export function createPublisher(raw: RawPublisher): Publisher {
  const publish = (target: Target, payload: unknown, detail: PublishDetail = {}): Promise<boolean> =>
    withTraceParent(detail.traceParent, () =>
      raw.publish(target, encodePayload(payload), publishOptions(detail)),
    );

  const events = gatherEvents((type, message) =>
    publish({ exchange: emailEventsExchange, routingKey: type }, message),
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

/** Gives the broker events of one type; true when it has taken them. Never rejects. */
type PublishEvents = (type: EmailEventMessage['type'], message: EmailEventsMessage) => Promise<boolean>;

interface EventGathering {
  add(event: EmailEventMessage): Promise<boolean>;
  /** Publishes what has been added, now. */
  flush(): void;
}

interface WaitingEvent {
  readonly event: EmailEventMessage;
  readonly settle: (taken: boolean) => void;
}

/** Events that are added in one turn of the event loop, as those of one commit are, become few messages. No timer. */
function gatherEvents(publish: PublishEvents): EventGathering {
  const waiting = new Map<EmailEventMessage['type'], WaitingEvent[]>();

  const publishPart = async (
    type: EmailEventMessage['type'],
    part: readonly WaitingEvent[],
  ): Promise<void> => {
    const taken = await publish(type, { events: part.map(({ event }) => event) });
    for (const { settle } of part) settle(taken);
  };
  const flush = (): void => {
    for (const [type, gathered] of waiting) {
      for (let start = 0; start < gathered.length; start += emailEventsMax) {
        void publishPart(type, gathered.slice(start, start + emailEventsMax));
      }
    }
    waiting.clear();
  };

  return {
    add: (event) =>
      new Promise((settle) => {
        if (waiting.size === 0) setImmediate(flush);
        const gathered = waiting.get(event.type);
        if (gathered) gathered.push({ event, settle });
        else waiting.set(event.type, [{ event, settle }]);
      }),
    flush,
  };
}
