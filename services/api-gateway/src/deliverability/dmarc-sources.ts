import type { Finding } from '@postrider/contracts/deliverability';
import { classifySource, type SourceMarks } from '../domains/dmarc/classify-source';
import { evidenceMax } from './finding-source';

/** Sources in the DMARC reports about a domain, as `DmarcRepository.sources` finds them. */
export interface DomainSources {
  readonly domain: string;
  readonly sources: readonly {
    readonly source_ip: string;
    readonly first_day: string;
    /** Of reports whose sender DMARC has confirmed. */
    readonly marks: SourceMarks;
  }[];
}

/** Receivers make mistakes, and there are always some forged messages: so many are a finding. */
const ownFailedMin = 10;
const ownFailedPart = 0.01;
const unknownFailedMin = 50;
const unknownFailedPart = 0.01;

export const ownFailureAdvice =
  'Check that the DKIM records of the domain are as this service shows them, and that its DMARC record does not require strict alignment (`aspf=s`, `adkim=s`).';

/** Mail of ours that DMARC fails, and mail of senders that are not known here. */
export function dmarcSourceFindings(domains: readonly DomainSources[]): Finding[] {
  return domains.flatMap((domain) => [...ownFailures(domain), ...unknownSources(domain)]);
}

type Source = DomainSources['sources'][number];

function ownFailures({ domain, sources }: DomainSources): Finding[] {
  const own = sources.filter(({ marks }) => marks.isOwn);
  const failed = sum(own, 'failed');
  if (failed < ownFailedMin || failed < ownFailedPart * sum(own, 'messages')) return [];
  return [
    {
      code: 'dmarc_fail_own',
      severity: 'error',
      subject: domain,
      since: null,
      evidence: evidenceOf(own),
      advice: ownFailureAdvice,
    },
  ];
}

function unknownSources({ domain, sources }: DomainSources): Finding[] {
  const unknown = sources.filter(({ marks }) => classifySource(marks).type === 'unknown');
  const all = sum(sources, 'messages');
  const large = unknown.filter(
    ({ marks: { failed } }) => failed >= unknownFailedMin && failed >= unknownFailedPart * all,
  );
  if (large.length === 0) return [];
  const first = large.map(({ first_day: day }) => day).toSorted()[0];
  return [
    {
      code: 'dmarc_unknown_source',
      severity: 'warning',
      subject: domain,
      since: first === undefined ? null : `${first}T00:00:00.000Z`,
      evidence: evidenceOf(large),
      advice:
        'If you know the sender, give it a DKIM key or a subdomain of its own. If not, the email is forged: a DMARC policy of quarantine or reject keeps it from inboxes.',
    },
  ];
}

function evidenceOf(sources: readonly Source[]): string[] {
  return sources
    .filter(({ marks }) => marks.failed > 0)
    .toSorted((a, b) => b.marks.failed - a.marks.failed)
    .slice(0, evidenceMax)
    .map(
      ({ source_ip: address, marks: { hostName, failed, messages } }) =>
        `${hostName === null ? address : `${address} (${hostName})`}: ${failed} of ${messages} messages failed DMARC.`,
    );
}

function sum(sources: readonly Source[], name: 'messages' | 'failed'): number {
  return sources.reduce((total, { marks }) => total + marks[name], 0);
}
