import type { DomainFailure, DomainRecord, DomainResource } from '@postrider/contracts/domains';
import type {
  DmarcPolicy,
  DomainStatus,
  DomainStream,
  InboundRule,
  OrganizationKind,
} from '@postrider/contracts/statuses';
import type { Prisma } from '@postrider/db';

type StoredRow = Prisma.DomainGetPayload<{ select: typeof shown }>;

/** A domain without its private keys. */
export type DomainRow = Omit<
  StoredRow,
  | 'records'
  | 'recordFaults'
  | 'publishedRecords'
  | 'identities'
  | 'status'
  | 'failedReason'
  | 'stream'
  | 'dnsMode'
  | 'transport'
  | 'inboundRule'
  | 'dmarcPolicy'
  | 'organization'
> & {
  readonly status: DomainStatus;
  readonly failedReason: DomainFailure | null;
  readonly stream: DomainStream;
  readonly dnsMode: DnsMode;
  readonly transport: string;
  readonly inboundRule: InboundRule;
  readonly dmarcPolicy: DmarcPolicy | null;
  readonly organization: { readonly kind: OrganizationKind };
  readonly records: readonly DomainRecord[];
  readonly recordFaults: readonly RecordFault[];
  readonly publishedRecords: readonly PublishedRecord[];
  readonly identities: readonly SendingIdentity[];
};

export type DnsMode = DomainResource['dns_mode'];

/** Of records that do not keep a domain from sending, and make some of its mail fail. */
export type RecordFault = SpfFault | WeakKeyFault;

interface SpfFault {
  readonly code: 'spf_lookups';
  readonly name: string;
  readonly lookups: number;
  readonly voids: number;
  readonly includes: readonly string[];
  /** ISO 8601: the first check that saw it. */
  readonly since: string;
}

interface WeakKeyFault {
  readonly code: 'dkim_weak';
  readonly name: string;
  readonly bits: number;
  readonly since: string;
}

/** A record that we made at the DNS provider. */
export interface PublishedRecord {
  readonly provider: 'cloudflare';
  readonly zoneId: string;
  readonly recordId: string;
  readonly type: DomainRecord['type'];
  readonly name: string;
  /** The tracking alias outlives the domain by two minutes. */
  readonly record: DomainRecord['record'];
}

/** Noted before it is asked for, so that what a crash leaves at the provider can be removed. */
export interface SendingIdentity {
  readonly region: string;
  readonly registeredAt: string | null;
}

/** The domain that holds a name, of whichever organization: what of it concerns others who want the name. */
export interface NameHolder {
  readonly id: string;
  readonly organizationId: string;
  readonly status: DomainStatus;
  readonly publishedRecords: readonly PublishedRecord[];
  readonly identities: readonly SendingIdentity[];
}

export const shown = {
  id: true,
  organizationId: true,
  name: true,
  status: true,
  failedReason: true,
  stream: true,
  dnsMode: true,
  transport: true,
  returnPathLabel: true,
  trackingLabel: true,
  replyLabel: true,
  inboundRule: true,
  inboundAddresses: true,
  dmarcPolicy: true,
  dmarcTesting: true,
  mtaStsId: true,
  records: true,
  recordFaults: true,
  trackingVerified: true,
  verifiedAt: true,
  verificationStartedAt: true,
  nextCheckAt: true,
  keyRotationRequestedAt: true,
  failingSince: true,
  warnedAt: true,
  publishedRecords: true,
  identities: true,
  warmUpStartedAt: true,
  lastCheckedAt: true,
  createdAt: true,
  dkimKeys: {
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      selector: true,
      algorithm: true,
      publicKey: true,
      active: true,
      createdAt: true,
      verifiedAt: true,
      activatedAt: true,
      retiredAt: true,
    },
  },
  organization: { select: { kind: true } },
} as const satisfies Prisma.DomainSelect;

/** The JSON columns hold what this service wrote into them; the table checks the others. */
export function readRow(row: StoredRow): DomainRow {
  return row as unknown as DomainRow;
}

/** For a JSON column; `readRow` is the way back. */
export function storedJson(values: readonly object[]): Prisma.InputJsonValue {
  return values;
}

/** For the audit log. */
export function describeDomain(row: DomainRow): Prisma.InputJsonObject {
  const { name, status, failedReason, stream, dnsMode, transport, inboundRule, inboundAddresses } = row;
  return {
    ...{ name, status, ...(failedReason !== null && { failedReason }), stream, dnsMode, transport },
    ...(inboundRule !== 'replies' && { inboundRule, inboundAddresses }),
  };
}

type Opening = Pick<DomainRow, 'status' | 'dnsMode' | 'transport' | 'identities'>;

/** What the caller has just done. */
export type Step = 'verify' | 'publish' | 'register-identity';

/**
 * A disabled domain has lost its records at the DNS service and the provider: it waits for its records again once the last
 * of these is back, the identity before the records. (A failed one does as soon as its owner acts on it: `NameClaims.hold`.)
 */
export function reopens(domain: Opening, step: Step): boolean {
  if (domain.status !== 'disabled') return false;
  const hasIdentity =
    domain.transport !== 'ses' || domain.identities.some(({ registeredAt }) => registeredAt !== null);
  return hasIdentity && (domain.dnsMode === 'manual' || step === 'publish');
}

/** The wait begins again, and with it the time of frequent checks. */
export function reopened(now: Date) {
  return {
    status: 'pending',
    failedReason: null,
    verificationStartedAt: now,
    failingSince: null,
    warnedAt: null,
  } as const;
}
