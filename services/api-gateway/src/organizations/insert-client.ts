import { AppError, defaultAlertRules, newId } from '@postrider/contracts';
import { isUniqueViolation, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry } from '../audit/record-audit-entry';
import { lockKeys } from '../keys/lock-keys';
import { describeKey, type NewPartnerKey } from './new-partner-key';
import { shown, type ClientAuthor, type OrganizationRow } from './organization-row';

export interface NewClient {
  readonly name: string;
  readonly slug: string;
  /** Null: the address of the organization that creates it. */
  readonly alertEmail: string | null;
  readonly key: NewPartnerKey;
}

type Transaction = Pick<ApiGatewayView, 'organization' | 'apiKey' | 'alertRule' | 'auditEntry'>;

interface Given {
  readonly parentOrganizationId: string;
  readonly client: NewClient;
  readonly author: ClientAuthor;
}

const perDayMax = 25;
const DAY_MS = 86_400_000;

/**
 * A client organization with everything it begins with.
 * @throws AppError `unauthorized`, `under_review`, `sending_paused`, `organization_quota_exceeded`, `slug_taken`
 */
export async function insertClient(tx: Transaction, given: Given): Promise<OrganizationRow> {
  const { parentOrganizationId, client, author } = given;
  // Two creations at once would both see room for one more.
  await lockKeys(tx, parentOrganizationId, author);
  const parent = await tx.organization.findUniqueOrThrow({
    where: { id: parentOrganizationId },
    select: { underReviewAt: true, sendingPausedAt: true, alertEmail: true },
  });
  if (parent.underReviewAt !== null) throw new AppError('under_review');
  if (parent.sendingPausedAt !== null) throw new AppError('sending_paused');
  await requireRoomToday(tx, given);
  const row = await insertOrganization(tx, { ...given, alertEmail: client.alertEmail ?? parent.alertEmail });
  await tx.alertRule.createMany({
    data: defaultAlertRules.map((rule) => ({ ...rule, id: newId(), organizationId: row.id })),
  });
  await tx.apiKey.create({
    data: { ...client.key, organizationId: row.id, createdAt: author.now },
    select: { id: true },
  });
  await recordCreation(tx, { ...given, row });
  return row;
}

/** @throws AppError `organization_quota_exceeded` */
async function requireRoomToday(
  tx: Transaction,
  { parentOrganizationId, author: { now } }: Given,
): Promise<void> {
  const dayStart = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const created = await tx.organization.count({
    where: { parentOrganizationId, createdAt: { gte: dayStart } },
  });
  if (created < perDayMax) return;
  const retryAfterSeconds = Math.ceil((dayStart.getTime() + DAY_MS - now.getTime()) / 1_000);
  throw new AppError('organization_quota_exceeded', undefined, { retryAfterSeconds });
}

/** Without `approvedAt`: its first messages are screened. @throws AppError `slug_taken` */
async function insertOrganization(
  tx: Transaction,
  { parentOrganizationId, client, author, alertEmail }: Given & { readonly alertEmail: string | null },
): Promise<OrganizationRow> {
  const { name, slug } = client;
  const data = { id: newId(), name, slug, alertEmail, parentOrganizationId, createdAt: author.now };
  try {
    return await tx.organization.create({ data: { ...data, kind: 'client', plan: 'free' }, select: shown });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('slug_taken');
    throw error;
  }
}

/** Both sides: the parent's log says that it created a client, the client's log how it came to be. */
async function recordCreation(
  tx: Transaction,
  { parentOrganizationId, client: { key }, author, row }: Given & { readonly row: OrganizationRow },
): Promise<void> {
  const { name, slug, kind, plan, alertEmail } = row;
  const after: Prisma.InputJsonObject = { name, slug, kind, plan, alertEmail, parentOrganizationId };
  const { keyId, requestId } = author;
  const target = { type: 'organization', id: row.id };
  const common = { keyId, requestId, target, after };
  await recordAuditEntry(tx, { ...common, organizationId: parentOrganizationId, action: 'org.create_child' });
  await recordAuditEntry(tx, { ...common, organizationId: row.id, action: 'org.create' });
  await recordAuditEntry(tx, {
    keyId,
    requestId,
    organizationId: row.id,
    action: 'api_key.create',
    target: { type: 'api_key', id: key.id },
    after: describeKey(key),
  });
}
