import {
  askOnce,
  askServer,
  DnsExchangeError,
  formatHostPort,
  rcodeOf,
  type DnsQuestion,
  type HostPort,
} from '@postrider/runtime';
import type { DoctorRow } from './doctor-row';

export interface CheckedResolver {
  readonly server: HostPort;
  /** The setting that names it; null: the system does. */
  readonly setting: string | null;
  /** It has to validate (DNSSEC): mail is routed by its AD bit. */
  readonly mustValidate: boolean;
}

/** Any resolver knows them, and mail goes there. */
const ordinary: DnsQuestion = { name: 'gmail.com', type: 'MX' };
/** Each resolver can have them, their answer is longer than 512 octets, and with its signatures than what many firewalls let pass. */
const large: DnsQuestion = { name: '.', type: 'DNSKEY' };
const signed: DnsQuestion = { name: '.', type: 'SOA' };
/** Signed wrongly on purpose: a resolver that validates answers SERVFAIL. */
const badlySigned: DnsQuestion = { name: 'dnssec-failed.org', type: 'A' };

/** As long as a delivery waits for one try. */
const timeoutMs = 2_000;

/** Whether each resolver gives mail routing what it needs: all rows that are not `ok` say which question failed, and what to do. */
export async function checkResolvers(resolvers: readonly CheckedResolver[]): Promise<DoctorRow[]> {
  const rows = await Promise.all(resolvers.map(checkResolver));
  return rows.flat();
}

async function checkResolver(resolver: CheckedResolver): Promise<DoctorRow[]> {
  const row = { check: 'resolver', name: nameOf(resolver) };
  const answer = await attempt(() => askServer(ordinary, { server: resolver.server, timeoutMs }));
  if (typeof answer === 'string') {
    const remove =
      resolver.setting === null
        ? 'replace it in the settings of the system'
        : `remove it from ${resolver.setting}`;
    const detail = `does not answer ${textOf(ordinary)} (${answer}): start it, or ${remove}. Every look-up that asks it waits in vain`;
    return [{ ...row, state: 'wrong', detail }];
  }
  const findings = await Promise.all([
    checkTcp(resolver),
    checkEdns(resolver),
    ...(resolver.mustValidate ? [checkValidation(resolver), checkRefusal(resolver)] : []),
  ]);
  const faults = findings.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) return faults.map((detail) => ({ ...row, state: 'wrong', detail }));
  const notes = findings.flatMap(({ note }) => note ?? []);
  return [{ ...row, state: 'ok', detail: notes.join('; ') }];
}

interface Finding {
  readonly fault?: string;
  readonly note?: string;
}

/** An answer that is too long for a datagram is cut short, and comes by TCP. */
async function checkTcp({ server }: CheckedResolver): Promise<Finding> {
  const byTcp = await attempt(() => askOnce(large, { server, transport: 'tcp', timeoutMs }));
  if (typeof byTcp === 'string') {
    return {
      fault: `does not answer ${textOf(large)} over TCP (${byTcp}): answers that are cut short over UDP are lost, such as long TXT and TLSA records. Allow TCP to port ${server.port} of it`,
    };
  }
  if ((byTcp.answers ?? []).length === 0) {
    return {
      fault: `has no answer to ${textOf(large)} (${rcodeOf(byTcp)}): it does not resolve the names of the Internet. Use a recursive resolver`,
    };
  }
  const cut = await attempt(() => askOnce(large, { server, transport: 'udp', timeoutMs, edns: false }));
  if (typeof cut === 'string') return { fault: `does not answer ${textOf(large)} without EDNS (${cut})` };
  const isWhole = (cut.answers ?? []).length >= (byTcp.answers ?? []).length;
  if (!cut.flag_tc && !isWhole) {
    return {
      fault: `cuts the answer to ${textOf(large)} short over UDP and does not say so (TC): records are lost. Use another resolver, or one without the middlebox in front of it`,
    };
  }
  return { note: 'TCP' };
}

/** EDNS lets an answer over UDP be longer than 512 octets, and carries DNSSEC. */
async function checkEdns({ server, mustValidate }: CheckedResolver): Promise<Finding> {
  const answer = await attempt(() =>
    askOnce(large, { server, transport: 'udp', timeoutMs, withSignatures: true }),
  );
  if (typeof answer === 'string') {
    return {
      fault: `does not answer ${textOf(large)} over UDP with EDNS (${answer}): a firewall drops long datagrams. Allow UDP answers of at least 1,232 octets from port ${server.port}, or use a resolver on this machine`,
    };
  }
  const hasEdns = (answer.additionals ?? []).some(({ type }) => type === 'OPT');
  if (hasEdns) return { note: 'EDNS' };
  if (!mustValidate) return { note: 'no EDNS, so long answers come by TCP' };
  return {
    fault: `does not support EDNS (${textOf(large)}), without which there is no DNSSEC. Use another resolver`,
  };
}

/** The root is signed, and a resolver that validates has its key. */
async function checkValidation({ server, setting }: CheckedResolver): Promise<Finding> {
  const answer = await attempt(() => askOnce(signed, { server, transport: 'udp', timeoutMs }));
  if (typeof answer !== 'string' && answer.flag_ad) return { note: 'DNSSEC' };
  const why = typeof answer === 'string' ? answer : 'no AD bit';
  return {
    fault: `does not validate ${textOf(signed)} (${why}): DANE is not used. Turn on DNSSEC validation in it, or remove it from ${setting}`,
  };
}

async function checkRefusal({ server, setting }: CheckedResolver): Promise<Finding> {
  const answer = await attempt(() => askOnce(badlySigned, { server, transport: 'udp', timeoutMs }));
  const isAccepted = typeof answer !== 'string' && (answer.answers ?? []).length > 0;
  if (!isAccepted) return {};
  return {
    fault: `accepts a wrong signature (${textOf(badlySigned)}): forged answers would route mail. Turn on DNSSEC validation in it, or remove it from ${setting}`,
  };
}

/** The answer, or why there is none. */
async function attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DnsExchangeError) return error.code;
    throw error;
  }
}

function nameOf({ server, setting }: CheckedResolver): string {
  return `${formatHostPort(server)} of ${setting ?? 'the system'}`;
}

function textOf({ type, name }: DnsQuestion): string {
  return `${type} ${name}`;
}
