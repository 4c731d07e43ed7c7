import type { ExpectedRecord } from './expected-records';
import type { RecordVerdict } from './record-verdict';
import { parseTagList } from './tag-list';

const verified: RecordVerdict = { status: 'verified' };
const mismatch = (error: string): RecordVerdict => ({ status: 'mismatch', error });

export function judgeDkim({ name, value }: ExpectedRecord, observed: readonly string[]): RecordVerdict {
  const one = theOne(observed, { pattern: /(^|;)\s*p\s*=|^"?\s*v\s*=\s*DKIM1/, what: 'DKIM key', name });
  if ('verdict' in one) return one.verdict;
  const found = parseTagList(one.value);
  const expected = parseTagList(value);
  const key = withoutBlanks(found.get('p') ?? '');
  const ours = withoutBlanks(expected.get('p') ?? '');
  if (key === '') return mismatch(`The key at ${name} is empty, which means revoked.`);
  if (key !== ours) {
    return ours.startsWith(key)
      ? mismatch(
          `The key at ${name} is cut off after ${key.length} of ${ours.length} characters; a long value is entered whole, or in several quoted parts.`,
        )
      : mismatch(`The key at ${name} is the wrong key: it is not the one of this domain.`);
  }
  if ((found.get('v') ?? 'DKIM1') !== 'DKIM1') return mismatch(`v= at ${name} must be DKIM1.`);
  const type = expected.get('k') ?? 'rsa';
  if ((found.get('k') ?? 'rsa') !== type) return mismatch(`k= at ${name} must be ${type}.`);
  const hashes = found.get('h')?.split(':').map(withoutBlanks) ?? ['sha256'];
  if (!hashes.includes('sha256')) return mismatch(`h= at ${name} must allow sha256.`);
  return verified;
}

/** Other senders may stand in the record too: what counts is that ours are allowed, before `all` ends it. */
export function judgeSpf({ name, value }: ExpectedRecord, observed: readonly string[]): RecordVerdict {
  const one = theOne(observed, { pattern: /^"?v=spf1(\s|$)/i, what: 'SPF record', name });
  if ('verdict' in one) return one.verdict;
  const terms = one.value.toLowerCase().split(/\s+/);
  const end = terms.findIndex((term) => /^[+?~-]?all$/.test(term));
  const heeded = end < 0 ? terms : terms.slice(0, end);
  const needed = value.split(' ').filter((term) => term.startsWith('include:'));
  const absent = needed.filter((term) => !heeded.includes(term) && !heeded.includes(`+${term}`));
  return absent.length === 0
    ? verified
    : mismatch(`The SPF record at ${name} lacks ${absent.join(' ')} (before \`all\`).`);
}

/** Any policy will do: a stricter one than we propose is the owner's choice. */
export function judgeDmarc({ name }: ExpectedRecord, observed: readonly string[]): RecordVerdict {
  const one = theOne(observed, { pattern: /^"?\s*v\s*=\s*DMARC1/i, what: 'DMARC record', name });
  if ('verdict' in one) return one.verdict;
  const policy = parseTagList(one.value).get('p')?.toLowerCase() ?? '';
  return ['none', 'quarantine', 'reject'].includes(policy)
    ? verified
    : mismatch(`The DMARC record at ${name} needs p=none, p=quarantine or p=reject.`);
}

/** Receivers ignore all of several records of one kind (RFC 7208 §4.5, RFC 6376 §3.6.2.2, RFC 7489 §6.6.3). */
function theOne(
  observed: readonly string[],
  { pattern, what, name }: { pattern: RegExp; what: string; name: string },
): { value: string } | { verdict: RecordVerdict } {
  const found = observed.filter((value) => pattern.test(value));
  const [value = ''] = found;
  if (found.length === 0) {
    return { verdict: { status: 'missing', error: `${name} has a TXT record, but no ${what}.` } };
  }
  if (found.length > 1) {
    const error = `There are two records: ${found.length} times a ${what} at ${name}; leave only one.`;
    return { verdict: mismatch(error) };
  }
  if (value.startsWith('"')) {
    return { verdict: mismatch(`The ${what} at ${name} is published with quotation marks as a part of it.`) };
  }
  return { value: value.trim() };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
