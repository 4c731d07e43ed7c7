import { emailEventsMax, type EmailEventMessage, type EmailEventsMessage } from '@postrider/contracts';

/** Gives the broker events of one type; true when it has taken them. Never rejects. */
export type PublishEvents = (
  type: EmailEventMessage['type'],
  message: EmailEventsMessage,
) => Promise<boolean>;

export interface EventGathering {
  add(event: EmailEventMessage): Promise<boolean>;
  /** Publishes what has been added, now. */
  flush(): void;
}

interface Waiting {
  readonly event: EmailEventMessage;
  readonly settle: (taken: boolean) => void;
}

/** Events that are added in one turn of the event loop, as those of one commit are, become few messages. No timer. */
export function createEventGathering(publish: PublishEvents): EventGathering {
  const waiting = new Map<EmailEventMessage['type'], Waiting[]>();

  const publishPart = async (type: EmailEventMessage['type'], part: readonly Waiting[]): Promise<void> => {
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
