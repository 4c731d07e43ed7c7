import { evaluateDmarc } from './dmarc-record';
import type { ExpectedRecord, RecordResult } from './expected-records';
import { parseTagList, theOne } from './tag-list';

const verified: RecordResult = { status: 'verified' };
const mismatch = (error: string): RecordResult => ({ status: 'mismatch', error });

/**
 * Compares what DNS answered with what was expected; the error names the mistake.
 * @param observed values of that name and type: TXT with its chunks joined, MX as `10 mx.example`
 */
export function evaluateRecord(expected: ExpectedRecord, observed: readonly string[]): RecordResult {
  if (observed.length === 0) {
    return { status: 'missing', error: `No ${expected.type} record is published at ${expected.name}.` };
  }
  switch (expected.record) {
    case 'DKIM':
      return evaluateDkim(expected, observed);
    case 'SPF':
      return evaluateSpfRecord(expected, observed);
    case 'DMARC':
      return evaluateDmarc(expected, observed);
    case 'MX':
    case 'REPLY':
      return evaluateHosts(
        expected,
        observed.map((value) => value.slice(value.indexOf(' ') + 1)),
      );
    case 'INBOUND':
      return evaluateInbound(
        expected,
        observed.map((value) => value.slice(value.indexOf(' ') + 1)),
      );
    case 'TRACKING':
      return evaluateHosts(expected, observed);
    case 'MTA_STS':
      return expected.type === 'TXT' ? evaluateMtaSts(expected, observed) : evaluateHosts(expected, observed);
    case 'TLS_RPT':
      return evaluateTlsRpt(expected, observed);
  }
}

/** Any other mail server beside ours would get a part of the bounces and replies. */
function evaluateHosts({ name, value }: ExpectedRecord, hosts: readonly string[]): RecordResult {
  const others = hosts.filter((host) => canonicalHost(host) !== canonicalHost(value));
  if (others.length === 0) return verified;
  const named = others.map((host) => (host === '' ? 'nothing (null MX)' : host)).join(', ');
  return others.length === hosts.length
    ? mismatch(`${name} points to ${named} instead of ${value}.`)
    : mismatch(`${name} points to ${named} as well as ${value}. Keep only the latter.`);
}

/** The mail server that the domain has already would lose its mail. */
function evaluateInbound(expected: ExpectedRecord, hosts: readonly string[]): RecordResult {
  const result = evaluateHosts(expected, hosts);
  const { name, value } = expected;
  if (result.error === undefined || hosts.every((host) => host === '')) return result;
  return mismatch(
    `${result.error} With ${value}, that server no longer receives email for ${name}. To keep it, add a subdomain as a domain and receive there.`,
  );
}

function canonicalHost(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, '');
}

function evaluateDkim({ name, value }: ExpectedRecord, observed: readonly string[]): RecordResult {
  const one = theOne(observed, { pattern: /(^|;)\s*p\s*=|^"?\s*v\s*=\s*DKIM1/, what: 'DKIM key', name });
  if ('result' in one) return one.result;
  const found = parseTagList(one.value);
  const expected = parseTagList(value);
  const key = withoutBlanks(found.get('p') ?? '');
  const ours = withoutBlanks(expected.get('p') ?? '');
  if (key === '') return mismatch(`The key at ${name} is empty, which means that it is revoked.`);
  if (key !== ours) {
    return ours.startsWith(key)
      ? mismatch(
          `The key at ${name} is truncated after ${key.length} of ${ours.length} characters. Enter a long value as a whole, or in several quoted strings.`,
        )
      : mismatch(`The key at ${name} is the wrong key: it is not the one for this domain.`);
  }
  if ((found.get('v') ?? 'DKIM1') !== 'DKIM1') return mismatch(`v= at ${name} must be DKIM1.`);
  const type = expected.get('k') ?? 'rsa';
  if ((found.get('k') ?? 'rsa') !== type) return mismatch(`k= at ${name} must be ${type}.`);
  const hashes = found.get('h')?.split(':').map(withoutBlanks) ?? ['sha256'];
  if (!hashes.includes('sha256')) return mismatch(`h= at ${name} must allow sha256.`);
  return verified;
}

/** One record, which receivers find. What it allows is found by its evaluation: `checkDomainSpf`. */
function evaluateSpfRecord({ name }: ExpectedRecord, observed: readonly string[]): RecordResult {
  const one = theOne(observed, { pattern: /^"?v=spf1(\s|$)/i, what: 'SPF record', name });
  return 'result' in one ? one.result : verified;
}

/** RFC 8461 §3.1: senders read the policy again only when the id changes. */
function evaluateMtaSts({ name, value }: ExpectedRecord, observed: readonly string[]): RecordResult {
  const one = theOne(observed, { pattern: /^"?\s*v\s*=\s*STSv1/, what: 'MTA-STS record', name });
  if ('result' in one) return one.result;
  const [found, expected] = [parseTagList(one.value).get('id'), parseTagList(value).get('id')];
  return found === expected
    ? verified
    : mismatch(`The id at ${name} is ${found ?? 'missing'}, but the policy has id=${expected}.`);
}

/** Reports may go anywhere (RFC 8460 §3): that is the owner's choice. */
function evaluateTlsRpt({ name, value }: ExpectedRecord, observed: readonly string[]): RecordResult {
  const one = theOne(observed, { pattern: /^"?\s*v\s*=\s*TLSRPTv1/, what: 'TLS reporting record', name });
  if ('result' in one) return one.result;
  const ours = parseTagList(value).get('rua') ?? '';
  const targets = (parseTagList(one.value).get('rua') ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase());
  if (targets.every((target) => !/^(?:mailto|https):./.test(target))) {
    return mismatch(`rua= at ${name} must name an address for reports, such as ${ours}.`);
  }
  if (targets.includes(ours)) return verified;
  return {
    ...verified,
    hint: `With ${ours} in rua=, Postrider also evaluates the TLS reports about this domain.`,
  };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
