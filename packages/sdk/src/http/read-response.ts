import type { ErrorDetail } from '../generated/schemas';
import type { ApiRequest, Answer, RateLimit, ResponseInfo } from './call';
import type { PostriderError } from './errors';
import { errorClass } from './errors';

export interface Tried {
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
}

/** @throws PostriderError when the answer says that the request was refused, or cannot be read */
export async function readResponse<T>(
  response: Response,
  read: ApiRequest['read'],
  tried: Tried,
): Promise<Answer<T>> {
  if (!response.ok) throw await refusal(response, tried);
  const body = await bodyOf(response, read);
  // Not an own enumerable one: what is logged, stored or compared is the answer alone.
  return Object.defineProperty(body, 'response', { value: infoOf(response, tried) }) as Answer<T>;
}

async function bodyOf(response: Response, read: ApiRequest['read']): Promise<object> {
  switch (read) {
    case 'none':
      return {};
    case 'text':
      return { text: await response.text() };
    case 'stream':
      return { stream: response.body };
    case 'bytes':
      return {
        content: new Uint8Array(await response.arrayBuffer()),
        content_type: response.headers.get('content-type') ?? '',
      };
    case 'json-or-none': {
      const text = await response.text();
      return text === '' ? {} : objectOf(text);
    }
    case undefined:
      return objectOf(await response.text());
  }
}

function objectOf(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('the answer is no object');
  return value;
}

function infoOf({ status, headers }: Response, { attempts, idempotencyKey }: Tried): ResponseInfo {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    attempts,
    replayed: headers.get('idempotent-replayed') === 'true',
    mismatched: headers.get('idempotent-mismatch') === 'true',
    idempotencyKey,
    etag: headers.get('etag') ?? undefined,
    rateLimit: rateLimitOf(headers),
    unknownFields: (headers.get('postrider-unknown-fields') ?? '').split(', ').filter(Boolean),
    headers,
  };
}

export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = headers.get('ratelimit-limit');
  if (limit === null) return undefined;
  const number = (name: string): number => Number(headers.get(name) ?? 0);
  return {
    limit: Number(limit),
    remaining: number('ratelimit-remaining'),
    resetMs: number('ratelimit-reset') * 1_000,
  };
}

/** A proxy may answer anything: then only the status says what happened. */
async function refusal(response: Response, tried: Tried): Promise<PostriderError> {
  const { status, headers } = response;
  const {
    code,
    message,
    fields,
    changed_at: changedAt,
    changed_by: changedBy,
  } = errorIn(await response.text());
  const seconds = headers.get('retry-after');
  const ErrorOfStatus = errorClass(status, code ?? '');
  return new ErrorOfStatus(message ?? `the API answered ${status}`, {
    ...{ fields, changedAt, changedBy },
    code: code ?? (status >= 500 ? 'internal_error' : 'unreadable_answer'),
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined,
    ...tried,
  });
}

type ErrorIn = Partial<ErrorDetail>;

function errorIn(text: string): ErrorIn {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorIn };
    return typeof error?.code === 'string' ? error : {};
  } catch {
    return {};
  }
}
