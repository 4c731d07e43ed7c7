import type { KeyStatus } from '@postrider/contracts';
import type { Prisma } from '@postrider/db';

/** A key without what its token is checked by. */
export type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof shown }>;

export const shown = {
  id: true,
  name: true,
  mode: true,
  permission: true,
  prefix: true,
  domainIds: true,
  rateLimit: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  rotatedAt: true,
  replacedById: true,
  lastUsedAt: true,
} as const;

/** What can no longer be used is told first; a rotated key goes on for a day beside its replacement. */
export function keyStatus({ revokedAt, expiresAt, rotatedAt }: KeyRow, now: Date): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return rotatedAt === null ? 'active' : 'rotated';
}

/** For the audit log: the prefix names the key to people, and nothing can be done with it. */
export function describeKey(row: KeyRow): Prisma.InputJsonObject {
  const { name, mode, permission, prefix, domainIds, rateLimit, expiresAt } = row;
  return {
    ...{ name, mode, permission, prefix },
    domain_ids: domainIds,
    rate_limit: rateLimit,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
