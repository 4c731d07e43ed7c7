import { z } from 'zod';
import { providerTagName, type ReplyClassification } from '@postrider/mail';
import {
  classifyQuoted,
  optionalText as text,
  ownDecision,
  reportAbout,
  reportedAs,
  tagOf,
  timeAt,
  type ProviderFact,
  type ProviderReading,
} from '../notifications/provider-event';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event; custom arguments are beside the other members. */
const sendgridEventSchema = z.object({
  event: text,
  email: text,
  timestamp: z.number().optional().catch(undefined),
  /** Of bounces: bounce | blocked. */
  type: text,
  status: text,
  reason: text,
  response: text,
  [providerTagName]: text,
});

type SendgridEvent = z.infer<typeof sendgridEventSchema>;

/** SendGrid gathers events of 768 KB at most, which are some hundred bytes each. */
const eventsMax = 10_000;

/** What one request of the event webhook brings. */
export function read(raw: Uint8Array): ProviderReading {
  try {
    const events = z
      .array(sendgridEventSchema.catch({}))
      .max(eventsMax)
      .parse(JSON.parse(Buffer.from(raw).toString('utf8')));
    return events.map((event) => ({
      tag: tagOf(event[providerTagName]),
      at: timeAt((event.timestamp ?? Number.NaN) * 1_000),
      fact: factOf(event),
    }));
  } catch {
    return null;
  }
}

function factOf(event: SendgridEvent): ProviderFact {
  const { email: address, response, reason } = event;
  switch (event.event ?? '') {
    case 'processed':
      return { kind: 'accepted' };
    case 'delivered':
      return about('delivered', { address, diagnostic: response, classification: null });
    case 'deferred':
      return about('delayed', {
        address,
        diagnostic: response ?? reason,
        classification: classified(event, response ?? reason),
      });
    case 'bounce':
      return about('failed', { address, diagnostic: reason, classification: bounced(event) });
    case 'dropped':
      return about('failed', {
        address,
        diagnostic: `SendGrid: ${reason ?? 'dropped'}`,
        classification: dropped(reason ?? ''),
      });
    case 'spamreport':
      return { kind: 'complaint', detail: 'abuse: SendGrid' };
    default:
      return { kind: 'other' };
  }
}

function about(...reported: Parameters<typeof reportedAs>): ProviderFact {
  return reportAbout([reportedAs(...reported)], undefined);
}

function classified({ email, status }: SendgridEvent, words: string | undefined): ReplyClassification {
  return classifyQuoted(email, { status, diagnostic: words });
}

/** What SendGrid calls blocked is about the sender or passes: no address is bad for it. */
function bounced(event: SendgridEvent): ReplyClassification {
  const found = classified(event, event.reason);
  if (event.type !== 'blocked') return found;
  const isUnknown = found.class === 'other' || found.class === null;
  return {
    ...found,
    class: isUnknown ? 'block' : found.class,
    blocked: isUnknown || found.blocked,
    bounceType: 'soft',
    suppression: null,
  };
}

/** It was not sent at all: by a list of the account, or for what it is. */
function dropped(reason: string): ReplyClassification {
  if (/^(?:bounced address|invalid)$/i.test(reason.trim())) {
    return { ...ownDecision, class: 'inactive', bounceType: 'hard', suppression: 'hard_bounce' };
  }
  if (/spam reporting|unsubscribed/i.test(reason)) {
    return { ...ownDecision, class: 'policy', bounceType: 'undetermined', suppression: null };
  }
  if (/spam content/i.test(reason)) {
    return { ...ownDecision, class: 'content', bounceType: 'soft', suppression: null };
  }
  // Our account or our request, and no mailbox.
  return { ...ownDecision, class: 'platform', bounceType: 'soft', suppression: null };
}
