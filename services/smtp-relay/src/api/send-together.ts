import {
  FrameReader,
  relayedMailsLimits,
  relayedMailsPath,
  writeFrames,
  type RelayedAnswerHead,
} from '@postrider/contracts/relay';
import type { Pool } from 'undici';
import { callApi, type HttpAnswer, type HttpCall } from './call-api';
import { createGathering } from './gathering';

/** A mail as a request of its own would carry it; the secret of the relay is shown beside. */
export interface MailCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** @throws when there is no complete answer in time */
export type SendTogether = (mail: MailCall) => Promise<HttpAnswer>;

interface Waiting {
  readonly mail: MailCall;
  readonly resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly reject: (error: unknown) => void;
}

/** A gateway of an older version knows no such request; it is asked again after an update can have ended. */
const aloneForMs = 60_000;

/** Sends mails to the gateway, those that come at the same time in one request (ADR 48); a large one alone. */
export function createSendTogether(options: {
  readonly pool: Pool;
  readonly secretHeader: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}): SendTogether {
  const { pool, secretHeader, timeoutMs } = options;
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

  const gather = createGathering<Waiting>(async (mails) => {
    const [first] = mails;
    if (mails.length === 1 && first !== undefined) {
      await sendAlone(first.mail).then(first.resolve, first.reject);
    } else if ((await answerAll(mails, post)) === 'unknown') {
      aloneUntilMs = performance.now() + aloneForMs;
      for (const { mail, resolve } of mails) resolve(sendAlone(mail));
    }
  });

  return (mail) => {
    const isLarge = mail.body.byteLength > relayedMailsLimits.mailBytesMax;
    if (isLarge || performance.now() < aloneUntilMs) return sendAlone(mail);
    const bytes = mail.body.byteLength + headBytesMax;
    return new Promise((resolve, reject) => gather({ mail, resolve, reject }, bytes));
  };
}

type Post = (
  path: string,
  call: Pick<HttpCall, 'headers' | 'onBytes'> & { readonly body: string | Uint8Array },
) => Promise<HttpAnswer>;

/** Never rejects: each mail gets its result. @returns 'unknown': the gateway knows no such requests, and no mail got a result */
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
