import { newId } from '@postrider/contracts';
import { errorCode, wait, type Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import { epochKey } from './gate-keys';

/**
 * To be called after each committed change of an organization's keys, domains, plan or holds: on the very next request
 * every gateway loads them anew. The epoch is a new id, never a count: after Redis was wiped a count could
 * meet an old one again.
 * @returns false when Redis could not be told; gateways that cannot hear of changes read anew after seconds by themselves
 */
export type BumpOrganizationEpoch = (organizationId: string) => Promise<boolean>;

const attemptsMax = 3;
const retryAfterMs = 50;

export function createBumpOrganizationEpoch(given: {
  readonly redis: RedisClient;
  readonly log: Logger;
}): BumpOrganizationEpoch {
  const { redis, log } = given;
  return async (organizationId) => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        await redis.set(epochKey(organizationId), newId());
        return true;
      } catch (error) {
        log.warn({ code: errorCode(error), organization_id: organizationId, attempt }, 'epoch not bumped');
        if (attempt < attemptsMax) await wait(retryAfterMs);
      }
    }
    return false;
  };
}
