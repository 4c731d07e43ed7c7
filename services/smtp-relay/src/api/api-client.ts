import { errorBody, keyIdentity, sendEmailResponse, type KeyIdentity } from '@postrider/contracts';
import { Pool } from 'undici';
import type { z } from 'zod';
import { exchange, type HttpAnswer } from './exchange';

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
      const path = `/api/v1${request.path}`;
      return readAnswer(await exchange(pool, { body: null, timeoutMs, ...request, path }), schema);
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
      const call = { method: 'GET', path: '/healthz', headers: {}, body: null } as const;
      const { status } = await exchange(pool, { ...call, timeoutMs: 2_000 });
      if (status !== 200) throw new Error(`/healthz answered ${status}`);
    },
    close: () => pool.close(),
  };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function readAnswer<Schema extends z.ZodType>(
  { status, headers, text }: HttpAnswer,
  schema: Schema,
): ApiAnswer<z.infer<Schema>> {
  const answer: unknown = JSON.parse(text);
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
