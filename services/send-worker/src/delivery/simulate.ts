import type { ClaimedMessage, PendingRecipient } from '../claims/claimed-message';
import {
  plainEvent,
  type EventDraft,
  type MessageOutcome,
  type RecipientOutcome,
} from '../outcomes/message-outcome';

type Simulated = Pick<RecipientOutcome, 'status' | 'bounceType' | 'events'>;

const once = 'simulated';
const sent = plainEvent('sent', once);
const hardBounce: EventDraft = {
  ...plainEvent('bounced', once),
  bounceType: 'hard',
  failureClass: 'recipient',
};

/** What a test send comes to, by the recipient's local part; anything else is delivered. */
const scripts: ReadonlyMap<string, Simulated> = new Map(
  Object.entries<Simulated>({
    bounce: { status: 'bounced', bounceType: 'hard', events: [sent, hardBounce] },
    complaint: {
      status: 'complained',
      bounceType: null,
      events: [sent, plainEvent('delivered', once), plainEvent('complained', once)],
    },
    suppressionlist: { status: 'failed', bounceType: null, events: [sent, plainEvent('rejected', once)] },
  }),
);
const delivered: Simulated = {
  status: 'delivered',
  bounceType: null,
  events: [sent, plainEvent('delivered', once)],
};

/** What Resend calls its test addresses, at resend.dev. */
const resendNames: ReadonlyMap<string, string> = new Map([
  ['bounced', 'bounce'],
  ['complained', 'complaint'],
  ['suppressed', 'suppressionlist'],
]);

/** The whole life of a message of test mode: nothing leaves, and no Message-ID is ever known. */
export function simulate(message: ClaimedMessage, at: Date): MessageOutcome {
  return {
    message,
    recipients: message.pending.map((recipient) => simulateRecipient(recipient, at)),
    messageIdHeader: null,
    release: { dueAt: null, countsPass: true },
  };
}

function simulateRecipient({ ordinal, address }: PendingRecipient, at: Date): RecipientOutcome {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const [name = ''] = local.split('+');
  const isOfResend = address.toLowerCase().endsWith('@resend.dev');
  const script = scripts.get((isOfResend && resendNames.get(name)) || name) ?? delivered;
  return { ordinal, address, at, ...script, detail: null, provider: null, attempt: null, suppression: null };
}
