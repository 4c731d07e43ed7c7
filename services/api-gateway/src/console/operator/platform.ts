import type { BumpCacheVersion } from '@postrider/admission';
import type { Pool } from '@postrider/db';
import type { UserSession } from '@postrider/identity';
import type { DeadLetters, RedisClient } from '@postrider/messaging';
import type { Clock, Logger, SecretBox } from '@postrider/runtime';
import type { CursorCodec, CursorScope } from '../../paging/cursor';

/** What the operator pages work with. */
export interface OperatorRouteOptions {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly cursors: CursorCodec;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
  /** @throws when RabbitMQ does not answer */
  readonly openDeadLetters: () => Promise<DeadLetters>;
}

/** Lists of the platform belong to no organization. */
export function listScope(list: string): CursorScope {
  return { list, organizationId: '' };
}

/** How audit logs name the operator. */
export function loginOf({ user }: UserSession): string {
  return user.email;
}
