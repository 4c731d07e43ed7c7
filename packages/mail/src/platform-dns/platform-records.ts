import { platformSpfName } from '../domains/expected-records';
import { registrableDomain } from '../domains/registrable-domain';

/** What a record of the platform is for; a label of the metric `postrider_platform_records_wrong`. */
export const platformRecordPurposes = {
  host: 'Host of customers’ records: API, links, MTA-STS policies, bounces, replies and reports',
  mx: 'Complaints and DMARC reports. Without one, servers use the address of the host',
  spf: 'Addresses that email leaves from; customers’ SPF records include it',
  dmarc_reports: 'Allows DMARC reports about customers’ domains (RFC 7489 section 7.1)',
  web: 'Host of PUBLIC_URL or CONSOLE_URL',
  smtp: 'Host of the submission ports',
  ehlo: 'Name in EHLO; must lead to the address that email leaves from',
  ptr: 'Reverse DNS of that address, set by its provider; must lead to the name in EHLO',
  ehlo_spf: 'SPF of the name in EHLO, for email without a return path (RFC 7208 section 2.4)',
  dkim: 'The platform’s DKIM key',
  dmarc: 'DMARC policy of the domain that TLS reports are sent from',
  report_spf: 'SPF of the domain that TLS reports are sent from',
} as const;
export type PlatformRecordPurpose = keyof typeof platformRecordPurposes;

/** A DNS record that the operator of the platform publishes. */
export interface PlatformRecord {
  readonly purpose: PlatformRecordPurpose;
  readonly type: 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR';
  /** Of a PTR record the address itself: its name follows from it, and providers of addresses ask for the address. */
  readonly name: string;
  /** Null: an address that is not known here; any will do. */
  readonly value: string | null;
  readonly ttl: number;
  readonly priority?: number;
  /** False: recommended. One that says something wrong does harm all the same. */
  readonly isRequired: boolean;
}

/** An address that takes email for the platform. */
export interface PlatformMailbox {
  readonly address: string;
  readonly purpose: string;
  /** `postrider`: the inbound listener. `operator`: a mailbox of another server; the listener refuses such addresses. */
  readonly receivedBy: 'postrider' | 'operator';
}

export interface PlatformSource {
  /** As receivers see it; null: the operating system chooses, and `helloName` leads to it. */
  readonly address: string | null;
  /** Our name in EHLO. */
  readonly helloName: string;
}

/** The settings and addresses that the records follow from. */
export interface PlatformNaming {
  /** PLATFORM_HOST; null: not known here, then only records of other names are listed. */
  readonly platformHost: string | null;
  /** SMTP_NAME; null: not known here. */
  readonly smtpName: string | null;
  /** Hosts of PUBLIC_URL and CONSOLE_URL. */
  readonly webHosts: readonly string[];
  /** What the names above lead to; empty: not known here. */
  readonly hostAddresses: readonly string[];
  /** Where email leaves to MX hosts; empty: only through smart hosts and providers. */
  readonly sources: readonly PlatformSource[];
  /** Domains with the SPF records of smart hosts, such as `spf.relay.example`. */
  readonly spfIncludes: readonly string[];
  /** PLATFORM_DKIM_DOMAIN and PLATFORM_DKIM_SELECTOR, and the key's TXT record; null: no platform key. */
  readonly dkim: { readonly domain: string; readonly selector: string; readonly value: string } | null;
  /** TLS_REPORT_FROM; null: no reports. */
  readonly tlsReportFrom: string | null;
}

const ttlSeconds = 3_600;
const mxPriority = 10;

/**
 * All records that the platform needs in DNS, beside those of its sending domains (`expectedRecords`), to which the domain of
 * PLATFORM_FROM belongs.
 */
export function platformRecords(naming: PlatformNaming): PlatformRecord[] {
  const { platformHost, smtpName, webHosts, hostAddresses, sources } = naming;
  const names = [...webHosts.map((host) => ['web', host] as const), ['smtp', smtpName] as const];
  return unique([
    ...(platformHost === null ? [] : hostRecords(platformHost, naming)),
    ...names.flatMap(([purpose, name]) =>
      name === null || name === platformHost ? [] : addresses(purpose, name, hostAddresses),
    ),
    ...sources.flatMap(sourceRecords),
    ...(naming.dkim === null ? [] : [dkimRecord(naming.dkim)]),
    ...(platformHost === null || naming.tlsReportFrom === null
      ? []
      : reportRecords(platformHost, naming.tlsReportFrom)),
  ]);
}

function hostRecords(host: string, naming: PlatformNaming): PlatformRecord[] {
  return [
    required('spf', { type: 'TXT', name: platformSpfName(host), value: spfValue(naming) }),
    ...addresses('host', host, naming.hostAddresses),
    {
      ...required('mx', { type: 'MX', name: host, value: host }),
      ...{ priority: mxPriority, isRequired: false },
    },
    required('dmarc_reports', { type: 'TXT', name: `*._report._dmarc.${host}`, value: 'v=DMARC1;' }),
  ];
}

function dkimRecord({ domain, selector, value }: NonNullable<PlatformNaming['dkim']>): PlatformRecord {
  return required('dkim', { type: 'TXT', name: `${selector}._domainkey.${domain}`, value });
}

function reportRecords(platformHost: string, from: string): PlatformRecord[] {
  const domain = from.slice(from.indexOf('@') + 1);
  return [
    recommended('dmarc', {
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:dmarc@${platformHost}`,
    }),
    recommended('report_spf', {
      name: domain,
      value: `v=spf1 include:${platformSpfName(platformHost)} ~all`,
    }),
  ];
}

/** Mailboxes that senders of the Internet expect, or that we name in records and headers. */
export function platformMailboxes({
  platformHost,
  tlsReportFrom,
}: {
  readonly platformHost: string;
  readonly tlsReportFrom: string | null;
}): PlatformMailbox[] {
  const parent = registrableDomain(platformHost);
  const ours = (address: string, purpose: string) => ({ address, purpose, receivedBy: 'postrider' as const });
  const others = (address: string, purpose: string) => ({
    address,
    purpose,
    receivedBy: 'operator' as const,
  });
  return [
    ours(`fbl@${platformHost}`, 'Complaints: register it with the feedback loops of mailbox providers'),
    ours(`dmarc@${platformHost}`, 'DMARC aggregate reports about customers’ domains'),
    ours(`tls-reports@${platformHost}`, 'TLS reports about customers’ domains'),
    others(`postmaster@${parent}`, 'Contact of mail administrators (RFC 5321 section 4.5.1)'),
    others(`abuse@${parent}`, 'Contact for abuse (RFC 2142); name it with the provider of the addresses'),
    ...(tlsReportFrom === null ? [] : [others(tlsReportFrom, 'Sender and contact of TLS reports')]),
  ];
}

/** The system's own address is known by its name alone. */
function spfValue({ sources, spfIncludes }: PlatformNaming): string {
  const terms = sources.map(({ address, helloName }) =>
    address === null ? `a:${helloName}` : `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`,
  );
  return ['v=spf1', ...terms, ...spfIncludes.map((domain) => `include:${domain}`), '-all'].join(' ');
}

function sourceRecords({ address, helloName }: PlatformSource): PlatformRecord[] {
  return [
    ...addresses('ehlo', helloName, address === null ? [] : [address]),
    ...(address === null ? [] : [required('ptr', { type: 'PTR', name: address, value: helloName })]),
    recommended('ehlo_spf', { name: helloName, value: 'v=spf1 a -all' }),
  ];
}

function addresses(purpose: PlatformRecordPurpose, name: string, known: readonly string[]): PlatformRecord[] {
  if (known.length === 0) return [required(purpose, { type: 'A', name, value: null })];
  return known.map((address) =>
    required(purpose, { type: address.includes(':') ? 'AAAA' : 'A', name, value: address }),
  );
}

type Published = Pick<PlatformRecord, 'type' | 'name' | 'value'>;

function required(purpose: PlatformRecordPurpose, published: Published): PlatformRecord {
  return { purpose, ...published, ttl: ttlSeconds, isRequired: true };
}

function recommended(
  purpose: PlatformRecordPurpose,
  published: Pick<PlatformRecord, 'name' | 'value'>,
): PlatformRecord {
  return { purpose, type: 'TXT', ...published, ttl: ttlSeconds, isRequired: false };
}

/** One name may have several purposes; the first one counts. */
function unique(records: readonly PlatformRecord[]): PlatformRecord[] {
  const keyOf = ({ type, name, value }: PlatformRecord) => `${type} ${name} ${value}`.toLowerCase();
  const keys = records.map(keyOf);
  return records.filter((record, index) => keys.indexOf(keyOf(record)) === index);
}
