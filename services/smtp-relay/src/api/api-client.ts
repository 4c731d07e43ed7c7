import type { IncomingHttpHeaders } from 'node:http';
import { sendEmailResponse } from '@postrider/contracts/emails';
import { errorBody } from '@postrider/contracts/errors';
import { keyIdentity } from '@postrider/contracts/keys';
import { Pool } from 'undici';
import type { z } from 'zod';
import { callApi, type HttpAnswer } from './call-api';
import { createSendTogether } from './send-together';

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

/** On whose behalf a call is made: a key, and the client that presented it. */
export interface LoginAttempt {
  readonly keyId: string;
  readonly token: string;
  /** The SMTP client's own address, for which the API counts failures. */
  readonly clientAddress: string;
}

/** What sessions need of a key. A gateway of the previous version does not name the limits. */
const relayIdentity = keyIdentity.omit({ allowed_recipients: true, templates_only: true });
type RelayIdentity = z.infer<typeof relayIdentity>;

export interface ApiClient {
  identify(attempt: LoginAttempt): Promise<ApiAnswer<RelayIdentity>>;
  send(login: LoginAttempt, request: SendCall): Promise<ApiAnswer<{ id: string }>>;
  /** For readiness: does the API answer, and does it trust what this relay says of its clients? */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SendCall {
  /** The JSON of a send request, in UTF-8. */
  readonly body: Uint8Array;
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

  const sendTogether = createSendTogether({ pool, secretHeader, timeoutMs });

  const read = async <Schema extends z.ZodType>(
    answer: Promise<HttpAnswer>,
    schema: Schema,
  ): Promise<ApiAnswer<z.infer<Schema>>> => {
    try {
      return readAnswer(await answer, schema);
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
    }
  };

  const headersOf = ({ token, keyId, clientAddress }: LoginAttempt): Record<string, string> => ({
    'postrider-client-address': clientAddress,
    'postrider-client-key': keyId,
    authorization: `Bearer ${token}`,
  });

  return {
    identify: (login) => {
      const headers = { ...secretHeader, ...headersOf(login) };
      return read(callApi(pool, { ...keyCall, headers, timeoutMs }), relayIdentity);
    },
    send: (login, { body, idempotencyKey, submittedIdHash }) => {
      const headers = headersOf(login);
      if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
      if (submittedIdHash !== null) headers['postrider-submitted-id'] = submittedIdHash.toString('base64url');
      return read(sendTogether({ headers, body }), sendEmailResponse);
    },
    ping: async () => {
      const answer = await callApi(pool, { ...keyCall, headers: secretHeader, timeoutMs: 2_000 });
      // Without a key 401 is the right answer; another RELAY_SECRET is reported before the key is looked at.
      if (answer.status !== 401) throw new Error(`the API answered ${answer.status} ${answer.text}`);
    },
    close: () => pool.close(),
  };
}

const keyCall = { method: 'GET', path: '/api/v1/keys/me', body: null } as const;

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
