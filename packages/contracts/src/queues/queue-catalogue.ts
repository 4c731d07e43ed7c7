import { z } from 'zod';
import { emailEvents } from '../events/events';
import type { Travelling } from '../events/travelling';

/** Messages of one lane share a job: a job costs the broker some 400 µs, ten times as much as storing a message. */
const sendJobMessagesMax = { writes: 100, reads: 400 };

/** A message that was just queued, its organization, and the trace that it belongs to (W3C trace context). */
const sendJobMessage = z.object({
  message_id: z.string(),
  organization_id: z.string().optional(),
  trace_parent: z.string().optional(),
});
export type SendJobMessage = z.infer<typeof sendJobMessage>;

const sendJobOf = (messagesMax: number) =>
  z.object({ messages: z.array(sendJobMessage).min(1).max(messagesMax) });

/** A wake-up: PostgreSQL knows what is due; a job names organizations that have just queued mail. */
const sendJob = {
  writes: sendJobOf(sendJobMessagesMax.writes),
  reads: sendJobOf(sendJobMessagesMax.reads),
} satisfies Travelling;
export type SendJob = z.infer<typeof sendJob.reads>;

/** The jobs that announce these messages. */
export function sendJobsOf(messages: readonly SendJobMessage[]): SendJob[] {
  const jobs: SendJob[] = [];
  const { writes } = sendJobMessagesMax;
  for (let start = 0; start < messages.length; start += writes) {
    jobs.push({ messages: messages.slice(start, start + writes) });
  }
  return jobs;
}

/** Inbound mails of one job; few enough that the jobs which a worker has in advance leave something for the others. */
const inboundJobMailsMax = { writes: 50, reads: 200 };

/** A mail in the spool, and the trace that it belongs to. */
const inboundJobMail = z.object({ id: z.string(), trace_parent: z.string().optional() });
export type InboundJobMail = z.infer<typeof inboundJobMail>;

const inboundJobOf = (mailsMax: number) => z.object({ mails: z.array(inboundJobMail).min(1).max(mailsMax) });

/** Mails to read; their rows in the spool are the truth; a job only says when to look. */
const inboundJob = {
  writes: inboundJobOf(inboundJobMailsMax.writes),
  reads: inboundJobOf(inboundJobMailsMax.reads),
} satisfies Travelling;
export type InboundJob = z.infer<typeof inboundJob.reads>;

/** The jobs that read these mails. */
export function inboundJobsOf(mails: readonly InboundJobMail[]): InboundJob[] {
  const jobs: InboundJob[] = [];
  const { writes } = inboundJobMailsMax;
  for (let start = 0; start < mails.length; start += writes) {
    jobs.push({ mails: mails.slice(start, start + writes) });
  }
  return jobs;
}

/** Replies of one job: those of one mail are few, those of a sweep need no jobs. */
const inboundWebhooksMax = { writes: 50, reads: 200 };

const inboundWebhookJobOf = (idsMax: number) =>
  z.object({ inbound_ids: z.array(z.string()).min(1).max(idsMax) });

/** Replies that are recorded, for webhooks. */
const inboundWebhookJob = {
  writes: inboundWebhookJobOf(inboundWebhooksMax.writes),
  reads: inboundWebhookJobOf(inboundWebhooksMax.reads),
} satisfies Travelling;

/** Contact events of one job. */
export const contactEventsJobMax = 100;

/** Contact events that are recorded, by their ids. */
const contactEventsJobOf = (idsMax: number) =>
  z.object({ event_ids: z.array(z.string()).min(1).max(idsMax) });
const contactEventsJob = {
  writes: contactEventsJobOf(contactEventsJobMax),
  reads: contactEventsJobOf(4 * contactEventsJobMax),
} satisfies Travelling;

/** The topic exchange of `EmailEventsMessage`s; routing key = event type, or `email.several`. */
export const emailEventsExchange = 'email.events';

/**
 * Every RabbitMQ queue: who consumes it, what it carries, how often a message may fail before it is
 * dead-lettered to `<queue>.dlq`, and, for events, what it is bound to.
 */
export const queueCatalogue = {
  'send.transactional': { owner: 'send-worker', ...sendJob, deliveryLimit: 5, bindings: [] },
  'send.bulk': { owner: 'send-worker', ...sendJob, deliveryLimit: 5, bindings: [] },
  'send.test': { owner: 'send-worker', ...sendJob, deliveryLimit: 5, bindings: [] },
  /** What smtp-relay has taken from other mail servers. */
  'send-worker.inbound': { owner: 'send-worker', ...inboundJob, deliveryLimit: 5, bindings: [] },
  'webhook-dispatcher.events': {
    owner: 'webhook-dispatcher',
    ...emailEvents,
    deliveryLimit: 5,
    bindings: ['email.*'],
  },
  /** Replies that came; their rows say the rest. */
  'webhook-dispatcher.inbound': {
    owner: 'webhook-dispatcher',
    ...inboundWebhookJob,
    deliveryLimit: 5,
    bindings: [],
  },
  /** Contact events; their rows say the rest. */
  'webhook-dispatcher.contacts': {
    owner: 'webhook-dispatcher',
    ...contactEventsJob,
    deliveryLimit: 5,
    bindings: [],
  },
  'metrics-aggregator.events': {
    owner: 'metrics-aggregator',
    ...emailEvents,
    deliveryLimit: 5,
    bindings: ['email.*'],
  },
} as const satisfies Record<string, QueueRow>;

interface QueueRow extends Travelling {
  /** The service that consumes it: `Broker.consumeAll` asks it for a consumer. */
  readonly owner: 'send-worker' | 'webhook-dispatcher' | 'metrics-aggregator';
  readonly deliveryLimit: number;
  readonly bindings: readonly string[];
}

export type QueueName = keyof typeof queueCatalogue;
export type QueuePayload<Q extends QueueName> = z.infer<(typeof queueCatalogue)[Q]['reads']>;
export type QueueOwner = (typeof queueCatalogue)[QueueName]['owner'];
/** The queues that a service consumes. */
export type QueueOf<Owner extends QueueOwner> = {
  [Q in QueueName]: (typeof queueCatalogue)[Q]['owner'] extends Owner ? Q : never;
}[QueueName];
/** Queues that are published to by name, as opposed to being bound to an exchange. */
export type JobQueueName = {
  [Q in QueueName]: (typeof queueCatalogue)[Q]['bindings'] extends readonly [] ? Q : never;
}[QueueName];
/** Queues of messages to send. */
export type SendQueueName = Extract<QueueName, `send.${string}`>;
