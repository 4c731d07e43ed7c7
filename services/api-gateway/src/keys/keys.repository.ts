import assert from 'node:assert';
import { AppError } from '@postrider/contracts/errors';
import { rotationGraceMs, type KeyStatus, type MintedToken } from '@postrider/contracts/keys';
import type { Mode, Permission } from '@postrider/contracts/statuses';
import { lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';

/** A key without what its token is checked by. */
export type KeyRow = Omit<StoredKey, 'mode' | 'permission' | 'domainIds' | keyof KeyLimits> &
  KeyLimits & {
    readonly mode: Mode;
    readonly permission: Permission;
    /** Null: not restricted. */
    readonly domainIds: string[] | null;
  };

/** Restrictions of a key beside its permission and domains. */
export interface KeyLimits {
  /** CIDR ranges; null: any address. */
  readonly allowedIps: string[] | null;
  /** Keys of addresses, and domains; null: any. */
  readonly allowedRecipients: string[] | null;
  readonly templatesOnly: boolean;
  readonly dailyLimit: number | null;
}

type StoredKey = Prisma.ApiKeyGetPayload<{ select: typeof shown }>;

const shown = {
  id: true,
  name: true,
  mode: true,
  permission: true,
  prefix: true,
  domainIds: true,
  content: true,
  export: true,
  rateLimit: true,
  allowedIps: true,
  allowedRecipients: true,
  templatesOnly: true,
  dailyLimit: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  rotatedAt: true,
  replacedById: true,
  lastUsedAt: true,
  createdByType: true,
  createdById: true,
  createdByName: true,
} as const;

/** Who created a key, by the name they had at that time. */
export interface KeyCreator {
  readonly createdByType: 'key' | 'user';
  readonly createdById: string;
  readonly createdByName: string;
}

/** A key that was never stored; of its token only what it is known and checked by. */
export interface NewKey extends KeyCreator, KeyLimits {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly permission: Permission;
  /** Null: not restricted. */
  readonly domainIds: string[] | null;
  readonly content: boolean;
  readonly export: boolean;
  readonly rateLimit: number | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly prefix: string;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
}

export interface Rotation {
  readonly id: string;
  readonly replacementId: string;
  readonly now: Date;
  /** Throws when the caller may not rotate this key. */
  readonly permit: (row: KeyRow) => void;
  /** Of the replacement. */
  readonly limits: (row: KeyRow) => KeyLimits;
  readonly mint: (mode: Mode) => MintedToken;
  readonly createdBy: KeyCreator;
  /** Only a key that this user has created; null: any. */
  readonly creatorId: string | null;
}

export interface Revocation {
  readonly id: string;
  readonly now: Date;
  /** Only a key that this user has created; null: any. */
  readonly creatorId: string | null;
  /** Throws when the caller may not revoke this key. */
  readonly permit: (row: KeyRow) => void;
}

export interface KeyFilter extends PageStart {
  readonly mode?: Mode | undefined;
  /** Whether it works at `now`. */
  readonly usable?: boolean | undefined;
  readonly now: Date;
}

export interface KeysRepository {
  /** @throws AppError `unauthorized` when the author has been revoked meanwhile */
  create(organizationId: string, key: NewKey, author: Author): Promise<KeyRow>;
  /** @param creatorId only a key that this user has created; null: any */
  find(organizationId: string, id: string, creatorId: string | null): Promise<KeyRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, filter: KeyFilter, creatorId: string | null): Promise<KeyRow[]>;
  /**
   * A replacement with everything the key has but its token, and with the limits that are asked for.
   * @throws AppError `not_found`, `already_revoked`, `already_rotated`; what `permit` throws
   */
  rotate(organizationId: string, rotation: Rotation, author: Author): Promise<KeyRow>;
  /** @throws AppError `not_found`, `already_revoked`; what `permit` throws */
  revoke(organizationId: string, revocation: Revocation, author: Author): Promise<KeyRow>;
}

export function createKeysRepository(prisma: ApiGatewayView): KeysRepository {
  return {
    create: (organizationId, key, author) =>
      prisma.$transaction(async (tx) => {
        await lockKeys(tx, organizationId, author);
        const data = { ...key, ...listsOf(key), organizationId };
        const row = readRow(await tx.apiKey.create({ data, select: shown }));
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'api_key.create',
          target: { type: 'api_key', id: row.id },
          after: describeKey(row),
        });
        return row;
      }),

    find: async (organizationId, id, creatorId) => {
      const where = { id, organizationId, ...byCreator(creatorId) };
      const row = await prisma.apiKey.findFirst({ where, select: shown });
      return row && readRow(row);
    },

    list: async (organizationId, { limit, beforeId, mode, usable, now }, creatorId) => {
      const works = usableAt(now);
      const rows = await prisma.apiKey.findMany({
        where: {
          organizationId,
          ...(beforeId !== null && { id: { lt: beforeId } }),
          ...(mode !== undefined && { mode }),
          ...(usable !== undefined && (usable ? works : { NOT: works })),
          ...byCreator(creatorId),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      });
      return rows.map(readRow);
    },

    rotate: (organizationId, rotation, author) =>
      prisma.$transaction((tx) => rotateKey(tx, organizationId, { ...rotation, author })),

    revoke: (organizationId, revocation, author) =>
      prisma.$transaction((tx) => revokeKey(tx, organizationId, { ...revocation, author })),
  };
}

/** A rotated key works for another day. */
function usableAt(now: Date): Prisma.ApiKeyWhereInput {
  const graceStart = new Date(now.getTime() - rotationGraceMs);
  return {
    revokedAt: null,
    AND: [
      { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      { OR: [{ rotatedAt: null }, { rotatedAt: { gt: graceStart } }] },
    ],
  };
}

/** A state in which the key no longer works comes first; a rotated key works for another day beside its replacement. */
export function keyStatus({ revokedAt, expiresAt, rotatedAt }: KeyRow, now: Date): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return rotatedAt === null ? 'active' : 'rotated';
}

type Transaction = Pick<ApiGatewayView, 'organization' | 'apiKey' | 'auditEntry' | 'membership'>;

/**
 * Serializes changes to the organization's keys, also by a partner that revokes all of them: a revoked key
 * cannot finish making another one.
 * @throws AppError `unauthorized` when the author was revoked or removed while it waited
 */
export async function lockKeys(
  tx: Pick<Transaction, 'organization' | 'apiKey' | 'membership'>,
  organizationId: string,
  { actor: { type, id } }: Author,
): Promise<void> {
  await lockRow(tx, 'organization', { id: organizationId });
  const valid =
    type === 'user'
      ? await tx.membership.count({ where: { userId: id, organizationId, role: { not: 'viewer' } } })
      : await tx.apiKey.count({ where: { id, organizationId, revokedAt: null } });
  if (valid === 0) throw new AppError('unauthorized');
}

async function rotateKey(
  tx: Transaction,
  organizationId: string,
  rotation: Rotation & { readonly author: Author },
): Promise<KeyRow> {
  const { id, replacementId, now, permit, author } = rotation;
  await lockKeys(tx, organizationId, author);
  const old = await findKey(tx, organizationId, rotation);
  permit(old);
  requireRotatable(old, now);
  await tx.apiKey.update({
    where: { id, organizationId },
    data: { rotatedAt: now, replacedById: replacementId },
    select: { id: true },
  });
  const { prefix, tokenHash } = rotation.mint(old.mode);
  const { name, mode, permission, domainIds, content, rateLimit, expiresAt } = old;
  const limits = rotation.limits(old);
  const kept = { name, mode, permission, rateLimit, expiresAt };
  const rights = { content, export: old.export };
  const replacement = readRow(
    await tx.apiKey.create({
      data: {
        ...kept,
        ...rights,
        ...limits,
        ...listsOf({ domainIds, ...limits }),
        organizationId,
        id: replacementId,
        prefix,
        tokenHash,
        createdAt: now,
        ...rotation.createdBy,
      },
      select: shown,
    }),
  );
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'api_key.rotate',
    target: { type: 'api_key', id },
    before: describeKey(old),
    after: { ...describeKey(replacement), replaced_by: replacementId },
  });
  return replacement;
}

/** A key that ended cannot be brought back by its replacement. */
function requireRotatable(old: KeyRow, now: Date): void {
  const status = keyStatus(old, now);
  if (status === 'revoked') throw new AppError('already_revoked');
  if (old.rotatedAt !== null) {
    assert(old.replacedById !== null, 'a rotated key names its replacement');
    throw new AppError('already_rotated', `Rotate its replacement instead: ${old.replacedById}.`);
  }
  if (status === 'expired') throw new AppError('already_revoked', 'The key has expired. Create a new one.');
}

async function revokeKey(
  tx: Transaction,
  organizationId: string,
  { author, ...revocation }: Revocation & { readonly author: Author },
): Promise<KeyRow> {
  const { id, now, permit } = revocation;
  await lockKeys(tx, organizationId, author);
  const before = await findKey(tx, organizationId, revocation);
  permit(before);
  if (before.revokedAt !== null) throw new AppError('already_revoked');
  const row = await tx.apiKey.update({
    where: { id, organizationId },
    data: { revokedAt: now },
    select: shown,
  });
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'api_key.revoke',
    target: { type: 'api_key', id },
    before: describeKey(before),
    after: { revoked_at: now.toISOString() },
  });
  return readRow(row);
}

function byCreator(creatorId: string | null) {
  return creatorId !== null && { createdByType: 'user', createdById: creatorId };
}

/** @throws AppError `not_found` */
async function findKey(
  tx: Transaction,
  organizationId: string,
  { id, creatorId }: Pick<Revocation, 'id' | 'creatorId'>,
): Promise<KeyRow> {
  const where = { id, organizationId, ...byCreator(creatorId) };
  const row = await tx.apiKey.findFirst({ where, select: shown });
  if (row === null) throw new AppError('not_found');
  return readRow(row);
}

/** Mode and permission are checked by the table; Prisma has no lists that can be null. */
function readRow(row: StoredKey): KeyRow {
  const filled = (list: string[]): string[] | null => (list.length === 0 ? null : list);
  const { domainIds, allowedIps, allowedRecipients } = row;
  const lists = { allowedIps: filled(allowedIps), allowedRecipients: filled(allowedRecipients) };
  return { ...row, ...lists, domainIds: filled(domainIds) } as KeyRow;
}

function listsOf(key: Pick<KeyRow, 'domainIds' | 'allowedIps' | 'allowedRecipients'>) {
  return {
    domainIds: key.domainIds ?? [],
    allowedIps: key.allowedIps ?? [],
    allowedRecipients: key.allowedRecipients ?? [],
  };
}

/** For the audit log: the prefix names the key to people, and nothing can be done with it. */
function describeKey(row: KeyRow): Prisma.InputJsonObject {
  const { name, mode, permission, prefix, domainIds, content, rateLimit, expiresAt } = row;
  return {
    ...{ name, mode, permission, prefix },
    domain_ids: domainIds ?? [],
    ...{ content, export: row.export },
    rate_limit: rateLimit,
    ...{ allowed_ips: row.allowedIps ?? [], allowed_recipients: row.allowedRecipients ?? [] },
    ...{ templates_only: row.templatesOnly, daily_limit: row.dailyLimit },
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
