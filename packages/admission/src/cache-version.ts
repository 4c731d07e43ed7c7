import { newId } from '@postrider/contracts/ids';
import { errorCode, wait, type Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import { cacheVersionKey } from './redis-keys';

/**
 * To be called after each committed change of an organization's keys, domains, plan or holds: on the very next request
 * every gateway loads them again. The version is a new id, never a count: after Redis was wiped a count could
 * meet an old one again.
 * @returns false when Redis could not be updated; gateways that cannot hear of changes read again after seconds by themselves
 */
export type BumpCacheVersion = (organizationId: string) => Promise<boolean>;

export function createBumpCacheVersion(options: {
  readonly redis: RedisClient;
  readonly log: Logger;
}): BumpCacheVersion {
  const { redis, log } = options;
  return (organizationId) =>
    tellRedis(() => redis.set(cacheVersionKey(organizationId), newId()), {
      ...{ log, organizationId },
      what: 'cache version',
    });
}

const attemptsMax = 3;
const retryAfterMs = 50;

/** Announces in Redis a change that is committed already. @returns false when Redis could not be updated */
export async function tellRedis(
  change: () => Promise<unknown>,
  options: { readonly log: Logger; readonly organizationId: string; readonly what: string },
): Promise<boolean> {
  const { log, organizationId, what } = options;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      await change();
      return true;
    } catch (error) {
      log.warn(
        { code: errorCode(error), organization_id: organizationId, attempt },
        `not announced: ${what}`,
      );
      if (attempt < attemptsMax) await wait(retryAfterMs);
    }
  }
  return false;
}
