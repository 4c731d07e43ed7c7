import { evaluateRecord } from '../domains/evaluate-record';
import {
  checkPlatformSpf,
  firstNotAllowed,
  once,
  type RefusedAddress,
  type ResolveRecords,
} from '../domains/evaluate-spf';
import {
  platformRecords,
  type PlatformNaming,
  type PlatformRecord,
  type PlatformSource,
} from './platform-records';

/** How DNS is asked. */
export interface PlatformDns {
  /** TXT with its chunks joined, MX as `10 mx.example`. `unknown`: DNS does not answer. */
  find(
    type: 'A' | 'AAAA' | 'MX' | 'TXT',
    name: string,
  ): Promise<{ readonly kind: 'values'; readonly values: readonly string[] } | { readonly kind: 'unknown' }>;
  readonly resolve: ResolveRecords;
  /** Whether the address has the name, and the name leads back to the address. */
  reverseName(source: {
    readonly address: string;
    readonly helloName: string;
  }): Promise<{ readonly error: string | null } | 'unknown'>;
}

export interface PlatformFinding {
  readonly record: PlatformRecord;
  /** `missing`: a recommended record is not there, which breaks nothing. `unknown`: DNS does not answer. */
  readonly state: 'ok' | 'missing' | 'wrong' | 'unknown';
  readonly detail: string;
}

type Verdict = Pick<PlatformFinding, 'state' | 'detail'>;

interface Question {
  readonly dns: PlatformDns;
  readonly naming: PlatformNaming;
  /** Of the sources that are known. */
  readonly addresses: readonly string[];
}

const ok = (detail: string): Verdict => ({ state: 'ok', detail });
const wrong = (detail: string): Verdict => ({ state: 'wrong', detail });
const unknown: Verdict = { state: 'unknown', detail: 'DNS does not answer' };
/** A domain whose DMARC reports may be sent here. */
const reportedDomain = 'example.com';

/** Resolves every record of the platform, and evaluates SPF as receivers do. Rejects only when `dns` does. */
export async function checkPlatformRecords(
  given: PlatformNaming,
  asked: PlatformDns,
): Promise<PlatformFinding[]> {
  const dns = { ...asked, resolve: once(asked.resolve) };
  const sources = (await Promise.all(given.sources.map((source) => withAddresses(source, dns)))).flat();
  const naming = { ...given, sources };
  const addresses = sources.flatMap(({ address }) => address ?? []);
  return Promise.all(
    platformRecords(naming).map(async (record) => ({
      record,
      ...(await check(record, { dns, naming, addresses })),
    })),
  );
}

/** Behind the system's choice, as far as DNS says it. */
async function withAddresses(source: PlatformSource, dns: PlatformDns): Promise<readonly PlatformSource[]> {
  if (source.address !== null) return [source];
  const found = await dns.find('A', source.helloName);
  const addresses = found.kind === 'values' ? found.values : [];
  return addresses.length === 0 ? [source] : addresses.map((address) => ({ ...source, address }));
}

async function check(record: PlatformRecord, question: Question): Promise<Verdict> {
  const { dns, addresses } = question;
  switch (record.purpose) {
    case 'spf':
      return checkSpf(record, question);
    case 'host':
    case 'web':
    case 'smtp':
    case 'ehlo':
      return checkAddress(record, dns);
    case 'ptr':
      return checkReverse(record, dns);
    case 'mx':
      return checkMx(record, dns);
    case 'dmarc_reports': {
      const name = record.name.replace('*', reportedDomain);
      return ofTexts(record, dns, { name, pattern: /^"?v=DMARC1\b/i });
    }
    case 'ehlo_spf':
      return checkOwnSpf(record, question, { addresses: addressesOf(record.name, question) });
    case 'report_spf':
      return checkOwnSpf(record, question, { addresses });
    case 'dkim':
      return evaluated(record, dns, 'DKIM');
    case 'dmarc':
      return evaluated(record, dns, 'DMARC');
  }
}

async function checkSpf({ name }: PlatformRecord, { dns, addresses }: Question): Promise<Verdict> {
  const checked = await checkPlatformSpf(dns.resolve, { include: name, addresses });
  if (checked === 'unknown') return unknown;
  if (checked.fault !== null) return wrong(checked.fault);
  return ok(addresses.length === 0 ? 'can be evaluated' : `allows ${listed(addresses)}`);
}

async function checkAddress({ type, name, value }: PlatformRecord, dns: PlatformDns): Promise<Verdict> {
  const types = value === null ? (['A', 'AAAA'] as const) : ([type === 'AAAA' ? 'AAAA' : 'A'] as const);
  const answers = await Promise.all(types.map((each) => dns.find(each, name)));
  const found = answers.flatMap((answer) => (answer.kind === 'values' ? answer.values : []));
  if (value === null ? found.length > 0 : found.includes(value)) return ok(`leads to ${listed(found)}`);
  if (answers.some(({ kind }) => kind === 'unknown')) return unknown;
  return found.length === 0
    ? wrong(`${name} has no address in DNS`)
    : wrong(`${name} leads to ${listed(found)}, not to ${value}`);
}

async function checkReverse({ name: address, value }: PlatformRecord, dns: PlatformDns): Promise<Verdict> {
  const helloName = value ?? '';
  const found = await dns.reverseName({ address, helloName });
  if (found === 'unknown') return unknown;
  return found.error === null ? ok(`resolves to ${helloName} and back`) : wrong(`${address}: ${found.error}`);
}

async function checkMx({ name }: PlatformRecord, dns: PlatformDns): Promise<Verdict> {
  const answer = await dns.find('MX', name);
  if (answer.kind === 'unknown') return unknown;
  if (answer.values.length === 0) {
    return { state: 'missing', detail: `${name} has no MX record: servers use its address` };
  }
  const isNull = answer.values.some((value) => value.split(' ')[1] === '');
  return isNull
    ? wrong(`${name} has a null MX record, which refuses all email`)
    : ok(`leads to ${listed(answer.values)}`);
}

/** SPF of a name of ours that no customer's record includes. */
async function checkOwnSpf(
  record: PlatformRecord,
  { dns }: Question,
  { addresses }: { readonly addresses: readonly string[] },
): Promise<Verdict> {
  const published = await ofTexts(record, dns, { name: record.name, pattern: /^"?v=spf1(\s|$)/i });
  if (published.state !== 'ok') return published;
  const refused = await firstNotAllowed(dns.resolve, { domain: record.name, addresses });
  if (refused === null) return published;
  return refused.result === 'temperror' ? unknown : wrong(refusal(record.name, refused));
}

function refusal(name: string, { result, reason, address }: RefusedAddress): string {
  return result === 'permerror'
    ? `receivers cannot evaluate the SPF record at ${name} (permerror: ${reason})`
    : `the SPF record at ${name} does not allow ${address} (${result})`;
}

async function ofTexts(
  record: PlatformRecord,
  dns: PlatformDns,
  { name, pattern }: { readonly name: string; readonly pattern: RegExp },
): Promise<Verdict> {
  const answer = await dns.find('TXT', name);
  if (answer.kind === 'unknown') return unknown;
  const found = answer.values.filter((value) => pattern.test(value));
  if (found.length > 0) return ok(listed(found));
  return absent(record, `${name} has no TXT record ${record.value}`);
}

async function evaluated(record: PlatformRecord, dns: PlatformDns, kind: 'DKIM' | 'DMARC'): Promise<Verdict> {
  const answer = await dns.find('TXT', record.name);
  if (answer.kind === 'unknown') return unknown;
  const { name, value, ttl } = record;
  const required = record.isRequired;
  const { status, error = '' } = evaluateRecord(
    { record: kind, type: 'TXT', name, value: value ?? '', ttl, required },
    answer.values,
  );
  if (status === 'verified') return ok('as expected');
  return status === 'missing' ? absent(record, error) : wrong(error);
}

function absent({ isRequired }: PlatformRecord, detail: string): Verdict {
  return { state: isRequired ? 'wrong' : 'missing', detail };
}

function addressesOf(name: string, { naming }: Question): string[] {
  return naming.sources.flatMap(({ address, helloName }) =>
    address !== null && helloName === name ? [address] : [],
  );
}

/** Some name servers answer with hundreds. */
function listed(values: readonly string[]): string {
  return values.slice(0, 3).join(', ').slice(0, 300);
}
