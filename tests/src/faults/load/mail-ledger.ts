import type { SinkMessage } from '@postrider/testkit';
import { emailIdOf } from '../../system/received-mail';

/** How often the mail server got a whole message for one recipient, by its answer. */
export interface Copies {
  accepted: number;
  refused: number;
  /** It never answered, or the connection was cut before its answer. */
  unanswered: number;
}

export interface MailLedger {
  readonly note: (message: SinkMessage) => void;
  /** Called with each message that the mail server has taken, also with those from before. */
  onAccepted(tell: (message: SinkMessage) => void): void;
  copies(emailId: string, recipient: string): Copies;
  /** Pairs of email and recipient that got something. */
  readonly size: number;
  /** Messages in which no id was found. */
  readonly strangers: number;
}

export function createMailLedger(): MailLedger {
  const entries = new Map<string, Copies>();
  const accepted: SinkMessage[] = [];
  let tellAccepted: ((message: SinkMessage) => void) | undefined;
  let strangers = 0;
  return {
    onAccepted: (tell) => {
      tellAccepted = tell;
      accepted.forEach(tell);
    },
    note: (message) => {
      if (message.accepted) {
        accepted.push(message);
        tellAccepted?.(message);
      }
      const id = emailIdOf(message.raw);
      if (id === undefined) {
        strangers += 1;
        return;
      }
      for (const recipient of message.to) {
        const key = `${id} ${recipient.toLowerCase()}`;
        const copies = entries.get(key) ?? { accepted: 0, refused: 0, unanswered: 0 };
        copies[answerOf(message)] += 1;
        entries.set(key, copies);
      }
    },
    copies: (emailId, recipient) =>
      entries.get(`${emailId} ${recipient.toLowerCase()}`) ?? { accepted: 0, refused: 0, unanswered: 0 },
    get size() {
      return entries.size;
    },
    get strangers() {
      return strangers;
    },
  };
}

function answerOf({ accepted, refused }: SinkMessage): keyof Copies {
  if (accepted) return 'accepted';
  return refused ? 'refused' : 'unanswered';
}
