import {
  FrameReader,
  relayedMailsLimits,
  relayedMailsPath,
  writeFrames,
  type RelayedAnswerHead,
} from '@postrider/contracts';
import type { Pool } from 'undici';
import { callApi, type HttpAnswer, type HttpCall } from './call-api';

/** A mail as a request of its own would carry it; the secret of the relay is shown beside. */
export interface MailCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** @throws when there is no complete answer in time */
export type SendTogether = (mail: MailCall) => Promise<HttpAnswer>;

interface Waiting {
  readonly mail: MailCall;
  readonly resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Mails that follow each other sooner than this share a request; where mail is rarer, nothing waits. */
const gatheredMs = 3;
/** A gateway of an older version knows no such request; it is asked again after an update can have ended. */
const aloneForMs = 60_000;

/**
 * Sends mails to the gateway, those that come at the same time in one request (ADR 48).
 *
 * - nothing gathers, the last request is `gatheredMs` ago → sent, with what else comes in this turn of the event loop
 * - nothing gathers, the last request is not so long ago → gathers until it is, or the request is full
 * - something gathers → goes with it
 * - a large mail, or the gateway does not know such requests → sent alone
 */
export function createSendTogether(options: {
  readonly pool: Pool;
  readonly secretHeader: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}): SendTogether {
  const { pool, secretHeader, timeoutMs } = options;
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let aloneUntilMs = Number.NEGATIVE_INFINITY;

  const post: Post = (path, call) =>
    callApi(pool, {
      ...call,
      method: 'POST',
      path,
      headers: { ...secretHeader, ...call.headers },
      timeoutMs,
    });

  const sendAlone = ({ headers, body }: MailCall): Promise<HttpAnswer> =>
    post('/api/v1/emails', { headers: { ...headers, 'content-type': 'application/json' }, body });

  const sendAll = async (mails: readonly Waiting[]): Promise<void> => {
    if ((await answerAll(mails, post)) === 'answered') return;
    aloneUntilMs = performance.now() + aloneForMs;
    for (const { mail, resolve } of mails) resolve(sendAlone(mail));
  };

  const flush = (): void => {
    const mails = waiting;
    const [first] = mails;
    if (first === undefined) return;
    waiting = [];
    waitingBytes = 0;
    sentAtMs = performance.now();
    if (mails.length === 1) first.resolve(sendAlone(first.mail));
    else void sendAll(mails);
  };
  const flushSoon = (): void => {
    const gatherMs = sentAtMs + gatheredMs - performance.now();
    if (gatherMs > 0) setTimeout(flush, gatherMs);
    else setImmediate(flush);
  };

  return (mail) => {
    const bytes = Buffer.byteLength(mail.body);
    const { mailsMax, mailBytesMax, bytesMax } = relayedMailsLimits;
    if (bytes > mailBytesMax || performance.now() < aloneUntilMs) return sendAlone(mail);
    return new Promise((resolve, reject) => {
      if (waiting.length === mailsMax || waitingBytes + bytes + headBytesMax > bytesMax) flush();
      waiting.push({ mail, resolve, reject });
      waitingBytes += bytes + headBytesMax;
      if (waiting.length === 1) flushSoon();
    });
  };
}

type Post = (
  path: string,
  call: Pick<HttpCall, 'headers' | 'onBytes'> & { readonly body: string | Uint8Array },
) => Promise<HttpAnswer>;

/** Never rejects: the mails are told. @returns 'unknown': the gateway knows no such requests, and nobody was told */
async function answerAll(mails: readonly Waiting[], post: Post): Promise<'answered' | 'unknown'> {
  const unanswered = new Map(mails.entries());
  const reader = new FrameReader();
  const onBytes = (chunk: Buffer): void => {
    for (const { head, body } of reader.push(chunk)) {
      const { index, status, headers } = head as RelayedAnswerHead;
      unanswered.get(index)?.resolve({ status, headers: textHeaders(headers), text: body.toString('utf8') });
      unanswered.delete(index);
    }
  };
  try {
    const frames = mails.map(({ mail: { headers, body } }) => ({ head: headers, body }));
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await post(relayedMailsPath, { headers, body: writeFrames(frames), onBytes });
    if (answer.status === 404) return 'unknown';
    // What is refused as a whole is refused to each; with 200 each should have had its own answer.
    for (const { resolve, reject } of unanswered.values()) {
      if (answer.status === 200) reject(new Error('no answer for this mail'));
      else resolve(answer);
    }
  } catch (error) {
    for (const { reject } of unanswered.values()) reject(error);
  }
  return 'answered';
}

/** Token, ids, address and an idempotency key, with room to spare. */
const headBytesMax = 4_096;

/** As they would have come with an answer of its own. */
function textHeaders(headers: RelayedAnswerHead['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
