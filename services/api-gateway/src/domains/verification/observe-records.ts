import type { DomainRecord } from '@postrider/contracts/domains';
import {
  checkDomainSpf,
  dmarcTags,
  evaluateRecord,
  findInheritedDmarc,
  platformSpfName,
  possibleZones,
  type ExpectedRecord,
  type RecordResult,
} from '@postrider/mail';
import type { LookupAnswer, RecordLookup } from '@postrider/runtime';

export interface Observation {
  readonly records: DomainRecord[];
  /** Of all required records together; `unknown` when DNS did not answer for one and none is known to be wrong. */
  readonly required: 'verified' | 'wrong' | 'unknown';
  /** Null: DNS did not answer. */
  readonly trackingVerified: boolean | null;
  /** Names of DKIM records that are as expected. */
  readonly found: ReadonlySet<string>;
  /** Names of those that are missing or say something else; what DNS did not answer is in neither. */
  readonly wrong: ReadonlySet<string>;
}

/** A column of a hundred records under one name is not shown whole. */
const observedMax = 10;
const observedCharsMax = 1_000;

export interface VerifiedDomain {
  readonly name: string;
  /** As of the last check. */
  readonly records: readonly DomainRecord[];
  /** Addresses that its mail leaves from, which its SPF record must allow; empty: not known here. */
  readonly sourceAddresses: readonly string[];
  readonly platformHost: string;
}

/** One verification run: asks DNS for every record and says what is wrong with each. */
export async function observeRecords(
  lookup: RecordLookup,
  domain: VerifiedDomain,
  expected: readonly ExpectedRecord[],
): Promise<Observation> {
  const observed = await Promise.all(expected.map((record) => observe(lookup, record, domain)));
  const required = observed.filter(({ record }) => record.required);
  const tracking = observed.find(({ record }) => record.record === 'TRACKING');
  const keys = observed.filter(({ answered, record }) => answered && record.record === 'DKIM');
  const isWrong = required.some(({ answered, record }) => answered && record.status !== 'verified');
  const isUnknown = required.some(({ answered }) => !answered);
  return {
    records: observed.map(({ record }) => record),
    required: isWrong ? 'wrong' : isUnknown ? 'unknown' : 'verified',
    found: namesOf(keys, true),
    wrong: namesOf(keys, false),
    trackingVerified: tracking?.answered ? tracking.record.status === 'verified' : null,
  };
}

function namesOf(observed: readonly Observed[], isVerified: boolean): ReadonlySet<string> {
  const chosen = observed.filter(({ record }) => (record.status === 'verified') === isVerified);
  return new Set(chosen.map(({ record }) => record.name));
}

interface Observed {
  readonly record: DomainRecord;
  readonly answered: boolean;
}

async function observe(
  lookup: RecordLookup,
  expected: ExpectedRecord,
  domain: VerifiedDomain,
): Promise<Observed> {
  const answer = await lookup.find(expected.type, expected.name);
  const result = await evaluate(lookup, expected, { domain, answer });
  if (result === 'unknown') {
    const last = domain.records.find(
      ({ record, name }) => record === expected.record && name === expected.name,
    );
    const code = answer.kind === 'unknown' ? answer.code : 'of a name that it includes';
    const error = `The DNS lookup of ${expected.name} failed (${code}).`;
    const { status, observed } = last ?? { status: 'pending' as const, observed: [] };
    return { record: { ...expected, status, observed, error }, answered: false };
  }
  const { status, error, hint } = result;
  const values = answer.kind === 'values' ? answer.values : [];
  const observed = values.slice(0, observedMax).map((value) => value.slice(0, observedCharsMax));
  const notes = { ...(error !== undefined && { error }), ...(hint !== undefined && { hint }) };
  return { record: { ...expected, status, observed, ...notes }, answered: true };
}

async function evaluate(
  lookup: RecordLookup,
  expected: ExpectedRecord,
  { domain, answer }: { readonly domain: VerifiedDomain; readonly answer: LookupAnswer },
): Promise<RecordResult | 'unknown'> {
  if (answer.kind === 'unknown') return 'unknown';
  const result = evaluateRecord(expected, answer.values);
  if (result.status === 'missing') {
    return explainMissing(lookup, expected, { domainName: domain.name, result });
  }
  if (expected.record !== 'SPF' || result.status !== 'verified') return result;
  // Not that of a provider, whose addresses are its own.
  const isOurs = expected.value.includes(`include:${platformSpfName(domain.platformHost)} `);
  const addresses = isOurs ? domain.sourceAddresses : [];
  return checkDomainSpf(lookup.resolve, expected, { addresses, isOurs });
}

/** The two ways in which a record is often there after all, only not as it should be. */
async function explainMissing(
  lookup: RecordLookup,
  expected: ExpectedRecord,
  { domainName, result }: { domainName: string; result: RecordResult },
): Promise<RecordResult> {
  for (const zone of possibleZones(domainName)) {
    const doubled = `${expected.name}.${zone}`;
    const answer = await lookup.find(expected.type, doubled);
    if (answer.kind !== 'values' || evaluateRecord(expected, answer.values).status === 'missing') continue;
    const error = `The record is published at a doubled name, ${doubled}. The DNS provider appends ${zone} automatically: enter the name without it.`;
    return { status: 'missing', error };
  }
  if (expected.type === 'CNAME') {
    const answer = await lookup.find('A', expected.name);
    if (answer.kind === 'values' && answer.values.length > 0) {
      const error = `${expected.name} has addresses (${answer.values.join(', ')}) instead of a CNAME to ${expected.value}. If the DNS provider proxies it, turn the proxy off.`;
      return { status: 'mismatch', error };
    }
  }
  return expected.record === 'DMARC' ? withInherited(lookup, domainName, result) : result;
}

/** Receivers apply the record of the organizational domain meanwhile: one with another policy would change what they do. */
async function withInherited(
  lookup: RecordLookup,
  domainName: string,
  result: RecordResult,
): Promise<RecordResult> {
  const inherited = await findInheritedDmarc(async (name) => {
    const answer = await lookup.find('TXT', name);
    return answer.kind === 'values' ? answer.values : null;
  }, domainName);
  if (inherited === null) return result;
  const { name } = inherited;
  return { ...result, hint: `Receivers apply the record at ${name} until then: ${dmarcTags(inherited)}.` };
}
