import type { AcceptedItem, BatchResponse, InvalidField, SendEmailRequest } from '../generated/schemas';
import { IdempotencyMismatchError, PostriderError, type ErrorCode, type ErrorDetails } from '../http/errors';

/** Result of one email of a batch. */
export type BatchResult =
  | ({ readonly index: number; readonly ok: true; readonly idempotencyKey: string } & AcceptedItem)
  | {
      readonly index: number;
      readonly ok: false;
      readonly idempotencyKey: string;
      readonly error: {
        /**
         * Also `not_attempted`, when an earlier request of the batch failed, and `idempotency_mismatch`, when the key
         * belongs to another email.
         */
        readonly code: ErrorCode;
        readonly message: string;
        /** The invalid fields of a `validation_error`. */
        readonly fields?: readonly InvalidField[];
      };
    };

/**
 * A whole request of a batch failed, after its retries. Earlier emails were accepted, later ones were not attempted
 * (`not_attempted`). Retry those that are not `ok` with their `idempotencyKey`: nothing is sent twice.
 */
export class BatchError extends PostriderError {
  override readonly name: string = 'BatchError';
  /** One for each email, in order. */
  readonly results: readonly BatchResult[];

  constructor(message: string, details: ErrorDetails & { readonly results: readonly BatchResult[] }) {
    super(message, details);
    this.results = details.results;
  }
}

export type KeyedEmail = SendEmailRequest & { readonly idempotency_key: string };

/** Emails that fit into one request. */
interface Part {
  readonly emails: KeyedEmail[];
  readonly body: string;
}

const emailsMax = 100;
/** A little less than the API accepts. */
const bytesMax = 18_000_000;

/** Each email gets a key of its own before the first try: the header is not for batches. */
export function withKeys(
  emails: readonly SendEmailRequest[],
  prefix: string = crypto.randomUUID(),
): KeyedEmail[] {
  return emails.map((email, index) => ({
    ...email,
    idempotency_key: email.idempotency_key ?? `${prefix}:${index}`,
  }));
}

/** One request after the other, in the order of the emails. */
export async function sendParts(
  emails: readonly KeyedEmail[],
  {
    send,
    allowMismatch,
  }: { readonly send: (body: string) => Promise<BatchResponse>; readonly allowMismatch: boolean },
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const part of parts(emails)) {
    try {
      const { data } = await send(part.body);
      const begin = results.length;
      results.push(
        ...part.emails.map((email, n) => resultOf(email, { index: begin + n, item: data[n], allowMismatch })),
      );
    } catch (error) {
      if (!(error instanceof PostriderError)) throw error;
      throw batchError(error, { emails, results, failed: part.emails.length });
    }
  }
  return results;
}

function* parts(emails: readonly KeyedEmail[]): Generator<Part> {
  let part: KeyedEmail[] = [];
  let texts: string[] = [];
  let bytes = 0;
  for (const email of emails) {
    const text = JSON.stringify(email);
    // A character of a string is three bytes at most; what lies below it need not be counted.
    const size =
      text.length * 3 < bytesMax / emailsMax ? text.length * 3 : new TextEncoder().encode(text).length;
    if (part.length === emailsMax || (part.length > 0 && bytes + size > bytesMax)) {
      yield { emails: part, body: `[${texts.join()}]` };
      [part, texts, bytes] = [[], [], 0];
    }
    part.push(email);
    texts.push(text);
    bytes += size;
  }
  if (part.length > 0) yield { emails: part, body: `[${texts.join()}]` };
}

function resultOf(
  { idempotency_key: idempotencyKey }: KeyedEmail,
  {
    index,
    item,
    allowMismatch,
  }: {
    readonly index: number;
    readonly item: BatchResponse['data'][number] | undefined;
    readonly allowMismatch: boolean;
  },
): BatchResult {
  if (!item)
    return failed(index, idempotencyKey, {
      code: 'unreadable_answer',
      message: 'the answer has no such item',
    });
  if ('error' in item) return failed(index, idempotencyKey, item.error);
  if (item.idempotent_mismatch && !allowMismatch) {
    const { code, message } = new IdempotencyMismatchError(item.id, {});
    return failed(index, idempotencyKey, { code, message });
  }
  return { index, ok: true, idempotencyKey, ...item };
}

function batchError(
  cause: PostriderError,
  {
    emails,
    results,
    failed: count,
  }: { emails: readonly KeyedEmail[]; results: readonly BatchResult[]; failed: number },
): BatchError {
  const begun = results.length + count;
  const rest = emails.slice(results.length).map(({ idempotency_key }, n) => {
    const index = results.length + n;
    const { code, message } =
      index < begun ? cause : { code: 'not_attempted', message: 'an earlier request failed' };
    return failed(index, idempotency_key, { code, message });
  });
  const { code, status, requestId, retryAfterMs, attempts } = cause;
  const message = `emails ${results.length} to ${begun - 1} of ${emails.length}: ${cause.message}`;
  const all = [...results, ...rest];
  return new BatchError(message, { code, status, requestId, retryAfterMs, attempts, cause, results: all });
}

function failed(
  index: number,
  idempotencyKey: string,
  error: { code: string; message: string; fields?: readonly InvalidField[] },
): BatchResult {
  return { index, ok: false, idempotencyKey, error };
}
