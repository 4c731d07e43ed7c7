import type { ExpectedRecord, RecordResult } from './expected-records';

/** What DNS answers, as `node:dns` has it: TXT as lists of chunks, MX as objects. Rejects with a code where there is no answer. */
export type ResolveRecords = (name: string, type: string) => Promise<string[]>;

export interface SpfVerdict {
  readonly result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'temperror';
  /** Of an error. */
  readonly reason: string;
}

/** One look-up leads to the next; ten of them, each with a slow answer. */
const timeMaxMs = 10_000;

/** As a receiver evaluates the record of a domain for mail from an address (RFC 7208), with its limits of 10 look-ups and 2 void ones. */
export async function evaluateSpf(
  resolve: ResolveRecords,
  { domain, address }: { readonly domain: string; readonly address: string },
): Promise<SpfVerdict> {
  // Its dependencies take 16 MB of memory: loaded by the first evaluation.
  const { spf } = await import('mailauth/lib/spf/index.js');
  const sender = `postmaster@${domain}`;
  const { status } = await spf({
    ...{ sender, ip: address, helo: domain, mta: 'postrider', resolver: resolve },
    ...{ strict: true, maxElapsedTime: timeMaxMs },
  });
  const [, reason = ''] = (status.comment ?? '').split(`lookup of ${sender}: `);
  return { result: status.result as SpfVerdict['result'], reason };
}

export type RefusedAddress = SpfVerdict & { readonly address: string };

/** The first of the addresses that the record does not allow; null: it allows all. */
export async function firstNotAllowed(
  resolve: ResolveRecords,
  { domain, addresses }: { readonly domain: string; readonly addresses: readonly string[] },
): Promise<RefusedAddress | null> {
  for (const address of addresses) {
    const verdict = await evaluateSpf(resolve, { domain, address });
    if (verdict.result !== 'pass') return { ...verdict, address };
  }
  return null;
}

/** An address for documentation (RFC 5737), which no mail comes from. */
const probeAddress = '192.0.2.1';

/**
 * Whether the platform's own record does what customers' records rely on, evaluated by way of a record like theirs.
 * @param addresses that mail leaves from; empty: not known, then the record only has to be there and without errors
 * @returns what is wrong, null if nothing. `unknown`: DNS does not answer
 */
export async function checkPlatformSpf(
  resolve: ResolveRecords,
  { include, addresses }: { readonly include: string; readonly addresses: readonly string[] },
): Promise<{ readonly fault: string | null } | 'unknown'> {
  const domain = `customer.${include.replace(/^_spf\./, '')}`;
  const asCustomer = answering(resolve, domain, `v=spf1 include:${include} ~all`);
  if (addresses.length === 0) {
    const { result, reason } = await evaluateSpf(asCustomer, { domain, address: probeAddress });
    if (result === 'temperror') return 'unknown';
    return { fault: result === 'permerror' ? permanentError(include, reason) : null };
  }
  const refused = await firstNotAllowed(asCustomer, { domain, addresses });
  if (refused === null) return { fault: null };
  const { result, reason, address } = refused;
  if (result === 'temperror') return 'unknown';
  return {
    fault:
      result === 'permerror'
        ? permanentError(include, reason)
        : `the SPF record at ${include} does not allow ${address}`,
  };
}

function permanentError(name: string, reason: string): string {
  return `receivers cannot evaluate the SPF record at ${name} (permerror: ${reason})`;
}

/**
 * Whether the SPF record of a domain allows our servers. What counts is its evaluation, not its text: it may list others in any way. A fault
 * of the record that it includes, which is the platform's, is none of the domain's.
 * @param addresses that the domain's mail leaves from; empty: not known here
 * @param isOurs whether the included record is the platform's
 */
export async function checkDomainSpf(
  resolveRecords: ResolveRecords,
  { name, value }: Pick<ExpectedRecord, 'name' | 'value'>,
  { addresses, isOurs }: { readonly addresses: readonly string[]; readonly isOurs: boolean },
): Promise<RecordResult | 'unknown'> {
  const include = /include:(\S+)/.exec(value)?.[1] ?? '';
  const resolve = once(resolveRecords);
  const refused = await firstNotAllowed(resolve, { domain: name, addresses });
  if (refused === null && addresses.length > 0) return { status: 'verified' };
  const probe = await evaluateSpf(answering(resolve, include, `v=spf1 ip4:${probeAddress} -all`), {
    ...{ domain: name, address: probeAddress },
  });
  if (probe.result === 'temperror') return 'unknown';
  if (probe.result !== 'pass') return mismatch(name, include, probe);
  const ours = isOurs ? await checkPlatformSpf(resolve, { include, addresses }) : 'unknown';
  if (ours !== 'unknown' && ours.fault !== null) {
    const hint = `No action needed: this record is correct, but ${ours.fault}. The operator of the platform must correct that.`;
    return { status: 'verified', hint };
  }
  if (refused === null) return { status: 'verified' };
  return refused.result === 'temperror' ? 'unknown' : mismatch(name, include, refused);
}

function mismatch(name: string, include: string, { result, reason }: SpfVerdict): RecordResult {
  const error =
    result === 'permerror'
      ? `Receivers cannot evaluate the SPF record at ${name} (permerror): ${reason}.`
      : `The SPF record at ${name} does not allow our servers (${result}): it needs include:${include} before any term that matches them, and before \`all\`.`;
  return { status: 'mismatch', error };
}

/** The resolver with another answer for one TXT record. */
function answering(resolve: ResolveRecords, name: string, value: string): ResolveRecords {
  return (asked, type) =>
    type === 'TXT' && asked.toLowerCase() === name.toLowerCase()
      ? // The type of mailauth's resolver is that of addresses.
        Promise.resolve([[value]] as unknown as string[])
      : resolve(asked, type);
}

/** Each question is asked once, however many addresses are evaluated. */
export function once(resolve: ResolveRecords): ResolveRecords {
  const answers = new Map<string, Promise<string[]>>();
  return (name, type) => {
    const question = `${type} ${name.toLowerCase()}`;
    const answer = answers.get(question) ?? resolve(name, type);
    answers.set(question, answer);
    return answer;
  };
}
