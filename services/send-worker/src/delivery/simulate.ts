import { findHtmlLinks, findTextLinks } from '@postrider/mail';
import type { ClaimedMessage, MessageBody, PendingRecipient } from '../claims/claimed-message';
import {
  plainEvent,
  type EventDraft,
  type MessageOutcome,
  type RecipientOutcome,
} from '../outcomes/message-outcome';

type Simulated = Pick<RecipientOutcome, 'status' | 'bounceType' | 'events'>;

const once = 'simulated';
const sent = plainEvent('sent', once);
const delivered = plainEvent('delivered', once);
const opened = plainEvent('opened', once);
const delayed: EventDraft = {
  ...plainEvent('delivery_delayed', once),
  detail: 'system: 451 4.3.0 Temporary failure, try again later',
  failureClass: 'system',
};
const greylisted: EventDraft = {
  ...plainEvent('delivery_delayed', once),
  detail: 'policy: 451 4.7.1 Greylisted, try again later',
  failureClass: 'policy',
};
const hardBounce: EventDraft = {
  ...plainEvent('bounced', once),
  bounceType: 'hard',
  failureClass: 'recipient',
};
const softBounce: EventDraft = {
  ...plainEvent('bounced', once),
  bounceType: 'soft',
  detail: 'full: 452 4.2.2 Mailbox full',
  failureClass: 'full',
};

const deliveredBy = (...events: EventDraft[]): Simulated => ({
  status: 'delivered',
  bounceType: null,
  events,
});
const bouncedBy = (bounce: EventDraft): Simulated => ({
  status: 'bounced',
  bounceType: bounce.bounceType,
  events: [sent, bounce],
});

/** The outcome of a test send, by the tag `simulate` or else by the recipient's local part; anything else is delivered. */
const scripts: ReadonlyMap<string, Simulated> = new Map(
  Object.entries<Simulated>({
    bounce: bouncedBy(hardBounce),
    softbounce: bouncedBy(softBounce),
    complaint: {
      status: 'complained',
      bounceType: null,
      events: [sent, delivered, plainEvent('complained', once)],
    },
    suppressionlist: { status: 'failed', bounceType: null, events: [sent, plainEvent('rejected', once)] },
    delay: deliveredBy(delayed, sent, delivered),
    greylist: deliveredBy(greylisted, sent, delivered),
    open: deliveredBy(sent, delivered, opened),
    click: deliveredBy(sent, delivered, opened, plainEvent('clicked', once)),
  }),
);
const otherwise = deliveredBy(sent, delivered);

/** What Resend calls its test addresses, at resend.dev. */
const resendNames: ReadonlyMap<string, string> = new Map([
  ['bounced', 'bounce'],
  ['complained', 'complaint'],
  ['suppressed', 'suppressionlist'],
]);

interface Circumstances {
  readonly at: Date;
  /** Where a click finds its link. Undefined: the content is gone, or nothing is clicked. */
  readonly body: Pick<MessageBody, 'html' | 'text'> | undefined;
}

/** The whole life of a message of test mode: nothing leaves, and no Message-ID is ever known. */
export function simulate(message: ClaimedMessage, { at, body }: Circumstances): MessageOutcome {
  const url = body ? firstLink(body) : null;
  return {
    message,
    recipients: message.pending.map((recipient) =>
      simulateRecipient(recipient, scriptOf(recipient.address, message), { at, url }),
    ),
    messageIdHeader: null,
    roundEnd: { dueAt: null, isCounted: true },
  };
}

/** Whether the body is needed: a click has the URL of the first link in it. */
export function simulatesClick(message: Pick<ClaimedMessage, 'pending' | 'tags'>): boolean {
  return message.pending.some(({ address }) =>
    scriptOf(address, message).events.some(({ type }) => type === 'clicked'),
  );
}

function simulateRecipient(
  { ordinal, address }: PendingRecipient,
  { events, ...end }: Simulated,
  { at, url }: { readonly at: Date; readonly url: string | null },
): RecipientOutcome {
  return {
    ...{ ordinal, address, at, ...end, detail: null, provider: null, attempt: null, suppression: null },
    events: events.map((event) => {
      if (event.type === 'clicked') return { ...event, url };
      // The next attempt follows at once.
      return event.type === 'delivery_delayed' ? { ...event, nextAttemptAt: at } : event;
    }),
  };
}

/** Of all recipients alike, so that an email can keep the address that a test needs. */
const tagName = 'simulate';

function scriptOf(address: string, { tags }: Pick<ClaimedMessage, 'tags'>): Simulated {
  const named = tags?.find(({ name }) => name === tagName)?.value;
  const script = named === undefined ? undefined : scripts.get(named);
  if (script !== undefined) return script;
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const [name = ''] = local.split('+');
  const isOfResend = address.toLowerCase().endsWith('@resend.dev');
  return scripts.get((isOfResend && resendNames.get(name)) || name) ?? otherwise;
}

function firstLink({ html, text }: Pick<MessageBody, 'html' | 'text'>): string | null {
  const link = (html === null ? undefined : findHtmlLinks(html)[0]) ?? findTextLinks(text ?? '')[0];
  return link?.url ?? null;
}
