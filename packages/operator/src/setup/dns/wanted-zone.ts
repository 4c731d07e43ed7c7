import { isIP } from 'node:net';
import type { DomainResource } from '@postrider/contracts/domains';
import {
  checkPlatformRecords,
  evaluateRecord,
  platformRecords,
  type ExpectedRecord,
  type PlatformDns,
  type PlatformFinding,
  type PlatformNaming,
} from '@postrider/mail';
import type { Answers } from '../answers/answers';
import type { PublicAddress } from '../machine/addresses';

/** A record of the platform, or of its first domain. */
export interface WantedRecord {
  readonly type: string;
  readonly name: string;
  /** Null: to be filled in. */
  readonly value: string | null;
  readonly ttl: number;
  readonly priority?: number;
  readonly isRequired: boolean;
}

export interface RecordState {
  readonly record: WantedRecord;
  readonly state: PlatformFinding['state'];
  /** What is wrong. */
  readonly detail: string;
}

/** What the platform and its first domain need in DNS. */
export interface WantedZone {
  readonly records: readonly WantedRecord[];
  /** Of every record. */
  check(dns: PlatformDns): Promise<readonly RecordState[]>;
}

export function wantedZone(
  answers: Answers,
  addresses: readonly PublicAddress[],
  domain: Pick<DomainResource, 'records'>,
): WantedZone {
  const naming = namingOf(
    answers,
    addresses.map(({ address }) => address),
  );
  const expected = domain.records.map(expectedRecord);
  return {
    records: [...platformRecords(naming), ...expected.map(wantedRecord)],
    check: async (dns) => {
      const [ofPlatform, ofDomain] = await Promise.all([
        checkPlatformRecords(naming, dns),
        Promise.all(expected.map((record) => checkDomainRecord(record, dns))),
      ]);
      return [...ofPlatform, ...ofDomain];
    },
  };
}

/** Mail leaves by IPv4: an IPv6 address is for those who connect to us. */
function namingOf(answers: Answers, addresses: readonly string[]): PlatformNaming {
  const { delivery, platform_host, smtp_name, ehlo_name } = answers;
  const isDirect = delivery === 'direct';
  return {
    platformHost: platform_host,
    smtpName: smtp_name,
    webHosts: [platform_host],
    hostAddresses: addresses,
    sources: isDirect
      ? addresses
          .filter((address) => isIP(address) === 4)
          .map((address) => ({ address, helloName: ehlo_name }))
      : [],
    spfIncludes: isDirect ? [] : [delivery.spf_include],
    dkim: null,
    tlsReportFrom: null,
  };
}

function expectedRecord(stored: DomainResource['records'][number]): ExpectedRecord {
  const { record, type, name, value, ttl, required, priority } = stored;
  return { record, type, name, value, ttl, required, ...(priority !== undefined && { priority }) };
}

function wantedRecord({ record: _record, required: isRequired, ...record }: ExpectedRecord): WantedRecord {
  return { ...record, isRequired };
}

/** As the verification of the domain judges it. */
async function checkDomainRecord(expected: ExpectedRecord, dns: PlatformDns): Promise<RecordState> {
  const record = wantedRecord(expected);
  const found = await findRecords(dns, expected);
  if (found === null) return { record, state: 'unknown', detail: 'DNS does not answer' };
  const { status, error = '' } = evaluateRecord(expected, found);
  if (status === 'verified') return { record, state: 'ok', detail: '' };
  return { record, state: status === 'missing' ? 'missing' : 'wrong', detail: error };
}

/** MX as `10 mx.example`. Null: DNS does not answer. */
export async function findRecords(
  dns: PlatformDns,
  { type, name }: Pick<WantedRecord, 'type' | 'name'>,
): Promise<readonly string[] | null> {
  if (type === 'A' || type === 'AAAA' || type === 'MX' || type === 'TXT') {
    const answer = await dns.find(type, name);
    return answer.kind === 'values' ? answer.values : null;
  }
  try {
    return await dns.resolve(name, type);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
  }
}
