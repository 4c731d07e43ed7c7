import { newId } from '@postrider/contracts/ids';
import { rotationGraceMs } from '@postrider/contracts/keys';
import { lockRow, type ApiGatewayView } from '@postrider/db';
import { recordAuditEntry, type Author } from '../../audit/record-audit-entry';
import { describeDomain, readRow, shown, type DomainRow, type PublishedRecord } from '../store/domain-row';
import type { DomainName } from '../store/domains.repository';

export type RemovalResult =
  | { readonly kind: 'removed' }
  | { readonly kind: 'in-use'; readonly use: DomainUse }
  /** It was opened again, published or registered meanwhile. */
  | { readonly kind: 'changed' };

export interface RemovalsRepository {
  findUse(domain: DomainName, now: Date): Promise<DomainUse>;
  /** Deletes a disabled domain that nothing uses, with all that is its own. */
  remove(domain: DomainName, removal: Removal): Promise<RemovalResult>;
}

export interface Removal {
  readonly now: Date;
  /** When the tracking alias is to be removed. */
  readonly aliasDueAt: Date;
  readonly author: Author;
}

export function createRemovalsRepository(prisma: ApiGatewayView): RemovalsRepository {
  return {
    findUse: (domain, now) => findDomainUse(prisma, domain, now),

    remove: (domain, removal) =>
      prisma.$transaction(async (tx) => {
        const { organizationId, id } = domain;
        // Creating a key waits for this lock: either this sees the key, or the key no longer finds the domain.
        await lockRow(tx, 'organization', { id: organizationId });
        // No reopening and no second removal comes between.
        const isDisabled = await lockRow(tx, 'domain', { id, organizationId, status: 'disabled' });
        if (!isDisabled) return { kind: 'changed' };
        const row = readRow(await tx.domain.findUniqueOrThrow({ where: { id }, select: shown }));
        const isLeft = row.identities.length > 0 || row.publishedRecords.some((each) => !isAlias(each));
        if (isLeft) return { kind: 'changed' };
        const use = await findDomainUse(tx, domain, removal.now);
        if (describeUse(use) !== null) return { kind: 'in-use', use };
        await deleteAll(tx, row, removal);
        return { kind: 'removed' };
      }),
  };
}

/** Removed some minutes after the domain, so that a link that is being followed still leads somewhere. */
export function isAlias({ record }: PublishedRecord): boolean {
  return record === 'TRACKING';
}

type Transaction = Pick<
  ApiGatewayView,
  | 'domain'
  | 'apiKey'
  | 'signupForm'
  | 'broadcast'
  | 'suppression'
  | 'inboundEmail'
  | 'dailyCounter'
  | 'domainSendingDay'
  | 'trackingAliasRemoval'
  | 'dmarcReport'
  | 'receivedTlsReport'
  | 'auditEntry'
>;

/** DKIM keys go with the domain's row. */
async function deleteAll(tx: Transaction, row: DomainRow, { aliasDueAt, author }: Removal): Promise<void> {
  const { id, organizationId, name: domainName } = row;
  const ofDomain = { where: { organizationId, domainId: id } };
  await tx.suppression.deleteMany(ofDomain);
  // Replies are the organization's: they stay, without a domain.
  await tx.inboundEmail.updateMany({ ...ofDomain, data: { domainId: null } });
  await tx.dailyCounter.deleteMany(ofDomain);
  await tx.domainSendingDay.deleteMany({ where: { domainId: id } });
  // What receivers have seen stays; it is no longer read by a domain.
  await tx.dmarcReport.updateMany({ ...ofDomain, data: { domainId: null } });
  await tx.receivedTlsReport.updateMany({ ...ofDomain, data: { domainId: null } });
  for (const record of row.publishedRecords.filter(isAlias)) {
    const data = { id: newId(), organizationId, domainName, record: { ...record }, dueAt: aliasDueAt };
    await tx.trackingAliasRemoval.create({ data });
  }
  await tx.domain.delete({ where: { id } });
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'domain.delete',
    target: { type: 'domain', id },
    before: describeDomain(row),
  });
}

/** Of each kind; after deleting these, the next attempt names the rest. */
const namesMax = 50;

/** What keeps a domain from being deleted. */
export interface DomainUse {
  readonly hasMessages: boolean;
  /** Active keys that are restricted to it, alone or with others. */
  readonly keys: readonly { readonly id: string; readonly name: string }[];
  readonly signupForms: readonly { readonly id: string; readonly name: string }[];
  readonly broadcasts: readonly { readonly id: string; readonly name: string }[];
  /** Whose current steps send from it. */
  readonly automations: readonly { readonly id: string; readonly name: string }[];
}

export async function findDomainUse(
  tx: Pick<ApiGatewayView, 'message' | 'apiKey' | 'signupForm' | 'broadcast' | 'automation'>,
  { organizationId, id }: DomainName,
  now: Date,
): Promise<DomainUse> {
  const message = await tx.message.findFirst({
    where: { organizationId, domainId: id },
    select: { id: true },
  });
  const keys = await tx.apiKey.findMany({
    where: {
      organizationId,
      domainIds: { has: id },
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        { OR: [{ rotatedAt: null }, { rotatedAt: { gt: new Date(now.getTime() - rotationGraceMs) } }] },
      ],
    },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
  const signupForms = await tx.signupForm.findMany({
    where: { organizationId, domainId: id },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
    take: namesMax,
  });
  const broadcasts = await tx.broadcast.findMany({
    where: { organizationId, domainId: id },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
    take: namesMax,
  });
  const automations = await tx.automation.findMany({
    where: { organizationId, domainIds: { has: id }, deletedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
    take: namesMax,
  });
  return { hasMessages: message !== null, keys, signupForms, broadcasts, automations };
}

/** Null: nothing uses the domain. */
export function describeUse({ hasMessages, keys, ...senders }: DomainUse): string | null {
  const { signupForms, broadcasts, automations } = senders;
  const reasons = [
    ...(hasMessages ? ['it has messages'] : []),
    ...(keys.length > 0 ? [`active keys are restricted to it: ${keys.map(nameOf).join(', ')}`] : []),
    ...(signupForms.length > 0 ? [`signup forms send from it: ${signupForms.map(nameOf).join(', ')}`] : []),
    ...(broadcasts.length > 0 ? [`broadcasts are sent from it: ${broadcasts.map(nameOf).join(', ')}`] : []),
    ...(automations.length > 0 ? [`automations send from it: ${automations.map(nameOf).join(', ')}`] : []),
  ];
  if (reasons.length === 0) return null;
  const advice = keys.length > 0 ? ' Revoke the keys first.' : '';
  return `The domain cannot be deleted: ${reasons.join('; ')}.${advice}`;
}

function nameOf({ id, name }: { id: string; name: string }): string {
  return `${JSON.stringify(name)} (${id})`;
}
