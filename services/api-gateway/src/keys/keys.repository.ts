import type { ApiGatewayView } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { insertKey, type NewKey } from './insert-key';
import { shown, type KeyRow } from './key-row';
import { revokeKey } from './revoke-key';
import { rotateKey, type Rotation } from './rotate-key';

export interface KeysRepository {
  /** @throws AppError `unauthorized` when the author has been revoked meanwhile */
  create(organizationId: string, key: NewKey, author: Author): Promise<KeyRow>;
  find(organizationId: string, id: string): Promise<KeyRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<KeyRow[]>;
  /**
   * A replacement with everything the key has but its token.
   * @throws AppError `not_found`, `already_revoked`, `already_rotated`; what `permit` throws
   */
  rotate(organizationId: string, rotation: Rotation, author: Author): Promise<KeyRow>;
  /** @throws AppError `not_found`, `already_revoked`; what `permit` throws */
  revoke(
    organizationId: string,
    key: { readonly id: string; readonly now: Date; readonly permit: (row: KeyRow) => void },
    author: Author,
  ): Promise<KeyRow>;
}

export function createKeysRepository(prisma: ApiGatewayView): KeysRepository {
  return {
    create: (organizationId, key, author) =>
      prisma.$transaction((tx) => insertKey(tx, { organizationId, key, author })),

    find: (organizationId, id) => prisma.apiKey.findFirst({ where: { id, organizationId }, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.apiKey.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    rotate: (organizationId, rotation, author) =>
      prisma.$transaction((tx) => rotateKey(tx, { organizationId, rotation, author })),

    revoke: (organizationId, key, author) =>
      prisma.$transaction((tx) => revokeKey(tx, { organizationId, ...key, author })),
  };
}
