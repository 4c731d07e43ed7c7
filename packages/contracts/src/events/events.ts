import { z } from 'zod';
import { waitingCauses } from '../emails/waiting';
import { record } from '../fields/record';
import { eventReply } from '../outcomes/event-reply';
import { failureClassNames } from '../outcomes/failure-classes';
import { bounceTypes, modes } from '../statuses/statuses';
import type { Travelling } from './travelling';

/** Event types that leave the service: on the broker and as webhooks. */
export const emailEventTypes = [
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.late',
  'email.bounced',
  'email.complained',
  'email.rejected',
  'email.opened',
  'email.clicked',
  'email.unsubscribed',
  'email.failed',
] as const;
export type EmailEventType = (typeof emailEventTypes)[number];

const publishedTypes: ReadonlySet<string> = new Set(emailEventTypes);

/** False for the types that stay inside: the answer of the send has `queued` and `suppressed`. */
export function isEmailEventType(type: string): type is EmailEventType {
  return publishedTypes.has(type);
}

/** What happens to a contact: as webhooks, and to automations. */
export const contactEventTypes = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.subscribed',
  'contact.unsubscribed',
] as const;
export type ContactEventType = (typeof contactEventTypes)[number];

const contactTypes: ReadonlySet<string> = new Set(contactEventTypes);

export function isContactEventType(type: string): type is ContactEventType {
  return contactTypes.has(type);
}

/** Everything an endpoint may subscribe to. One that names no types gets all but those of contacts. */
export const webhookEventTypes = [
  ...emailEventTypes,
  'email.received',
  'webhook.test',
  ...contactEventTypes,
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

const tag = z.object({ name: z.string(), value: z.string() });
const templateReference = z.object({ id: z.string(), slug: z.string(), version: z.number() });

/** What an event needs to know of its message, so that no consumer has to read it back. */
const emailSnapshot = z.object({
  id: z.string(),
  message_id: z.string().nullable(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  kind: z.string().nullable(),
  tags: z.array(tag).nullable(),
  template: templateReference.nullable(),
  metadata: record(z.string(), z.string()).nullable(),
  key_id: z.string(),
  domain_id: z.string(),
});

/** A fact about one recipient of one message, as it travels on exchange `email.events`. */
const emailEventMessage = z.object({
  /** Id of the event row; consumers are idempotent by it. */
  id: z.string(),
  type: z.enum(emailEventTypes),
  organization_id: z.string(),
  mode: z.enum(modes),
  occurred_at: z.string(),
  email: emailSnapshot,
  recipient: z.string(),
  provider: z.string().nullable(),
  bounce_type: z.enum(bounceTypes).nullable(),
  detail: z.string().nullable(),
  /** Of what did not arrive, yet or at all: why. */
  failure_class: z.enum(failureClassNames).nullable().optional(),
  /** Of a deferral: when delivery is tried again. */
  next_attempt_at: z.string().nullable().optional(),
  /** Of a deferral: the cause why the email waits until then. */
  waiting: z.enum(waitingCauses).nullable().optional(),
  /** What the receiving server answered. */
  reply: eventReply.nullable().optional(),
  url: z.string().nullable(),
  blocked: z.boolean(),
  machine: z.boolean(),
  /** Opened or clicked by a recipient who had done so before: counters count recipients. */
  repeated: z.boolean().optional(),
});
export type EmailEventMessage = z.infer<typeof emailEventMessage>;
export type EmailSnapshot = EmailEventMessage['email'];

/** Events that are recorded within some milliseconds travel together: the broker's work is by the message. */
export const emailEventsMax = 100;
const emailEventsReadMax = 400;
const emailEventsOf = <Event extends z.ZodType>(event: Event, eventsMax: number) =>
  z.object({ events: z.array(event).min(1).max(eventsMax) });
/** `email.late` is read and not published: consumers find it by their sweeps, those of the last release too. */
const writtenEventMessage = emailEventMessage.extend({
  type: z.enum(emailEventTypes).exclude(['email.late']),
});

export const emailEvents = {
  writes: emailEventsOf(writtenEventMessage, emailEventsMax),
  reads: emailEventsOf(emailEventMessage, emailEventsReadMax),
} satisfies Travelling;
export type EmailEventsMessage = z.infer<typeof emailEvents.reads>;
