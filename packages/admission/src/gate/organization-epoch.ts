import { newId } from '@postrider/contracts';
import type { Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import { epochKey } from './gate-keys';
import { tellGate } from './tell-gate';

/**
 * To be called after each committed change of an organization's keys, domains, plan or holds: on the very next request
 * every gateway loads them anew. The epoch is a new id, never a count: after Redis was wiped a count could
 * meet an old one again.
 * @returns false when Redis could not be told; gateways that cannot hear of changes read anew after seconds by themselves
 */
export type BumpOrganizationEpoch = (organizationId: string) => Promise<boolean>;

export function createBumpOrganizationEpoch(given: {
  readonly redis: RedisClient;
  readonly log: Logger;
}): BumpOrganizationEpoch {
  const { redis, log } = given;
  return (organizationId) =>
    tellGate(() => redis.set(epochKey(organizationId), newId()), { log, organizationId, what: 'epoch' });
}
