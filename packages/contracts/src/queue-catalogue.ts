import { z } from 'zod';
import { emailEventMessage } from './events';
import { lanes } from './statuses';

/** The message to send; its row in Postgres is the truth, this is only a wake-up. */
export const sendJob = z.object({
  message_id: z.string(),
  organization_id: z.string(),
  lane: z.enum(lanes),
});
export type SendJob = z.infer<typeof sendJob>;

/** The topic exchange of `EmailEventMessage`s; routing key = event type. */
export const emailEventsExchange = 'email.events';

/**
 * Every RabbitMQ queue: who consumes it, what it carries, how often a message may fail before it is
 * dead-lettered to `<queue>.dlq`, and, for events, what it is bound to.
 */
export const queueCatalogue = {
  'send.transactional': { owner: 'send-worker', schema: sendJob, deliveryLimit: 5, bindings: [] },
  'send.bulk': { owner: 'send-worker', schema: sendJob, deliveryLimit: 5, bindings: [] },
  'send.test': { owner: 'send-worker', schema: sendJob, deliveryLimit: 5, bindings: [] },
  /** Second and later rounds: retries never stand in front of first attempts. */
  'send.retry': { owner: 'send-worker', schema: sendJob, deliveryLimit: 5, bindings: [] },
  'webhook-dispatcher.events': {
    owner: 'webhook-dispatcher',
    schema: emailEventMessage,
    deliveryLimit: 5,
    bindings: ['email.*'],
  },
  'metrics-aggregator.events': {
    owner: 'metrics-aggregator',
    schema: emailEventMessage,
    deliveryLimit: 5,
    bindings: ['email.*'],
  },
} as const satisfies Record<string, QueueRow>;

interface QueueRow {
  readonly owner: string;
  readonly schema: z.ZodType;
  readonly deliveryLimit: number;
  readonly bindings: readonly string[];
}

export type QueueName = keyof typeof queueCatalogue;
export type QueuePayload<Q extends QueueName> = z.infer<(typeof queueCatalogue)[Q]['schema']>;
/** Queues that are published to by name, as opposed to being bound to an exchange. */
export type JobQueueName = 'send.transactional' | 'send.bulk' | 'send.test' | 'send.retry';
