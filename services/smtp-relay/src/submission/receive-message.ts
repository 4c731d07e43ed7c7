import { isBulkKind } from '@postrider/contracts';
import { derivedIdempotencyKey, hasBareNewlineOrNul, parseIncomingMessage } from '@postrider/mail';
import type { Logger, Metrics } from '@postrider/runtime';
import type { ApiClient } from '../api/api-client';
import type { Login } from '../session/authenticate';
import { ReplyError, replies } from '../session/smtp-reply';
import { submitMessage, type Pacing } from './submit-message';

/** A complete SMTP transaction. */
export interface Transaction {
  readonly raw: Buffer;
  readonly login: Login;
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
}

/** Takes responsibility for a message: resolves with the id under which it is committed. */
export type ReceiveMessage = (transaction: Transaction) => Promise<string>;

export interface ReceiveOptions {
  readonly api: ApiClient;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly deriveIdempotencyKey: boolean;
  readonly pacing: Pacing;
}

/** Reads the message, maps it to a send request and submits that; everything that goes wrong is a ReplyError. */
export function createReceiveMessage(options: ReceiveOptions): ReceiveMessage {
  const received = options.metrics.counter('smtp_relay_messages', 'Messages by the reply they got');
  const seconds = options.metrics.histogram('smtp_relay_message_seconds', 'Final dot to reply');
  return async (transaction) => {
    const startedMs = performance.now();
    const keyId = transaction.login.keyId;
    const finish = (reply: string): void => {
      const durationMs = performance.now() - startedMs;
      received.add(1, { reply });
      seconds.record(durationMs / 1_000);
      const bytes = transaction.raw.length;
      options.log.info(
        { key_id: keyId, reply, bytes, duration_ms: Math.round(durationMs) },
        'message answered',
      );
    };
    try {
      const { id, replayed } = await receive(options, transaction);
      options.log.debug({ key_id: keyId, message_id: id, replayed }, 'message queued');
      finish('250');
      return id;
    } catch (error) {
      if (error instanceof ReplyError) finish(String(error.responseCode));
      else options.log.error({ err: error, key_id: keyId }, 'message could not be handled');
      throw error;
    }
  };
}

async function receive(
  { api, deriveIdempotencyKey, pacing }: ReceiveOptions,
  { raw, login, mailFrom, rcptTo }: Transaction,
): Promise<{ id: string; replayed: boolean }> {
  // RFC 5321 section 2.3.8: CR and LF only as a pair. Passing others on would let one hop see two messages in one.
  if (hasBareNewlineOrNul(raw)) throw new ReplyError(replies.bareNewline);
  const envelope = { from: mailFrom, to: rcptTo };
  const parsed = await parseIncomingMessage(raw, envelope, isBulkKind);
  if (!parsed.ok) throw new ReplyError(parsed.reply);
  const { send, messageId } = parsed;
  const derived = deriveIdempotencyKey && send.idempotency_key === undefined;
  const idempotencyKey = derived ? derivedIdempotencyKey({ keyId: login.keyId, messageId, envelope }) : null;
  return submitMessage({ api, login, pacing }, { body: JSON.stringify(send), idempotencyKey });
}
