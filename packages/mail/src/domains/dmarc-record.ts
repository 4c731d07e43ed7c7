import { dmarcPolicies, type DmarcPolicy, type ExpectedRecord, type RecordResult } from './expected-records';
import { parseTagList, theOne } from './tag-list';

/** What a DMARC record asks of receivers. */
export interface DmarcSetting {
  readonly policy: DmarcPolicy;
  /** `t=y`: receivers apply the policy below it, `quarantine` for `reject` and `none` for `quarantine` (RFC 9989 §4.7). */
  readonly testing: boolean;
}

type Tags = ReadonlyMap<string, string>;

const dmarcPattern = /^"?\s*v\s*=\s*DMARC1/i;
const policyTags = ['p', 'sp', 'np'];
/** Tags of RFC 7489 that RFC 9989 has removed. */
const obsoleteTags = ['pct', 'rf', 'ri'];
const lower: Readonly<Record<DmarcPolicy, DmarcPolicy>> = {
  reject: 'quarantine',
  quarantine: 'none',
  none: 'none',
};

/**
 * What receivers apply.
 * @param observed values of the TXT records at `_dmarc.<domain>`
 * @returns null: there is no DMARC record, several, or one that receivers ignore
 */
export function publishedDmarc(observed: readonly string[]): DmarcSetting | null {
  const tags = tagsOf(observed);
  const policy = tags && policyOf(tags);
  return tags && policy ? { policy, testing: isTesting(tags) } : null;
}

/** The same of a record that a name below its domain inherits (RFC 9989 §4.10.1). */
export function inheritedDmarc(observed: readonly string[]): DmarcSetting | null {
  const own = publishedDmarc(observed);
  const tags = tagsOf(observed);
  const below = tags && namedPolicy(tags.get('sp'));
  return own && tags ? { ...own, policy: (faultOf(tags) === null && below) || own.policy } : null;
}

/** `y`: a public suffix; `n`: an organizational domain, although its parent has a record (RFC 9989 §4.7). */
export function publicSuffixTag(observed: readonly string[]): 'y' | 'n' | null {
  const tag = tagsOf(observed)?.get('psd')?.toLowerCase();
  return tag === 'y' || tag === 'n' ? tag : null;
}

/** As in a record. */
export function dmarcTags({ policy, testing }: DmarcSetting): string {
  return testing ? `p=${policy}; t=y` : `p=${policy}`;
}

/** The record with another policy; its other tags are the owner's. */
export function withDmarcPolicy(value: string, { policy, testing }: DmarcSetting): string {
  const tags = parseTagList(value);
  if (namedPolicy(tags.get('p')) === policy && isTesting(tags) === testing) return value;
  const hasPolicy = /;\s*p\s*=/i.test(value);
  const changed = hasPolicy
    ? value.replace(/(;\s*p\s*=\s*)[^;\s]*/i, `$1${policy}`)
    : value.replace(/^[^;]*/, (version) => `${version}; p=${policy}`);
  const enforced = changed.replace(/;\s*t\s*=[^;]*/i, '');
  return testing ? enforced.replace(/;\s*p\s*=\s*[^;\s]*/i, (tag) => `${tag}; t=y`) : enforced;
}

/** Any policy will do, and reports may go to any address: both are the owner's choice. */
export function evaluateDmarc({ name, value }: ExpectedRecord, observed: readonly string[]): RecordResult {
  const one = theOne(observed, { pattern: dmarcPattern, what: 'DMARC record', name });
  if ('result' in one) return one.result;
  const found = parseTagList(one.value);
  const fault = faultOf(found);
  if (fault !== null) return { status: 'mismatch', error: `The DMARC record at ${name} ${fault}` };
  const hints = hintsOn(found, parseTagList(value));
  return hints.length === 0 ? { status: 'verified' } : { status: 'verified', hint: hints.join(' ') };
}

/** What makes receivers ignore a part of the record, or all of it (RFC 9989 §4.10.1). */
function faultOf(tags: Tags): string | null {
  for (const tag of policyTags) {
    const value = tags.get(tag);
    if (value !== undefined && namedPolicy(value) === null) {
      return `has ${tag}=${value.slice(0, 50)}: receivers treat it as p=none, or ignore it. Use ${tag}=none, ${tag}=quarantine or ${tag}=reject.`;
    }
  }
  if (tags.has('p') || hasReportAddress(tags)) return null;
  return 'has neither p= nor rua=, so receivers ignore it. It needs p=none, p=quarantine or p=reject.';
}

function hintsOn(found: Tags, expected: Tags): string[] {
  const own = { policy: policyOf(found) ?? 'none', testing: isTesting(found) } as const;
  const chosen = { policy: policyOf(expected) ?? 'none', testing: isTesting(expected) } as const;
  const isChosen = chosen.policy === own.policy && chosen.testing === own.testing;
  const [ours = ''] = reportAddresses(expected);
  const obsolete = obsoleteTags.filter((tag) => found.has(tag));
  return [
    ...(found.has('p') ? [] : ['The record has no p=, which receivers treat as p=none.']),
    ...(own.testing && own.policy !== 'none'
      ? [
          `The record is in test mode (t=y): receivers apply p=${lower[own.policy]} in place of p=${own.policy}.`,
        ]
      : []),
    // `none` is also what is expected where no policy was chosen.
    ...(isChosen || chosen.policy === 'none'
      ? []
      : [`The record has ${dmarcTags(own)}. To apply the chosen policy, change it to ${dmarcTags(chosen)}.`]),
    ...(expected.has('np') && !found.has('np') && own.policy !== 'none'
      ? ['With np=reject, it also protects names below the domain that do not exist.']
      : []),
    ...(obsolete.length === 0
      ? []
      : [
          `RFC 9989 has removed ${obsolete.join(', ')}: receivers ignore ${obsolete.length === 1 ? 'it' : 'them'}.${obsolete.includes('pct') ? ' To test a policy, use t=y.' : ''}`,
        ]),
    ...(reportAddresses(found).includes(ours)
      ? []
      : [`With ${ours} in rua=, Postrider also evaluates the aggregate reports about this domain.`]),
  ];
}

function tagsOf(observed: readonly string[]): Tags | null {
  const one = theOne(observed, { pattern: dmarcPattern, what: 'DMARC record', name: '' });
  return 'result' in one ? null : parseTagList(one.value);
}

/** A record without a valid policy is one of `none` if it asks for reports, else it is ignored (RFC 9989 §4.10.1). */
function policyOf(tags: Tags): DmarcPolicy | null {
  if (policyTags.some((tag) => tags.has(tag) && namedPolicy(tags.get(tag)) === null)) {
    return hasReportAddress(tags) ? 'none' : null;
  }
  return namedPolicy(tags.get('p')) ?? (hasReportAddress(tags) ? 'none' : null);
}

function namedPolicy(value: string | undefined): DmarcPolicy | null {
  const policy = value?.toLowerCase();
  return dmarcPolicies.find((each) => each === policy) ?? null;
}

function isTesting(tags: Tags): boolean {
  return tags.get('t')?.toLowerCase() === 'y';
}

function hasReportAddress(tags: Tags): boolean {
  return reportAddresses(tags).some((uri) => /^[a-z][a-z0-9+.-]*:./.test(uri));
}

/** Without the size that may stand behind an address (RFC 7489 §6.2). */
function reportAddresses(tags: Tags): string[] {
  return (tags.get('rua') ?? '').split(',').map((uri) =>
    uri
      .trim()
      .toLowerCase()
      .replace(/!\d+[kmgt]?$/, ''),
  );
}
