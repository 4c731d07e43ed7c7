import { hash } from 'node:crypto';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { ApiClient, LoginAttempt } from '../api/api-client';
import { ReplyError, replies, replyForApiError } from './smtp-reply';

/** Who is logged in. The token is needed again for each POST; it lives as long as the session. */
export interface Login extends LoginAttempt {
  /** To whose share of memory and threads messages count. */
  readonly organizationId: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly clientAddress: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Login>;

/** Both go into headers: anything outside their alphabets is no key, and must not get there. */
const keyIdForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const tokenForm = /^pr_(live|test)_[A-Za-z0-9_-]{8,200}$/;

/** The same for every password, so that it does not reveal whether a key is right. */
const userNameIsNoId = 'The user name must be the id of the API key, and the password the key itself';
const userNameOfOtherKey = 'The user name is not the id of this API key';

/**
 * AUTH: the user name is the key's id, the password the key. Positive answers are cached, by hash, so that a client
 * that reconnects for every message costs one lookup in `cacheMs`; a revoked key still fails at its next POST.
 * @throws ReplyError 535 for wrong credentials, and for an address that the key may not be used from; 451 while the API does not answer
 */
export function createAuthenticate(options: {
  readonly api: ApiClient;
  readonly cacheMs: number;
  readonly clock: Clock;
}): Authenticate {
  const cache = createTtlCache<string, IdentifiedKey>({
    entriesMax: 10_000,
    ttlMs: options.cacheMs,
    clock: options.clock,
  });
  return async ({ username, password, clientAddress }) => {
    const keyId = username.toLowerCase();
    if (!keyIdForm.test(keyId)) throw new ReplyError(replies.badCredentials, userNameIsNoId);
    if (!tokenForm.test(password)) throw new ReplyError(replies.badCredentials);
    const attempt = { keyId, token: password, clientAddress };
    // A key may be limited to addresses.
    const cacheKey = hash('sha256', `${password} ${clientAddress}`, 'base64');
    const key = await cache.fetch(cacheKey, () => identify(options.api, attempt));
    if (key.id !== keyId) throw new ReplyError(replies.badCredentials, userNameOfOtherKey);
    return { ...attempt, organizationId: key.organizationId };
  };
}

interface IdentifiedKey {
  readonly id: string;
  readonly organizationId: string;
}

async function identify(api: ApiClient, attempt: LoginAttempt): Promise<IdentifiedKey> {
  const answer = await api.identify(attempt);
  if (answer.kind === 'refused') {
    // Said to who has shown a valid key only.
    const explanation = answer.code === 'forbidden_ip' ? answer.message : undefined;
    throw new ReplyError(replyForApiError(answer.code, answer.status), explanation);
  }
  if (answer.kind === 'unreachable') throw new ReplyError(replies.temporary);
  const organizationId = answer.headers['postrider-organization'];
  // A gateway of an older version.
  if (typeof organizationId !== 'string') throw new ReplyError(replies.temporary);
  return { id: answer.value.id, organizationId };
}
