import type { ExpectedRecord } from './expected-records';
import { judgeDkim, judgeDmarc, judgeSpf } from './judge-text';
import type { RecordVerdict } from './record-verdict';

/**
 * Compares what DNS answered with what was expected; the error names the mistake.
 * @param observed values of that name and type: TXT with its chunks joined, MX as `10 mx.example`
 */
export function judgeRecord(expected: ExpectedRecord, observed: readonly string[]): RecordVerdict {
  if (observed.length === 0) {
    return { status: 'missing', error: `No ${expected.type} record is published at ${expected.name}.` };
  }
  switch (expected.record) {
    case 'DKIM':
      return judgeDkim(expected, observed);
    case 'SPF':
      return judgeSpf(expected, observed);
    case 'DMARC':
      return judgeDmarc(expected, observed);
    case 'MX':
    case 'REPLY':
      return judgeHosts(
        expected,
        observed.map((value) => value.slice(value.indexOf(' ') + 1)),
      );
    case 'TRACKING':
      return judgeHosts(expected, observed);
  }
}

/** Any other mail server beside ours would get a part of the bounces and replies. */
function judgeHosts({ name, value }: ExpectedRecord, hosts: readonly string[]): RecordVerdict {
  const others = hosts.filter((host) => canonicalHost(host) !== canonicalHost(value));
  if (others.length === 0) return { status: 'verified' };
  const named = others.map((host) => (host === '' ? 'nowhere (null MX)' : host)).join(', ');
  return others.length === hosts.length
    ? { status: 'mismatch', error: `${name} leads to ${named} instead of ${value}.` }
    : { status: 'mismatch', error: `${name} leads to ${named} beside ${value}; leave only the latter.` };
}

function canonicalHost(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, '');
}
