import { createHash } from 'node:crypto';
import type { KeyIdentity } from '@postrider/contracts';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { ApiClient } from '../api/api-client';
import { ReplyError, replies, replyForApiError } from './smtp-reply';

/** Who is logged in. The token is needed again for each POST; it lives as long as the session. */
export interface Login {
  readonly keyId: string;
  readonly token: string;
}

export type Authenticate = (username: string, password: string) => Promise<Login>;

/**
 * AUTH: the user name is the key's id, the password the key. Positive answers are cached, by hash, so that a client
 * that reconnects for every message costs one lookup in `cacheMs`; a revoked key still fails at its next POST.
 * @throws ReplyError 535 for wrong credentials, 451 while the API does not answer
 */
export function createAuthenticate(given: {
  readonly api: ApiClient;
  readonly cacheMs: number;
  readonly clock: Clock;
}): Authenticate {
  const cache = createTtlCache<string, KeyIdentity>({
    entriesMax: 10_000,
    ttlMs: given.cacheMs,
    clock: given.clock,
  });
  return async (username, password) => {
    // The token goes into a header: anything outside its alphabet is no key, and must not reach the header.
    if (!/^pr_(live|test)_[A-Za-z0-9_-]{8,200}$/.test(password)) throw new ReplyError(replies.badCredentials);
    const cacheKey = createHash('sha256').update(password).digest('base64');
    const identity = await cache.fetch(cacheKey, () => identify(given.api, password));
    if (identity.id !== username.toLowerCase()) throw new ReplyError(replies.badCredentials);
    return { keyId: identity.id, token: password };
  };
}

async function identify(api: ApiClient, token: string): Promise<KeyIdentity> {
  const answer = await api.identify(token);
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'refused') throw new ReplyError(replyForApiError(answer.code, answer.status));
  throw new ReplyError(replies.temporary);
}
