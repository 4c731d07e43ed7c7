import { hash } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import type { Clock } from '@postrider/runtime';
import type { FailedAttempts } from './failed-attempts';
import type { CachedPrincipal, PrincipalCache } from './principal-cache';
import type { FindRequestSource, RequestOrigin, RequestSource } from './request-source';

/** Of one request. Every failure to prove a key looks the same: `unauthorized`. */
export interface Authentication {
  /** The request is one of our relays': what its headers say of the client's mail is believed. */
  readonly isOfRelay: boolean;
  /** @throws AppError `unauthorized`; `forbidden_ip`: the key may not be used from this address; `rate_limited` after too many failures of the same client */
  principal(): Promise<CachedPrincipal>;
  /** The principal again, by the state of the organization at `cacheVersion` or later. */
  renew(cacheVersion: string): Promise<CachedPrincipal>;
}

export type Authenticate = (request: RequestOrigin & { readonly method: string }) => Authentication;

const freshEnoughMs = 60_000;
/** How late a change is noticed while Redis, which announces changes, is unavailable. */
const blindMs = 5_000;

export function createAuthenticate(options: {
  readonly principals: PrincipalCache;
  readonly failedAttempts: FailedAttempts;
  /** True while nothing is heard of changes. */
  readonly isUnavailable: () => boolean;
  readonly findSource: FindRequestSource;
  readonly clock: Clock;
}): (request: RequestOrigin) => Authentication {
  const { principals, failedAttempts, isUnavailable, findSource, clock } = options;

  const valid = (principal: CachedPrincipal | null, source: RequestSource): CachedPrincipal => {
    if (principal === null || (principal.endsAt !== null && principal.endsAt <= clock.now())) {
      failedAttempts.count(source);
      throw new AppError('unauthorized');
    }
    const { allowsAddress } = principal;
    if (allowsAddress !== null && !(source.address !== null && allowsAddress(source.address))) {
      throw new AppError(
        'forbidden_ip',
        `This key may not be used from ${source.address ?? 'this address'}.`,
      );
    }
    return principal;
  };

  return (request) => {
    const source = findSource(request);
    const tokenHash = readTokenHash(request.headers.authorization);
    return {
      isOfRelay: source.isRelay,
      principal: async () => {
        if (tokenHash === null) return valid(null, source);
        // Keys in use go on even when another client behind the same address keeps guessing.
        if (!principals.isInUse(tokenHash) && failedAttempts.isBlocked(source)) {
          throw new AppError('rate_limited', 'Too many failed authentications from this address.', {
            retryAfterSeconds: 60,
          });
        }
        return valid(await principals.find(tokenHash, isUnavailable() ? blindMs : freshEnoughMs), source);
      },
      renew: async (cacheVersion) =>
        valid(tokenHash === null ? null : await principals.renew(tokenHash, cacheVersion), source),
    };
  };
}

/** Longer than any token we mint; what does not look like one is not looked up. */
const bearer = /^Bearer +(pr_(?:live|test)_[\w-]{16,200})$/i;

/** SHA-256 of the token in the Authorization header, in hex; null when there is none or it is malformed. */
export function readTokenHash(authorization: string | undefined): string | null {
  const token = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  return token === undefined ? null : hash('sha256', token, 'hex');
}
