import { isIP } from 'node:net';
import type { TlsaRecord } from '@postrider/smtp-client';
import type { Answer, DecodedPacket } from 'dns-packet';

export interface DnsRecordData {
  readonly A: string;
  readonly AAAA: string;
  readonly MX: { readonly preference: number; readonly exchange: string };
  /** The strings of one record, joined. */
  readonly TXT: string;
  readonly TLSA: TlsaRecord;
}

export type DnsType = keyof DnsRecordData;

export type DnsAnswer<Type extends DnsType> =
  | {
      readonly kind: 'records';
      readonly records: readonly DnsRecordData[Type][];
      /** Of the records, after aliases. */
      readonly owner: string;
      /** A resolver that we trust has validated it (DNSSEC). */
      readonly isAuthentic: boolean;
    }
  | {
      readonly kind: 'none';
      /** The name is there, with other records. */
      readonly exists: boolean;
      readonly isAuthentic: boolean;
    }
  /** DNS does not answer now; to a validating resolver also: what it found is forged or badly signed. */
  | { readonly kind: 'unknown'; readonly code: string };

/** A loop of aliases ends here. */
const aliasesMax = 8;
/** No honest set is larger; what is beyond is not read. */
const recordsMax = 64;
const withoutSoaSeconds = 60;

/** What the answer says about the name that was asked for, and for how many seconds it may be believed. */
export function readAnswer<Type extends DnsType>(
  packet: DecodedPacket,
  { name, type, trustsAd }: { readonly name: string; readonly type: Type; readonly trustsAd: boolean },
): { readonly answer: DnsAnswer<Type>; readonly ttlSeconds: number } {
  const isAuthentic = trustsAd && packet.flag_ad;
  const found = packet.answers ?? [];
  let owner = name;
  let ttlSeconds = Infinity;
  for (let hop = 0; hop < aliasesMax; hop += 1) {
    const alias = found.find((each) => each.type === 'CNAME' && lower(each.name) === owner);
    if (alias?.type !== 'CNAME') break;
    owner = lower(alias.data);
    ttlSeconds = Math.min(ttlSeconds, alias.ttl ?? 0);
  }
  const own = found.filter((each) => each.type === type && lower(each.name) === owner).slice(0, recordsMax);
  const records = own.flatMap((each) => readRecord(each) as DnsRecordData[Type][]);
  if (own.length > 0) {
    ttlSeconds = Math.min(ttlSeconds, ...own.map((each) => ('ttl' in each ? (each.ttl ?? 0) : 0)));
    return { answer: { kind: 'records', records, owner, isAuthentic }, ttlSeconds };
  }
  const { rcode } = packet as DecodedPacket & { readonly rcode: string };
  const exists = rcode !== 'NXDOMAIN';
  return { answer: { kind: 'none', exists, isAuthentic }, ttlSeconds: negativeTtlSeconds(packet) };
}

/** RFC 2308 §5. */
function negativeTtlSeconds(packet: DecodedPacket): number {
  const soa = packet.authorities?.find((each) => each.type === 'SOA');
  if (soa?.type !== 'SOA') return withoutSoaSeconds;
  return Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0);
}

function readRecord(answer: Answer): DnsRecordData[DnsType][] {
  if (answer.type === 'A' || answer.type === 'AAAA') return isIP(answer.data) > 0 ? [answer.data] : [];
  if (answer.type === 'TXT') return [[answer.data].flat().map(String).join('')];
  if (answer.type === 'MX') {
    return [{ preference: answer.data.preference ?? 0, exchange: lower(answer.data.exchange) }];
  }
  if (answer.type !== 'TLSA') return [];
  const { usage, selector, matchingType, certificate } = answer.data;
  return [{ usage, selector, matchingType, data: Buffer.from(certificate) }];
}

/** Lower case, no trailing dot; the root is empty. */
function lower(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
