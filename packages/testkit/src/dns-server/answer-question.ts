import type { Answer, Question } from 'dns-packet';
import { canonicalName, type DnsRecord, type DnsZone, isAtOrBelow } from './dns-zone';

export type DnsAnswer =
  { kind: 'answers'; answers: Answer[] } | { kind: 'nxdomain' } | { kind: 'servfail' } | { kind: 'silence' };

/** A loop of CNAMEs ends here, as it does in a real resolver. */
const aliasesMax = 8;
/** Each character-string of a TXT record has at most 255 octets (RFC 1035, section 3.3.14). */
const textChunkOctets = 255;

/** What every resolver has, and no zone file: longer than 512 octets. */
const rootKeys = [1, 2, 3].map((octet): Answer => ({
  ...{ type: 'DNSKEY', name: '.', ttl: 60, class: 'IN' },
  data: { flags: 257, algorithm: 8, key: Buffer.alloc(256, octet) },
}));

/** Answers as a recursive resolver would: aliases are followed. */
export function answerQuestion(zone: DnsZone, question: Question): DnsAnswer {
  let name = canonicalName(question.name);
  if (isAtOrBelow(name, zone.silent)) return { kind: 'silence' };
  if (isAtOrBelow(name, zone.failing)) return { kind: 'servfail' };
  if (name === '' && question.type === 'DNSKEY') return { kind: 'answers', answers: rootKeys };
  const answers: Answer[] = [];
  for (let hop = 0; hop < aliasesMax; hop += 1) {
    const here = recordsAt(zone, name);
    const exact = here.filter((record) => record.type === question.type);
    if (exact.length > 0) return { kind: 'answers', answers: [...answers, ...exact.map(toAnswer)] };
    const alias = here.find((record) => record.type === 'CNAME');
    if (!alias) return exists(zone, name) || hop > 0 ? { kind: 'answers', answers } : { kind: 'nxdomain' };
    answers.push(toAnswer(alias));
    name = canonicalName(alias.value);
  }
  return { kind: 'servfail' };
}

/** Those of a wildcard where the name does not exist (RFC 4592). */
function recordsAt(zone: DnsZone, name: string): readonly DnsRecord[] {
  const exact = zone.records.filter((record) => canonicalName(record.name) === name);
  if (exact.length > 0 || exists(zone, name)) return exact;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const parent = name.slice(dot + 1);
    const wild = zone.records.filter((record) => canonicalName(record.name) === `*.${parent}`);
    if (wild.length > 0) return wild.map((record) => ({ ...record, name }));
    if (exists(zone, parent)) return [];
  }
  return [];
}

/** A name with records below it exists, even when it has none itself (RFC 8020). */
function exists(zone: DnsZone, name: string): boolean {
  return zone.records.some((record) => {
    const other = canonicalName(record.name);
    return other === name || other.endsWith(`.${name}`);
  });
}

function toAnswer(record: DnsRecord): Answer {
  const base = { name: record.name, ttl: record.ttl ?? 60, class: 'IN' as const };
  switch (record.type) {
    case 'TXT':
      return { ...base, type: 'TXT', data: textChunks(record.value) };
    case 'MX':
      return { ...base, type: 'MX', data: { preference: record.priority ?? 10, exchange: record.value } };
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return { ...base, type: record.type, data: record.value };
  }
}

function textChunks(text: string): Buffer[] {
  const octets = Buffer.from(text, 'utf8');
  const chunks: Buffer[] = [];
  for (let start = 0; start < octets.length; start += textChunkOctets) {
    chunks.push(octets.subarray(start, start + textChunkOctets));
  }
  return chunks.length > 0 ? chunks : [Buffer.alloc(0)];
}
