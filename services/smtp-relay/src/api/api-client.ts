import type { IncomingHttpHeaders } from 'node:http';
import { errorBody, keyIdentity, sendEmailResponse, type KeyIdentity } from '@postrider/contracts';
import { Pool, type Dispatcher } from 'undici';
import type { z } from 'zod';

/** What the API answered, as data. `unreachable` covers refusals, timeouts and answers that are not the API's. */
export type ApiAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly headers: IncomingHttpHeaders }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** On whose behalf a call is made: a key, and whoever presented it. */
export interface LoginAttempt {
  readonly keyId: string;
  readonly token: string;
  /** The SMTP client's own address, for which the API counts failures. */
  readonly clientAddress: string;
}

export interface ApiClient {
  identify(attempt: LoginAttempt): Promise<ApiAnswer<KeyIdentity>>;
  send(login: LoginAttempt, request: SendCall): Promise<ApiAnswer<{ id: string }>>;
  /** For readiness: does the API answer, and does it trust what this relay says of its clients? */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SendCall {
  /** The JSON of a send request. */
  readonly body: string | Uint8Array;
  readonly idempotencyKey: string | null;
  /** `submittedIdHash` of its Message-ID. */
  readonly submittedIdHash: Buffer | null;
}

export function createApiClient(options: {
  readonly url: string;
  /** Proves to the API that the client addresses it gets come from a relay of ours. */
  readonly relaySecret: Buffer;
  readonly timeoutMs: number;
  readonly connectionsMax: number;
}): ApiClient {
  const { timeoutMs } = options;
  const secretHeader = { 'postrider-relay-secret': options.relaySecret.toString('base64') };
  const pool = new Pool(new URL(options.url).origin, {
    connections: options.connectionsMax,
    connectTimeout: Math.min(timeoutMs, 5_000),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
  });

  const call = async <Schema extends z.ZodType>(
    request: {
      method: 'GET' | 'POST';
      path: string;
      headers: Record<string, string>;
      body?: string | Uint8Array;
    },
    schema: Schema,
  ): Promise<ApiAnswer<z.infer<Schema>>> => {
    try {
      const path = `/api/v1${request.path}`;
      return readAnswer(await callApi(pool, { body: null, timeoutMs, ...request, path }), schema);
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
    }
  };

  const headersOf = ({ token, keyId, clientAddress }: LoginAttempt): Record<string, string> => ({
    ...secretHeader,
    'postrider-client-address': clientAddress,
    'postrider-client-key': keyId,
    authorization: `Bearer ${token}`,
  });

  return {
    identify: (login) => call({ method: 'GET', path: '/keys/me', headers: headersOf(login) }, keyIdentity),
    send: (login, { body, idempotencyKey, submittedIdHash }) => {
      const headers = headersOf(login);
      headers['content-type'] = 'application/json';
      if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
      if (submittedIdHash !== null) headers['postrider-submitted-id'] = submittedIdHash.toString('base64url');
      return call({ method: 'POST', path: '/emails', headers, body }, sendEmailResponse);
    },
    ping: async () => {
      const answer = await callApi(pool, { ...pingCall, headers: secretHeader, timeoutMs: 2_000 });
      // Without a key 401 is the right answer; another RELAY_SECRET is reported before the key is looked at.
      if (answer.status !== 401) throw new Error(`the API answered ${answer.status} ${answer.text}`);
    },
    close: () => pool.close(),
  };
}

const pingCall = { method: 'GET', path: '/api/v1/keys/me', body: null } as const;

function readAnswer<Schema extends z.ZodType>(
  { status, headers, text }: HttpAnswer,
  schema: Schema,
): ApiAnswer<z.infer<Schema>> {
  const answer: unknown = JSON.parse(text);
  if (status >= 200 && status < 300) {
    const value = schema.safeParse(answer);
    if (!value.success) return { kind: 'unreachable', reason: 'the answer does not have the expected shape' };
    return { kind: 'ok', value: value.data, headers };
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

interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** From the call to the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number;
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Answers of the endpoints used here are small; more than this is not ours. */
const answerBytesMax = 1_048_576;

/**
 * One call and its whole answer. Without undici's `request`, whose stream and signal for each answer cost more than
 * the answer.
 * @throws when there is no complete answer in time
 */
function callApi(dispatcher: Dispatcher, call: HttpCall): Promise<HttpAnswer> {
  const { timeoutMs, ...request } = call;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let failure: Error | null = null;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (reason: Error): void => {
      failure ??= reason;
      clearTimeout(timer);
      reject(failure);
      controller?.abort(failure);
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    dispatcher.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        // It had to wait for a connection until it was too late.
        if (failure) started.abort(failure);
      },
      onResponseStart: (_controller, statusCode, received) => {
        status = statusCode;
        headers = received;
      },
      onResponseData: (_controller, chunk) => {
        bytes += chunk.length;
        if (bytes > answerBytesMax) fail(new Error('the answer is too large'));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, headers, text: Buffer.concat(chunks, bytes).toString('utf8') });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
