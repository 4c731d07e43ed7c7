import assert from 'node:assert';
import { derivedIdempotencyKey } from '@postrider/mail';
import {
  doneWith,
  ThreadFailure,
  type Logger,
  type Metrics,
  type ThreadPool,
  type ThreadWork,
} from '@postrider/runtime';
import type { ApiClient } from '../api/api-client';
import type { Login } from '../session/authenticate';
import { ReplyError, replies } from '../session/smtp-reply';
import {
  readSubmission,
  type ReadSubmission,
  type readLargeSubmission,
  type Submission,
} from './read-submission.task';
import { submitMessage, type Pacing } from './submit-message';

/** Of larger messages, some take a turn of the event loop that others would notice. */
const LOOP_BYTES_MAX = 32_768;

/** The costliest message of 25 MB takes 4 s on an idle machine. */
const work: ThreadWork = {
  file: require.resolve('./read-submission.task'),
  name: 'readLargeSubmission',
  timeLimitMs: 30_000,
};

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
  readonly threads: ThreadPool;
}

/** Reads the message, maps it to a send request and submits that; everything that goes wrong is a ReplyError. */
export function createReceiveMessage(options: ReceiveOptions): ReceiveMessage {
  const received = options.metrics.counter('smtp_relay_messages', 'Messages by the reply they got');
  const seconds = options.metrics.histogram('smtp_relay_message_seconds', 'Final dot to reply');
  return async (transaction) => {
    const startedMs = performance.now();
    const keyId = transaction.login.keyId;
    const bytes = transaction.raw.length;
    const finish = (reply: string): void => {
      const durationMs = performance.now() - startedMs;
      received.add(1, { reply });
      seconds.record(durationMs / 1_000);
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
    } finally {
      doneWith(bytes);
    }
  };
}

async function receive(
  { api, deriveIdempotencyKey, pacing, threads }: ReceiveOptions,
  { raw, login, mailFrom, rcptTo }: Transaction,
): Promise<{ id: string; replayed: boolean }> {
  const envelope = { from: mailFrom, to: rcptTo };
  const submission = { raw, envelope };
  const read =
    raw.length <= LOOP_BYTES_MAX
      ? await readSubmission(submission)
      : await readInThread(threads, submission, login.organizationId);
  if (!read.ok) throw new ReplyError(read.reply, read.explanation);
  const { body, messageId, hasIdempotencyKey } = read;
  const derived = deriveIdempotencyKey && !hasIdempotencyKey;
  const idempotencyKey = derived ? derivedIdempotencyKey({ keyId: login.keyId, messageId, envelope }) : null;
  return submitMessage({ api, login, pacing }, { body, idempotencyKey });
}

async function readInThread(
  threads: ThreadPool,
  submission: Submission,
  organizationId: string,
): Promise<ReadSubmission<Uint8Array>> {
  const { buffer, byteLength } = submission.raw;
  assert(buffer instanceof ArrayBuffer && buffer.byteLength === byteLength, 'a message has its own memory');
  try {
    return await threads.work<typeof readLargeSubmission>(work)(submission, {
      organizationId,
      transfer: [buffer],
    });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    throw new ReplyError(error.isTooCostly ? replies.tooComplex : replies.noRoom);
  }
}
