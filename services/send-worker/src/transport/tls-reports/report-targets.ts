import type { DnsResolver } from '../dns/dns-resolver';

/** Where a domain wants its reports (RFC 8460 §3). */
export type ReportTarget =
  { readonly kind: 'mail'; readonly address: string } | { readonly kind: 'https'; readonly url: URL };

/** Empty: it wants none. Null: DNS does not answer. Never rejects. */
export type ReportTargets = (domain: string) => Promise<readonly ReportTarget[] | null>;

const targetsMax = 3;
const questionsAtOnceMax = 50;

export function createReportTargets(resolver: DnsResolver): ReportTargets {
  return async (domain) => {
    const answer = await resolver.lookUp(`_smtp._tls.${domain}`, 'TXT');
    if (answer.kind === 'unknown') return null;
    return answer.kind === 'records' ? readReportTargets(answer.records) : [];
  };
}

/** Of several records none counts (RFC 8460 §3). */
export function readReportTargets(records: readonly string[]): readonly ReportTarget[] {
  const own = records.filter((text) => /^v=TLSRPTv1[ \t]*(?:;|$)/.test(text));
  const [, list = ''] = /;[ \t]*rua[ \t]*=[ \t]*([^;]*)/.exec(own.length === 1 ? (own[0] ?? '') : '') ?? [];
  return list
    .split(',')
    .map((text) => readTarget(text.trim()))
    .filter((target) => target !== null)
    .slice(0, targetsMax);
}

function readTarget(text: string): ReportTarget | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' && url.username === '') return { kind: 'https', url };
  const [, address] = /^mailto:([^?]+)/i.exec(text) ?? [];
  // In an envelope and a header: nothing that could end either.
  const isPlain = address !== undefined && /^[A-Za-z0-9._%+=-]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(address);
  return isPlain ? { kind: 'mail', address } : null;
}

/** Those of the domains that publish a target; one whose record cannot be read now counts as one that has none. */
export async function wantsReports(
  targets: ReportTargets,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = new Set<string>();
  for (let start = 0; start < domains.length; start += questionsAtOnceMax) {
    const page = domains.slice(start, start + questionsAtOnceMax);
    const found = await Promise.all(page.map(targets));
    for (const [index, each] of found.entries()) {
      const domain = page[index];
      if (domain !== undefined && each !== null && each.length > 0) wanted.add(domain);
    }
  }
  return wanted;
}
