import type { DomainRecord } from '@postrider/contracts';
import { evaluateRecord, possibleZones, type ExpectedRecord, type RecordResult } from '@postrider/mail';
import { promises as dns } from 'node:dns';
import { errorCode, formatHostPort, type HostPort } from '@postrider/runtime';

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

/** One verification run: asks DNS for every record and says what is wrong with each. */
export async function observeRecords(
  lookup: RecordLookup,
  domain: { readonly name: string; readonly records: readonly DomainRecord[] },
  expected: readonly ExpectedRecord[],
): Promise<Observation> {
  const observed = await Promise.all(
    expected.map(async (record) => {
      const last = domain.records.find(
        ({ record: kind, name }) => kind === record.record && name === record.name,
      );
      return observe(lookup, record, { domainName: domain.name, last });
    }),
  );
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
  { domainName, last }: { domainName: string; last: DomainRecord | undefined },
): Promise<Observed> {
  const answer = await lookup.find(expected.type, expected.name);
  if (answer.kind === 'unknown') {
    const error = `The DNS lookup of ${expected.name} failed (${answer.code}).`;
    const { status, observed } = last ?? { status: 'pending' as const, observed: [] };
    return { record: { ...expected, status, observed, error }, answered: false };
  }
  const result = evaluateRecord(expected, answer.values);
  const { status, error, hint } =
    result.status === 'missing' ? await explainMissing(lookup, expected, { domainName, result }) : result;
  const observed = answer.values.slice(0, observedMax).map((value) => value.slice(0, observedCharsMax));
  const notes = { ...(error !== undefined && { error }), ...(hint !== undefined && { hint }) };
  return { record: { ...expected, status, observed, ...notes }, answered: true };
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
  return result;
}

export type LookupAnswer =
  /** None: the name does not exist, or has no record of that type. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** DNS does not answer now, which says nothing about the record. */
  | { readonly kind: 'unknown'; readonly code: string };

/** Asks DNS each time: people look here to see whether what they changed a moment ago has arrived. */
export interface RecordLookup {
  /** TXT with its chunks joined, MX as `10 mx.example`, CNAME its target, A addresses. */
  find(type: ExpectedRecord['type'] | 'A', name: string): Promise<LookupAnswer>;
}

const notThereCodes = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);
/** Two attempts of three seconds bound a verification that a client waits for. */
const timeoutMs = 3_000;
const triesMax = 2;

/** @param servers empty: the system's */
export function createRecordLookup(servers: readonly HostPort[]): RecordLookup {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: triesMax });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  return {
    find: async (type, name) => {
      try {
        return { kind: 'values', values: await resolve(resolver, type, name) };
      } catch (error) {
        const code = errorCode(error);
        return notThereCodes.has(code) ? { kind: 'values', values: [] } : { kind: 'unknown', code };
      }
    },
  };
}

async function resolve(
  resolver: dns.Resolver,
  type: ExpectedRecord['type'] | 'A',
  name: string,
): Promise<string[]> {
  switch (type) {
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'A':
      return resolver.resolve4(name);
  }
}
