import type { Message, Options } from 'amqplib';
import { queueCatalogue, type QueueName, type QueuePayload } from '@postrider/contracts/queues';
import { currentTraceParent, type WorkIds } from '@postrider/runtime';

export interface Target {
  readonly exchange: string;
  readonly routingKey: string;
}

/** True: the broker has the message in a queue. Never rejects. */
export type PublishBytes = (target: Target, content: Buffer, options: Options.Publish) => Promise<boolean>;

/** What travels beside a payload, as headers. */
export interface PublishDetail {
  /** W3C trace context; by default that of the active span. */
  readonly traceParent?: string | undefined;
  readonly ids?: WorkIds;
}

const idNames = ['request_id', 'organization_id', 'message_id', 'event_id', 'delivery_id'] as const;

export function encodePayload(payload: unknown): Buffer {
  return Buffer.from(JSON.stringify(payload));
}

/** Persistent, so that a broker restart keeps it; mandatory, so that a missing queue is reported instead of swallowed. */
export function publishOptions({ ids, traceParent = currentTraceParent() }: PublishDetail): Options.Publish {
  return {
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
    headers: traceParent === undefined ? { ...ids } : { ...ids, traceparent: traceParent },
  };
}

/** A payload as the catalogue promises it, or why it is not. */
export type Decoded<Payload> =
  { readonly ok: true; readonly payload: Payload } | { readonly ok: false; readonly reason: string };

export function decodePayload<Q extends QueueName>(queue: Q, content: Buffer): Decoded<QueuePayload<Q>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const result = queueCatalogue[queue].reads.safeParse(parsed);
  // The catalogue row of `queue` holds exactly the schema that QueuePayload<Q> is inferred from.
  if (result.success) return { ok: true, payload: result.data as QueuePayload<Q> };
  // Field names only: the values are customers' data.
  const fields = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} (${issue.code})`);
  return { ok: false, reason: `does not match the schema: ${fields.join(', ')}` };
}

export function idsOf(message: Message): WorkIds {
  const headers: Record<string, unknown> = message.properties.headers ?? {};
  return Object.fromEntries(
    idNames.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

export function traceParentOf(message: Message): string | undefined {
  const value: unknown = message.properties.headers?.['traceparent'];
  return typeof value === 'string' ? value : undefined;
}

/** How often this message was given out before and came back: counted by quorum queues. */
export function returnsOf(message: Message): number {
  const value: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof value === 'number' ? value : 0;
}
