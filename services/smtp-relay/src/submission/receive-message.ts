import assert from 'node:assert';
import { derivedIdempotencyKey, submittedIdHash } from '@postrider/mail';
import {
  createLineWriter,
  maskText,
  ThreadFailure,
  type Logger,
  type Metrics,
  type ThreadPool,
  type ThreadWork,
} from '@postrider/runtime';
import type { ApiAnswer, ApiClient, SendCall } from '../api/api-client';
import type { Login } from '../session/authenticate';
import { ReplyError, replies, replyForApiError } from '../session/smtp-reply';
import { readSubmission, type ReadSubmission, type Submission } from './read-submission.task';

/** Of larger messages, some take a turn of the event loop that others would notice. */
const loopBytesMax = 32_768;

/** The costliest message of 25 MB takes 4 s on an idle machine. */
const work: ThreadWork = {
  file: require.resolve('./read-submission.task'),
  name: 'readSubmission',
  timeLimitMs: 30_000,
};

/** A complete SMTP transaction. */
export interface ReceivedTransaction {
  readonly raw: Buffer;
  readonly login: Login;
  readonly clientAddress: string;
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
}

/** Takes responsibility for a message: resolves with the id under which it is committed. */
export type ReceiveMessage = (transaction: ReceivedTransaction) => Promise<string>;

export interface ReceiveOptions {
  readonly api: ApiClient;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly deriveIdempotencyKey: boolean;
  readonly pacing: Pacing;
  readonly threads: ThreadPool;
}

export interface Pacing {
  /** How long a message over the key's rate may be held, in milliseconds. */
  readonly holdMs: number;
  readonly nowMs: () => number;
  readonly wait: (delayMs: number) => Promise<unknown>;
}

/** Reads the message, maps it to a send request and submits that; everything that goes wrong is a ReplyError. */
export function createReceiveMessage(options: ReceiveOptions): ReceiveMessage {
  const received = options.metrics.counter('smtp_relay_messages', 'Messages by reply', {
    reply: ['250', '451', '550'],
  });
  const seconds = options.metrics.histogram(
    'smtp_relay_message_seconds',
    'Time from the final dot to the reply, without delays for rate limits.',
  );
  const holds = options.metrics.histogram(
    'smtp_relay_hold_seconds',
    'Time that messages over the rate limit of their key were delayed, of those that were.',
  );
  const writeLine = createLineWriter(options.log, 'message answered');
  return async (transaction) => {
    const startedMs = performance.now();
    const { clientAddress, login, raw } = transaction;
    const bytes = raw.length;
    const held: Held = { ms: 0 };
    const finish = (
      reply: string,
      said: { message_id?: string; replayed?: true; mismatched?: true; reply_text: string },
    ): void => {
      const durationMs = performance.now() - startedMs;
      received.add(1, { reply });
      seconds.record((durationMs - held.ms) / 1_000);
      if (held.ms > 0) holds.record(held.ms / 1_000);
      writeLine({
        ...said,
        organization_id: login.organizationId,
        key_id: login.keyId,
        client_address: clientAddress,
        reply,
        bytes,
        duration_ms: Math.round(durationMs),
        ...(held.ms > 0 && { held_ms: Math.round(held.ms) }),
      });
    };
    try {
      const { id, replayed, mismatched } = await receive({ ...options, held }, transaction);
      const said = { ...(replayed && { replayed }), ...(mismatched && { mismatched }) };
      finish('250', { message_id: id, ...said, reply_text: queuedAs(id) });
      return id;
    } catch (error) {
      if (error instanceof ReplyError) {
        const text = maskText(error.message).slice(0, loggedTextCharsMax);
        finish(String(error.responseCode), { reply_text: text });
      } else options.log.error({ err: error, key_id: login.keyId }, 'message could not be handled');
      throw error;
    }
  };
}

/** The id by which clients and their logs know the message. */
export const queuedAs = (id: string): string => `2.0.0 queued as ${id}`;

/** Replies are no longer than 512 octets a line; the first says enough. */
const loggedTextCharsMax = 300;

/** Pacing so far. */
interface Held {
  ms: number;
}

async function receive(
  { api, deriveIdempotencyKey, pacing, threads, held }: ReceiveOptions & { readonly held: Held },
  { raw, login, mailFrom, rcptTo }: ReceivedTransaction,
): Promise<Submitted> {
  const envelope = { from: mailFrom, to: rcptTo };
  const submission = { raw, envelope };
  const read =
    raw.length <= loopBytesMax
      ? await readSubmission(submission)
      : await readInThread(threads, submission, login.organizationId);
  if (!read.ok) throw new ReplyError(read.reply, read.explanation);
  const { body, messageId, hasIdempotencyKey } = read;
  const derived = deriveIdempotencyKey && !hasIdempotencyKey;
  const idempotencyKey = derived ? derivedIdempotencyKey({ keyId: login.keyId, messageId, envelope }) : null;
  const call = {
    body,
    idempotencyKey,
    submittedIdHash: messageId === null ? null : submittedIdHash(messageId),
  };
  return submitMessage({ api, login, pacing, held }, call);
}

async function readInThread(
  threads: ThreadPool,
  submission: Submission,
  organizationId: string,
): Promise<ReadSubmission> {
  const { buffer, byteLength } = submission.raw;
  assert(buffer instanceof ArrayBuffer && buffer.byteLength === byteLength, 'a message has its own memory');
  try {
    return await threads.work<typeof readSubmission>(work)(submission, {
      organizationId,
      transfer: [buffer],
    });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    throw new ReplyError(error.isTooCostly ? replies.tooComplex : replies.noRoom);
  }
}

interface Submitted {
  readonly id: string;
  readonly replayed: boolean;
  /** Another message was accepted under its idempotency key, so this one is not sent. */
  readonly mismatched: boolean;
}

interface Submitting extends Pick<ReceiveOptions, 'api' | 'pacing'> {
  readonly login: Login;
  readonly held: Held;
}

/**
 * One POST per message. A rate-limited one is held and posted again, because a client that gets 451 waits for
 * minutes where the API only asks for a second.
 * @throws ReplyError by the reply mapping
 */
async function submitMessage({ api, login, pacing, held }: Submitting, call: SendCall): Promise<Submitted> {
  const deadlineMs = pacing.nowMs() + pacing.holdMs;
  for (;;) {
    const answer = await api.send(login, call);
    if (answer.kind === 'ok') {
      return {
        id: answer.value.id,
        replayed: answer.headers['idempotent-replayed'] === 'true',
        mismatched: answer.headers['idempotent-mismatch'] === 'true',
      };
    }
    const holdMs = pacingDelayMs(answer);
    if (holdMs === null || pacing.nowMs() + holdMs > deadlineMs) throw replyTo(answer);
    const beganMs = pacing.nowMs();
    await pacing.wait(holdMs);
    held.ms += pacing.nowMs() - beganMs;
  }
}

/** Waiting sessions of one key are spread over a second, so that they do not all come back at once. */
function pacingDelayMs(answer: ApiAnswer<unknown>): number | null {
  if (answer.kind !== 'refused' || answer.code !== 'rate_limited') return null;
  return (answer.retryAfterSeconds ?? 1) * 500 + Math.random() * 500;
}

function replyTo(answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>): ReplyError {
  if (answer.kind === 'unreachable') return new ReplyError(replies.temporary);
  const reply = replyForApiError(answer.code, answer.status);
  // Clients get no details of internal errors, nor whether a key is known.
  const isExplained = answer.status < 500 && answer.status !== 401;
  return new ReplyError(reply, isExplained ? answer.message : undefined);
}
