import { registrableDomain } from './registrable-domain';

export type DomainRecordKind =
  'DKIM' | 'MX' | 'SPF' | 'DMARC' | 'TRACKING' | 'REPLY' | 'INBOUND' | 'MTA_STS' | 'TLS_RPT';

/** What receivers do with mail in a domain's name that is not authenticated (RFC 9989 §4.7), the weakest first. */
export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** A DNS record that the owner of a sending domain publishes. */
export interface ExpectedRecord {
  record: DomainRecordKind;
  type: 'TXT' | 'MX' | 'CNAME';
  name: string;
  value: string;
  ttl: number;
  priority?: number;
  /** Without it the domain does not count as verified. */
  required: boolean;
  /** For the owner of the domain. */
  hint?: string;
}

/** How what DNS has compares with it. */
export interface RecordResult {
  readonly status: 'verified' | 'missing' | 'mismatch';
  /** For the owner of the domain: what is wrong. */
  readonly error?: string;
  /** Of a record that will do: what it could do beside that. */
  readonly hint?: string;
}

export interface DomainNaming {
  readonly name: string;
  /** Labels below the domain. */
  readonly returnPathLabel: string;
  readonly trackingLabel: string;
  readonly replyLabel: string;
  /** It receives at addresses of its own, beside its reply address. */
  readonly receives: boolean;
  readonly keys: readonly PublishedKey[];
  /** Null: not chosen here. */
  readonly dmarcPolicy: DmarcPolicy | null;
  /** The chosen policy is in test mode (`t=y`). */
  readonly dmarcTesting: boolean;
  /** Id of its MTA-STS policy, which the platform serves; null: it has none. */
  readonly mtaStsId: string | null;
  /** Where the platform takes bounces, replies and DMARC reports, and answers links. */
  readonly platformHost: string;
  /** The primary region when the domain is sent through Amazon SES: bounces go there. */
  readonly sesRegion?: string | undefined;
}

export interface PublishedKey {
  readonly selector: string;
  /** rsa-2048 | ed25519 */
  readonly algorithm: string;
  /** Base64, as in `p=`. */
  readonly publicKey: string;
  /** False: the domain is verified without it. */
  readonly isRequired: boolean;
  /** For the owner of the domain: what this key is there for. */
  readonly note?: string;
}

/** Name of the platform's SPF record, which those of customers' domains include. */
export function platformSpfName(platformHost: string): string {
  return `_spf.${platformHost}`;
}

const ttlSeconds = 3_600;
const mxPriority = 10;

/** What the owner of the domain publishes, the required ones first. */
export function expectedRecords(domain: DomainNaming): ExpectedRecord[] {
  const { name, keys, platformHost, sesRegion } = domain;
  const returnPathHost = `${domain.returnPathLabel}.${name}`;
  const bounces =
    sesRegion === undefined
      ? { host: platformHost, include: platformSpfName(platformHost) }
      : // What SES asks of a custom MAIL FROM domain.
        { host: `feedback-smtp.${sesRegion}.amazonses.com`, include: 'amazonses.com' };
  return [
    ...keys.filter(({ isRequired }) => isRequired).map((key) => required('DKIM', dkimRecord(key, name))),
    required('MX', { type: 'MX', name: returnPathHost, value: bounces.host, priority: mxPriority }),
    required('SPF', { type: 'TXT', name: returnPathHost, value: `v=spf1 include:${bounces.include} ~all` }),
    ...keys
      .filter(({ isRequired }) => !isRequired)
      .map((key) => ({
        ...recommended('DKIM', dkimRecord(key, name)),
        ...(key.note !== undefined && { hint: key.note }),
      })),
    recommended('DMARC', {
      type: 'TXT',
      name: `_dmarc.${name}`,
      value: `v=DMARC1; ${dmarcTagsOf(domain)}; rua=mailto:dmarc@${platformHost}`,
    }),
    recommended('TRACKING', { type: 'CNAME', name: `${domain.trackingLabel}.${name}`, value: platformHost }),
    recommended('REPLY', {
      type: 'MX',
      name: `${domain.replyLabel}.${name}`,
      value: platformHost,
      priority: mxPriority,
    }),
    ...(domain.receives
      ? [
          {
            ...recommended('INBOUND', { type: 'MX', name, value: platformHost, priority: mxPriority }),
            hint: `This record routes all email for ${name} to Postrider. If ${name} already has mailboxes, for example at Google or Microsoft, keep that MX record, add a subdomain as a domain and receive there.`,
          },
        ]
      : []),
    ...(domain.mtaStsId === null
      ? []
      : [
          recommended('MTA_STS', { type: 'CNAME', name: `mta-sts.${name}`, value: platformHost }),
          recommended('MTA_STS', {
            type: 'TXT',
            name: `_mta-sts.${name}`,
            value: `v=STSv1; id=${domain.mtaStsId}`,
          }),
        ]),
    // Of interest where mail for the domain arrives here, or its policy says how it is to arrive.
    ...(domain.receives || domain.mtaStsId !== null
      ? [
          recommended('TLS_RPT', {
            type: 'TXT',
            name: `_smtp._tls.${name}`,
            value: `v=TLSRPTv1; rua=mailto:tls-reports@${platformHost}`,
          }),
        ]
      : []),
  ];
}

/**
 * Names that do not exist send nothing, so a policy that protects the domain refuses all mail from them. Receivers read `np` of
 * organizational domains alone (RFC 9989 §4.7); `none` reports and does nothing.
 */
function dmarcTagsOf({ name, dmarcPolicy, dmarcTesting }: DomainNaming): string {
  const policy = dmarcPolicy ?? 'none';
  if (policy === 'none') return 'p=none';
  const ofMissingNames = registrableDomain(name) === name ? '; np=reject' : '';
  return `p=${policy}${ofMissingNames}${dmarcTesting ? '; t=y' : ''}`;
}

type Published = Pick<ExpectedRecord, 'type' | 'name' | 'value' | 'priority'>;

function required(record: DomainRecordKind, published: Published): ExpectedRecord {
  return { record, ...published, ttl: ttlSeconds, required: true };
}

function recommended(record: DomainRecordKind, published: Published): ExpectedRecord {
  return { record, ...published, ttl: ttlSeconds, required: false };
}

function dkimRecord(key: PublishedKey, name: string): Published {
  return { type: 'TXT', name: `${key.selector}._domainkey.${name}`, value: dkimValue(key) };
}

function dkimValue({ algorithm, publicKey }: PublishedKey): string {
  return `v=DKIM1; k=${algorithm === 'ed25519' ? 'ed25519' : 'rsa'}; p=${publicKey}`;
}
