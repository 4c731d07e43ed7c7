import assert from 'node:assert';
import { defaultAlertRules } from '@postrider/contracts/alerts';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { Permission } from '@postrider/contracts/statuses';
import { isUniqueViolation, lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import { lockKeys } from '../keys/keys.repository';
import type { PageStart } from '../paging/page';

/** A client organization as its partner sees it. */
export type ClientOrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof shown }> & {
  readonly parentOrganizationId: string;
};

const shown = {
  id: true,
  name: true,
  slug: true,
  kind: true,
  plan: true,
  parentOrganizationId: true,
  alertEmail: true,
  sendingPausedAt: true,
  underReviewAt: true,
  createdAt: true,
} as const;

/** A live key, not restricted, for a client organization; its row without organization and times. */
export interface NewPartnerKey {
  readonly id: string;
  readonly name: string;
  readonly mode: 'live';
  readonly permission: Permission;
  readonly content: boolean;
  readonly export: boolean;
  readonly prefix: string;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
}

export interface NewClient {
  readonly name: string;
  readonly slug: string;
  /** Null: the alert address of the organization that creates it, or else the address of its first admin. */
  readonly alertEmail: string | null;
  readonly key: NewPartnerKey;
}

/** Who asks for a change, for which of its clients and when. */
interface PartnerRequest {
  readonly parentOrganizationId: string;
  readonly author: Author;
  readonly now: Date;
}

/** Client organizations by the organization that created them; another's do not exist for it. */
export interface ClientOrganizationsRepository {
  /**
   * The organization with its default alert rules and its first key.
   * @throws AppError `unauthorized`, `under_review`, `sending_paused`, `organization_quota_exceeded`, `slug_taken`
   */
  create(client: NewClient, request: PartnerRequest): Promise<ClientOrganizationRow>;
  /** Up to `limit + 1` rows, newest first. */
  list(parentOrganizationId: string, page: PageStart): Promise<ClientOrganizationRow[]>;
  /**
   * Revokes every live key of a client, and puts `replacement` in their place.
   * @returns how many were revoked; null when it is no client of the parent
   * @throws AppError `unauthorized` when the author was revoked meanwhile
   */
  revokeKeys(revocation: KeysRevocation, request: PartnerRequest): Promise<number | null>;
}

interface KeysRevocation {
  readonly clientId: string;
  readonly replacement: NewPartnerKey | null;
}

export function createClientOrganizationsRepository(prisma: ApiGatewayView): ClientOrganizationsRepository {
  return {
    create: (client, request) => prisma.$transaction((tx) => insertClient(tx, client, request)),

    list: async (parentOrganizationId, { limit, beforeId }) => {
      const rows = await prisma.organization.findMany({
        where: { parentOrganizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      });
      return rows.map(readRow);
    },

    revokeKeys: (revocation, request) =>
      prisma.$transaction((tx) => revokeClientKeys(tx, revocation, request)),
  };
}

type Transaction = Pick<
  ApiGatewayView,
  'organization' | 'apiKey' | 'alertRule' | 'auditEntry' | 'membership'
>;

const firstAdmin = {
  where: { role: { in: ['admin', 'owner'] } },
  orderBy: { id: 'asc' },
  take: 1,
  select: { user: { select: { email: true } } },
} satisfies Prisma.Organization$membershipsArgs;

const clientsPerDayMax = 25;
const dayMs = 86_400_000;

/** A client organization with everything it begins with. */
async function insertClient(
  tx: Transaction,
  client: NewClient,
  request: PartnerRequest,
): Promise<ClientOrganizationRow> {
  const { parentOrganizationId, author, now } = request;
  // Two creations at once would both see room for one more.
  await lockKeys(tx, parentOrganizationId, author);
  const parent = await tx.organization.findUniqueOrThrow({
    where: { id: parentOrganizationId },
    select: { underReviewAt: true, sendingPausedAt: true, alertEmail: true, memberships: firstAdmin },
  });
  if (parent.underReviewAt !== null) throw new AppError('under_review');
  if (parent.sendingPausedAt !== null) throw new AppError('sending_paused');
  await requireRoomToday(tx, request);
  const row = await insertOrganization(tx, client, {
    ...request,
    alertEmail: client.alertEmail ?? parent.alertEmail ?? parent.memberships[0]?.user.email ?? null,
  });
  await tx.alertRule.createMany({
    data: defaultAlertRules.map((rule) => ({ ...rule, id: newId(), organizationId: row.id })),
  });
  await tx.apiKey.create({
    data: { ...client.key, organizationId: row.id, createdAt: now },
    select: { id: true },
  });
  await recordCreation(tx, { row, key: client.key, author });
  return row;
}

/** @throws AppError `organization_quota_exceeded` */
async function requireRoomToday(
  tx: Transaction,
  { parentOrganizationId, now }: PartnerRequest,
): Promise<void> {
  const dayStart = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  const created = await tx.organization.count({
    where: { parentOrganizationId, createdAt: { gte: dayStart } },
  });
  if (created < clientsPerDayMax) return;
  const retryAfterSeconds = Math.ceil((dayStart.getTime() + dayMs - now.getTime()) / 1_000);
  throw new AppError('organization_quota_exceeded', undefined, { retryAfterSeconds });
}

/** Without `approvedAt`: its first messages are screened. @throws AppError `slug_taken` */
async function insertOrganization(
  tx: Transaction,
  { name, slug }: NewClient,
  { parentOrganizationId, now, alertEmail }: PartnerRequest & { readonly alertEmail: string | null },
): Promise<ClientOrganizationRow> {
  const data = { id: newId(), name, slug, alertEmail, parentOrganizationId, createdAt: now };
  try {
    return readRow(
      await tx.organization.create({ data: { ...data, kind: 'client', plan: 'free' }, select: shown }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('slug_taken');
    throw error;
  }
}

/** Both sides: the parent's log says that it created a client, the client's log how it came to be. */
async function recordCreation(
  tx: Transaction,
  { row, key, author }: { row: ClientOrganizationRow; key: NewPartnerKey; author: Author },
): Promise<void> {
  const { name, slug, kind, plan, alertEmail, parentOrganizationId } = row;
  const after: Prisma.InputJsonObject = { name, slug, kind, plan, alertEmail, parentOrganizationId };
  const target = { type: 'organization', id: row.id } as const;
  const common = { ...author, target, after };
  await recordAuditEntry(tx, {
    ...common,
    organizationId: parentOrganizationId,
    action: 'org.create_child',
  });
  await recordAuditEntry(tx, { ...common, organizationId: row.id, action: 'org.create' });
  await recordKeyCreation(tx, { clientId: row.id, key, author });
}

async function revokeClientKeys(
  tx: Transaction,
  { clientId, replacement }: KeysRevocation,
  { parentOrganizationId, author, now }: PartnerRequest,
): Promise<number | null> {
  await lockKeys(tx, parentOrganizationId, author);
  // The lock serializes this with adding a key to the client: no key is added during the revocation.
  if (!(await lockRow(tx, 'organization', { id: clientId, parentOrganizationId }))) return null;
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { organizationId: clientId, mode: 'live', revokedAt: null },
    data: { revokedAt: now },
    select: { id: true, name: true },
  });
  if (replacement !== null) {
    await tx.apiKey.create({
      data: { ...replacement, organizationId: clientId, createdAt: now },
      select: { id: true },
    });
  }
  // Both sides: one entry of the parent, and one of the client for each of its keys.
  await recordAuditEntry(tx, {
    ...author,
    organizationId: parentOrganizationId,
    action: 'org.revoke_child_keys',
    target: { type: 'organization', id: clientId },
    after: { revoked: revoked.map(({ id }) => id), replacement: replacement?.id ?? null },
  });
  for (const { id, name } of revoked) {
    const entry = { ...author, organizationId: clientId, target: { type: 'api_key', id } as const };
    await recordAuditEntry(tx, { ...entry, action: 'api_key.revoke', before: { name } });
  }
  if (replacement !== null) await recordKeyCreation(tx, { clientId, key: replacement, author });
  return revoked.length;
}

/** Without what could be used of the key. */
async function recordKeyCreation(
  tx: Transaction,
  { clientId, key, author }: { clientId: string; key: NewPartnerKey; author: Author },
): Promise<void> {
  const { id, name, mode, permission, content, prefix } = key;
  await recordAuditEntry(tx, {
    ...author,
    organizationId: clientId,
    action: 'api_key.create',
    target: { type: 'api_key', id },
    after: { name, mode, permission, content, export: key.export, prefix },
  });
}

function readRow(row: Prisma.OrganizationGetPayload<{ select: typeof shown }>): ClientOrganizationRow {
  const { parentOrganizationId } = row;
  assert(parentOrganizationId !== null, 'a client organization has a parent');
  return { ...row, parentOrganizationId };
}
