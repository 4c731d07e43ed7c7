import { AppError } from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import type { IncomingMessage } from 'node:http';
import type { FailedAttempts } from './failed-attempts';
import type { Identity } from './identity';
import type { IdentityCache } from './identity-cache';
import { readTokenHash } from './read-token';
import type { FindRequestSource, RequestSource } from './request-source';

/** Whoever sent a request, to be identified. Every failure looks the same: `unauthorized`. */
export interface Caller {
  /** @throws AppError `unauthorized`; `rate_limited` after too many failures of the same client */
  identify(): Promise<Identity>;
  /** Identifies it again, by the state of the organization at `cacheVersion` or later. */
  renew(cacheVersion: string): Promise<Identity>;
}

export type Authenticate = (request: IncomingMessage) => Caller;

const FRESH_ENOUGH_MS = 60_000;
/** How late a change is noticed while Redis, which tells of them, is away. */
const BLIND_MS = 5_000;

export function createAuthenticate(given: {
  readonly identities: IdentityCache;
  readonly failedAttempts: FailedAttempts;
  /** True while nothing is heard of changes. */
  readonly isUnavailable: () => boolean;
  readonly findSource: FindRequestSource;
  readonly clock: Clock;
}): Authenticate {
  const { identities, failedAttempts, isUnavailable, findSource, clock } = given;

  const valid = (identity: Identity | null, source: RequestSource): Identity => {
    if (identity !== null && (identity.endsAt === null || identity.endsAt > clock.now())) return identity;
    failedAttempts.count(source);
    throw new AppError('unauthorized');
  };

  return (request) => {
    const source = findSource(request);
    const tokenHash = readTokenHash(request.headers.authorization);
    return {
      identify: async () => {
        if (tokenHash === null) return valid(null, source);
        // Keys in use go on even when somebody behind the same address keeps guessing.
        if (identities.peek(tokenHash) === undefined && failedAttempts.isBlocked(source)) {
          throw new AppError('rate_limited', 'Too many failed authentications from this address.', {
            retryAfterSeconds: 60,
          });
        }
        return valid(await identities.find(tokenHash, isUnavailable() ? BLIND_MS : FRESH_ENOUGH_MS), source);
      },
      renew: async (cacheVersion) =>
        valid(tokenHash === null ? null : await identities.renew(tokenHash, cacheVersion), source),
    };
  };
}
