import { Postrider, PostriderError } from '../../src/index';
import * as errors from '../../src/http/errors';
import { BatchError, type BatchResult } from '../../src/emails/batch';
import type { CallOptions, ResponseInfo } from '../../src/http/call';
import { startScriptedServer, type Script, type ScriptedRequest } from '../scripted-server';
import { filled } from './vectors';

export interface ExchangeCase {
  readonly name: string;
  readonly client?: Options & { readonly base_path?: string };
  readonly server?: 'closed';
  readonly calls: readonly Call[];
  readonly idempotency_keys?: readonly (string | null)[];
}

interface Options {
  readonly max_retries?: number;
  readonly timeout_ms?: number;
  readonly idempotency_key?: string;
  readonly allow_idempotency_mismatch?: boolean;
}

interface Call {
  readonly method: string;
  readonly arguments: Arguments;
  readonly options?: Options;
  readonly exchanges: readonly Exchange[];
  readonly returns?: unknown;
  readonly raises?: object;
  readonly info?: object;
}

interface Arguments {
  readonly email?: never;
  readonly emails?: never;
  readonly id?: string;
  readonly key?: never;
  readonly query?: object;
  readonly take?: number;
  readonly page?: boolean;
}

interface Exchange {
  readonly request?: ExpectedRequest;
  readonly answer: {
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly json?: unknown;
    readonly text?: string;
    readonly fault?: 'cut' | 'cut_body' | 'hang';
  };
  readonly not_before_ms?: number;
}

interface ExpectedRequest {
  readonly method?: string;
  readonly path?: string;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly body_length?: number;
  readonly same_as_previous?: true;
}

/** Plays a case and compares what the server and the caller got. */
export async function play({ client: options = {}, server: state, calls, idempotency_keys }: ExchangeCase) {
  const server = await startScriptedServer();
  try {
    const { base_path = '', ...others } = options;
    const url = server.url + base_path;
    const client = new Postrider({ apiKey: 'pr_test_conformance', baseUrl: url, ...optionsOf(others) });
    if (state === 'closed') await server.close();
    const keys: (string | null)[] = [];
    for (const call of calls) {
      const [first = 'cut', ...rest] = call.exchanges.map(({ answer }) => scriptOf(answer));
      server.answer(first, ...rest);
      await compareResult(call, client);
      compareRequests(call.exchanges, server.requests);
      keys.push(...server.requests.map(keyOf));
    }
    if (idempotency_keys) expect(named(keys, idempotency_keys)).toEqual(idempotency_keys);
  } finally {
    if (state !== 'closed') await server.close();
  }
}

const keyOf = ({ headers }: ScriptedRequest): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};

/** Keys that the client made, under the names that the case gives them. */
function named(keys: readonly (string | null)[], names: readonly (string | null)[]): (string | null)[] {
  const nameOf = new Map<string, string>();
  keys.forEach((key, n) => {
    const name = names[n];
    if (key && name?.startsWith('$') && !nameOf.has(key)) nameOf.set(key, name);
  });
  return keys.map((key) => (key === null ? null : (nameOf.get(key) ?? key)));
}

function scriptOf({ fault, text, ...answer }: Exchange['answer']): Script {
  if (fault) return fault;
  const body = filled(answer.json, 'expected');
  const json = body === undefined ? undefined : JSON.stringify(body);
  return { status: answer.status, headers: answer.headers ?? {}, text: text ?? json ?? '' };
}

function optionsOf(options: Options = {}): CallOptions {
  return {
    maxRetries: options.max_retries,
    timeoutMs: options.timeout_ms,
    idempotencyKey: options.idempotency_key,
    allowIdempotencyMismatch: options.allow_idempotency_mismatch,
  };
}

async function compareResult(call: Call, client: Postrider): Promise<void> {
  const [value, error] = await make(call, client).then(
    (result): [unknown, unknown] => [result, undefined],
    (reason: unknown): [unknown, unknown] => [undefined, reason],
  );
  if (call.raises) {
    expect(value).toBeUndefined();
    expect(shownError(error)).toMatchObject(filled(call.raises, 'expected') as object);
    return;
  }
  expect(error).toBeUndefined();
  const returns = filled(call.returns, 'expected') as object;
  if (call.method === 'emails.send_batch')
    expect((value as BatchResult[]).map(shownResult)).toMatchObject(returns);
  else expect(value).toEqual(returns);
  if (call.info) expect(shownInfo((value as { response: ResponseInfo }).response)).toMatchObject(call.info);
}

async function make({ method, arguments: given, options }: Call, client: Postrider): Promise<unknown> {
  const {
    email,
    emails,
    id = '',
    key,
    query = {},
    take = 1_000,
    page,
  } = filled(given, 'argument') as Arguments;
  const set = optionsOf(options);
  switch (method) {
    case 'emails.send':
      return client.emails.send(email as never, set);
    case 'emails.send_batch':
      return client.emails.sendBatch(emails as never, set);
    case 'emails.get':
      return client.emails.get(id, set);
    case 'keys.create':
      return client.keys.create(key as never, set);
    case 'emails.list':
    case 'email_events.list': {
      const list =
        method === 'emails.list' ? client.emails.list(query, set) : client.emailEvents.list(query, set);
      if (!page) return list.toArray({ limit: take });
      const { data, next_cursor = null } = await list.page();
      return { data, next_cursor };
    }
    default:
      throw new Error(`no such method: ${method}`);
  }
}

const kinds = {
  validation: errors.ValidationError,
  authentication: errors.AuthenticationError,
  permission: errors.PermissionError,
  not_found: errors.NotFoundError,
  conflict: errors.ConflictError,
  rate_limit: errors.RateLimitError,
  quota: errors.QuotaError,
  server: errors.ServerError,
  idempotency_mismatch: errors.IdempotencyMismatchError,
  connection: errors.ConnectionError,
  timeout: errors.TimeoutError,
  batch: BatchError,
};

function shownError(error: unknown): object {
  if (!(error instanceof PostriderError))
    return { kind: error instanceof TypeError ? 'argument' : String(error) };
  const { code, message, status, attempts, fields } = error;
  return {
    ...{ code, message, status, attempts, fields },
    kind: Object.entries(kinds).find(([, type]) => error instanceof type)?.[0] ?? 'other',
    request_id: error.requestId,
    retry_after_ms: error.retryAfterMs,
    idempotency_key: error.idempotencyKey,
    ...(error instanceof errors.IdempotencyMismatchError && { id: error.id }),
    ...(error instanceof BatchError && { results: error.results.map(shownResult) }),
  };
}

function shownResult({ idempotencyKey, ...result }: BatchResult): object {
  return { ...result, idempotency_key: idempotencyKey };
}

function shownInfo({ status, attempts, replayed, mismatched, ...info }: ResponseInfo): object {
  const { limit, remaining, resetMs } = info.rateLimit ?? {};
  return {
    ...{ status, attempts, replayed, mismatched },
    request_id: info.requestId,
    idempotency_key: info.idempotencyKey,
    unknown_fields: info.unknownFields,
    rate_limit: info.rateLimit ? { limit, remaining, reset_ms: resetMs } : null,
  };
}

/** Timers of the platform may be early by a few milliseconds. */
const earlyMs = 10;

function compareRequests(exchanges: readonly Exchange[], requests: readonly ScriptedRequest[]): void {
  expect(requests).toHaveLength(exchanges.length);
  exchanges.forEach(({ request: expected = {}, not_before_ms }, n) => {
    const [request, previous] = [requests[n] as ScriptedRequest, requests[n - 1]];
    const url = new URL(request.path, 'http://localhost');
    if (expected.method) expect(request.method).toBe(expected.method);
    if (expected.path) expect(url.pathname).toBe(expected.path);
    if (expected.query) expect(Object.fromEntries(url.searchParams)).toEqual(expected.query);
    for (const [name, value] of Object.entries(expected.headers ?? {}))
      expect([name, request.headers[name] ?? null]).toEqual([name, value]);
    if (expected.body !== undefined)
      expect(request.body ? JSON.parse(request.body) : null).toEqual(filled(expected.body, 'expected'));
    if (expected.body_length) expect(JSON.parse(request.body)).toHaveLength(expected.body_length);
    if (expected.same_as_previous) expect(identityOf(request)).toEqual(previous && identityOf(previous));
    if (not_before_ms)
      expect(request.atMs - (previous?.atMs ?? 0)).toBeGreaterThanOrEqual(not_before_ms - earlyMs);
  });
}

const identityOf = (request: ScriptedRequest): object => ({
  ...{ method: request.method, path: request.path, body: request.body, key: keyOf(request) },
});
