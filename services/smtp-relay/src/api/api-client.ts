import { errorBody, keyIdentity, sendEmailResponse, type KeyIdentity } from '@postrider/contracts';
import { Pool } from 'undici';
import type { z } from 'zod';

/** What the API answered, as data. `unreachable` covers refusals, timeouts and answers that are not the API's. */
export type ApiAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly replayed: boolean }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface ApiClient {
  identify(token: string): Promise<ApiAnswer<KeyIdentity>>;
  send(token: string, request: SendCall): Promise<ApiAnswer<{ id: string }>>;
  /** For readiness: does the API answer at all? */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SendCall {
  /** The JSON of a send request. */
  readonly body: string;
  readonly idempotencyKey: string | null;
}

/** Answers of the endpoints used here are small; more than this is not ours. */
const ANSWER_BYTES_MAX = 1_048_576;

export function createApiClient(options: {
  readonly url: string;
  readonly timeoutMs: number;
  readonly connectionsMax: number;
}): ApiClient {
  const { timeoutMs } = options;
  const pool = new Pool(new URL(options.url).origin, {
    connections: options.connectionsMax,
    connectTimeout: Math.min(timeoutMs, 5_000),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
  });

  const call = async <Schema extends z.ZodType>(
    request: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string },
    schema: Schema,
  ): Promise<ApiAnswer<z.infer<Schema>>> => {
    try {
      const response = await pool.request({
        method: request.method,
        path: `/api/v1${request.path}`,
        headers: request.headers,
        body: request.body ?? null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = JSON.parse(await limitedText(response.body));
      return readAnswer({ status: response.statusCode, headers: response.headers, answer }, schema);
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    identify: (token) => call({ method: 'GET', path: '/keys/me', headers: bearer(token) }, keyIdentity),
    send: (token, { body, idempotencyKey }) => {
      const headers: Record<string, string> = { ...bearer(token), 'content-type': 'application/json' };
      if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
      return call({ method: 'POST', path: '/emails', headers, body }, sendEmailResponse);
    },
    ping: async () => {
      const response = await pool.request({
        method: 'GET',
        path: '/healthz',
        signal: AbortSignal.timeout(2_000),
      });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`/healthz answered ${response.statusCode}`);
    },
    close: () => pool.close(),
  };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function limitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly answer: unknown;
}

function readAnswer<Schema extends z.ZodType>(
  { status, headers, answer }: RawAnswer,
  schema: Schema,
): ApiAnswer<z.infer<Schema>> {
  if (status >= 200 && status < 300) {
    const value = schema.safeParse(answer);
    if (!value.success) return { kind: 'unreachable', reason: 'the answer does not have the expected shape' };
    return { kind: 'ok', value: value.data, replayed: headers['idempotent-replayed'] === 'true' };
  }
  const error = errorBody.safeParse(answer);
  if (!error.success) return { kind: 'unreachable', reason: `status ${status} without an error body` };
  const retryAfter = Number(headers['retry-after']);
  const { code, message } = error.data.error;
  return {
    kind: 'refused',
    status,
    code,
    message,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  };
}
