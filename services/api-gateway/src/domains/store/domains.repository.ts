import type { AuditVerb } from '@postrider/contracts/audit';
import type { DomainRecord } from '@postrider/contracts/domains';
import { AppError } from '@postrider/contracts/errors';
import type { DomainStream } from '@postrider/contracts/statuses';
import { isUniqueViolation, lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../../audit/record-audit-entry';
import type { PageStart } from '../../paging/page';
import {
  describeDomain,
  readRow,
  shown,
  storedJson,
  type DnsMode,
  type DomainRow,
  type NameHolder,
} from './domain-row';
import type { NewDkimKey } from './mint-keys';
import { endClaim } from './end-claim';

export interface NewDomain {
  readonly id: string;
  readonly name: string;
  readonly stream: DomainStream;
  readonly dnsMode: DnsMode;
  readonly transport: string;
  readonly returnPathLabel: string;
  readonly trackingLabel: string;
  readonly replyLabel: string;
  readonly records: readonly DomainRecord[];
  readonly dkimKeys: readonly NewDkimKey[];
  readonly at: Date;
}

export interface DomainName {
  readonly organizationId: string;
  readonly id: string;
}

/** A write by a caller. */
export interface DomainChange {
  readonly action: AuditVerb<'domain'>;
  /** Called with the locked row, before the write. */
  readonly data: (row: DomainRow) => Prisma.DomainUpdateManyMutationInput;
  /** Gives up its name to this one. */
  readonly ends?: NameHolder | null;
}

export interface DomainsRepository {
  /** @throws AppError `domain_taken`, `plan_limit` */
  create(organizationId: string, domain: NewDomain, rules: CreationRules): Promise<DomainRow>;
  /** Of any organization; null when no domain holds the name. */
  findHolder(name: string): Promise<NameHolder | null>;
  find(domain: DomainName): Promise<DomainRow | null>;
  /** Up to `limit + 1` rows, newest first; of those ids alone when they are given. */
  list(organizationId: string, page: PageStart, ids: readonly string[] | null): Promise<DomainRow[]>;
  /** @returns the row as it is afterwards; null when there is none. @throws AppError `domain_taken` */
  change(domain: DomainName, change: DomainChange, author: Author): Promise<DomainRow | null>;
  /** Notes what of the domain exists at providers, as it comes and goes; until the note is written no other comes between. */
  noteExternalResources(
    domain: DomainName,
    note: (known: ExternalResources) => Partial<ExternalResources>,
  ): Promise<void>;
  /** The key that signs now, sealed. */
  findSealedKey(domain: DomainName): Promise<{ id: string; selector: string; privateKey: string } | null>;
}

interface CreationRules {
  /** Null: no cap. */
  readonly domainsMax: number | null;
  /** Gives up its name to the new one; null: it was free. */
  readonly ends: NameHolder | null;
  readonly author: Author;
}

export type ExternalResources = Pick<DomainRow, 'publishedRecords' | 'identities'>;

export function createDomainsRepository(prisma: ApiGatewayView): DomainsRepository {
  return {
    create: (organizationId, domain, rules) =>
      orTaken(prisma.$transaction((tx) => insertDomain(tx, organizationId, { domain, ...rules }))),

    findHolder: async (name) => {
      const select = {
        id: true,
        organizationId: true,
        status: true,
        publishedRecords: true,
        identities: true,
      };
      const row = await prisma.domain.findFirst({ where: { name, failedReason: null }, select });
      // The columns hold what this service wrote into them.
      return row as unknown as NameHolder | null;
    },

    find: async ({ organizationId, id }) => {
      const row = await prisma.domain.findFirst({ where: { id, organizationId }, select: shown });
      return row && readRow(row);
    },

    list: async (organizationId, { limit, beforeId }, ids) => {
      const rows = await prisma.domain.findMany({
        where: {
          organizationId,
          AND: [
            ids === null ? {} : { id: { in: [...ids] } },
            beforeId === null ? {} : { id: { lt: beforeId } },
          ],
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      });
      return rows.map(readRow);
    },

    change: (domain, change, author) =>
      orTaken(prisma.$transaction((tx) => changeDomain(tx, domain, { ...change, author }))),

    noteExternalResources: (domain, note) =>
      prisma.$transaction((tx) => noteExternalResources(tx, domain, note)),

    findSealedKey: ({ organizationId, id }) =>
      prisma.dkimKey.findFirst({
        where: { domainId: id, active: true, algorithm: 'rsa-2048', domain: { organizationId } },
        orderBy: { createdAt: 'asc' },
        select: { id: true, selector: true, privateKey: true },
      }),
  };
}

/** Another organization took the name, or took it back, at the same moment. */
async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('domain_taken');
    throw error;
  }
}

type Transaction = Pick<ApiGatewayView, 'organization' | 'domain' | 'notice' | 'auditEntry'>;

async function insertDomain(
  tx: Transaction,
  organizationId: string,
  { domain, domainsMax, ends, author }: { domain: NewDomain } & CreationRules,
): Promise<DomainRow> {
  // Two creates at once would both see room for one more.
  await lockRow(tx, 'organization', { id: organizationId });
  if (domainsMax !== null && (await tx.domain.count({ where: { organizationId } })) >= domainsMax) {
    throw tooManyDomains(domainsMax);
  }
  if (ends !== null) await endClaim(tx, ends);
  const { records, dkimKeys, at, ...columns } = domain;
  const stored = await tx.domain.create({
    data: {
      ...columns,
      organizationId,
      records: storedJson(records),
      createdAt: at,
      verificationStartedAt: at,
      // The first verification: the sweep of whichever replica comes first takes it.
      nextCheckAt: at,
      dkimKeys: { create: dkimKeys.map((key) => ({ ...key, createdAt: at })) },
    },
    select: shown,
  });
  const row = readRow(stored);
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'domain.create',
    target: { type: 'domain', id: row.id },
    after: describeDomain(row),
  });
  return row;
}

export function tooManyDomains(domainsMax: number): AppError {
  return new AppError(
    'plan_limit',
    `The plan allows ${domainsMax} domains. Delete one with DELETE /domains/{id}, or ask the operator for another plan.`,
  );
}

async function changeDomain(
  tx: Transaction,
  { organizationId, id }: DomainName,
  { action, data, ends = null, author }: DomainChange & { author: Author },
): Promise<DomainRow | null> {
  const where = { id, organizationId };
  const before = await lockDomain(tx, where);
  if (before === null) return null;
  if (ends !== null) await endClaim(tx, ends);
  await tx.domain.updateMany({ where, data: data(before) });
  const row = readRow(await tx.domain.findUniqueOrThrow({ where: { id }, select: shown }));
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: `domain.${action}`,
    target: { type: 'domain', id },
    before: describeDomain(before),
    after: describeDomain(row),
  });
  return row;
}

async function noteExternalResources(
  tx: Transaction,
  { organizationId, id }: DomainName,
  note: (known: ExternalResources) => Partial<ExternalResources>,
): Promise<void> {
  const where = { id, organizationId };
  const row = await lockDomain(tx, where);
  if (row === null) return;
  const { publishedRecords, identities } = note(row);
  await tx.domain.updateMany({
    where,
    data: {
      ...(publishedRecords && { publishedRecords: storedJson(publishedRecords) }),
      ...(identities && { identities: storedJson(identities) }),
    },
  });
}

/** Locks the row until the transaction ends. */
async function lockDomain(tx: Transaction, { organizationId, id }: DomainName): Promise<DomainRow | null> {
  if (!(await lockRow(tx, 'domain', { id, organizationId }))) return null;
  return readRow(await tx.domain.findUniqueOrThrow({ where: { id, organizationId }, select: shown }));
}
