import type { Finding } from '@postrider/contracts/deliverability';
import { evidenceMax } from './finding-source';

/** A reason that a receiver gave in DMARC reports, of one domain. */
export interface DmarcReasonFact {
  readonly domain: string;
  readonly comment: string | null;
  readonly messages: number;
  /** Domain that DMARC has confirmed as the sender of the reports: anybody can call himself google.com in one. */
  readonly reporter: string;
  readonly firstReportedAt: Date;
}

/**
 * Requirements that mail did not meet: Gmail writes them into its reports before it refuses mail
 * (`Sender requirement failed: 550-5.7.30 …`). Other comments are notes about one message and no finding.
 */
export function dmarcRequirementFindings(facts: readonly DmarcReasonFact[]): Finding[] {
  const failed = facts.filter(({ comment }) => comment !== null && requirementPattern.test(comment));
  return [...Map.groupBy(failed, ({ domain }) => domain)].map(([domain, reasons]) => {
    const ofDomain = reasons.toSorted((a, b) => b.messages - a.messages);
    const isRefused = ofDomain.some(({ comment }) => /\b5\.7\.\d/.test(comment ?? ''));
    const first = Math.min(...ofDomain.map(({ firstReportedAt }) => firstReportedAt.getTime()));
    return {
      code: 'dmarc_requirement',
      severity: isRefused ? 'error' : 'warning',
      subject: domain,
      since: new Date(first).toISOString(),
      evidence: ofDomain
        .slice(0, evidenceMax)
        .map(({ reporter, messages, comment }) => `${reporter}, ${messages} messages: ${comment}`),
      advice: adviceOn(ofDomain),
    };
  });
}

const requirementPattern = /sender requirement|\b[45]\d\d[ -]{0,2}[45]\.7\.\d{1,3}\b/i;

/** Gmail's codes: https://support.google.com/a/answer/3726730 */
const requirements: readonly { readonly codes: readonly number[]; readonly advice: string }[] = [
  {
    codes: [26],
    advice: 'Publish the DKIM, MX and SPF records of the domain: its email is not authenticated.',
  },
  { codes: [27], advice: 'Publish the MX and SPF records of the return path: SPF does not pass.' },
  { codes: [30], advice: 'Publish the DKIM record of the domain: DKIM does not pass.' },
  {
    codes: [32],
    advice: 'Send from a domain that is verified here: From does not match the domain of DKIM or SPF.',
  },
  { codes: [40], advice: 'Publish a DMARC record for the domain.' },
  {
    codes: [23, 25],
    advice: 'The sending address has no reverse DNS name: its operator must set one that leads back to it.',
  },
  { codes: [29], advice: 'Email arrived without TLS: the operator of the sending server must enable it.' },
];
const otherAdvice =
  'Meet the requirement that the receiver names. Until then it may defer, refuse or file the email as spam.';

function adviceOn(reasons: readonly DmarcReasonFact[]): string {
  const codes = new Set(
    reasons.flatMap(({ comment }) =>
      [...(comment ?? '').matchAll(/\b[45]\.7\.(\d{1,3})\b/g)].map(([, code]) => Number(code)),
    ),
  );
  const known = requirements.filter((requirement) => requirement.codes.some((code) => codes.has(code)));
  const advice = known.length > 0 ? known.map((requirement) => requirement.advice).join(' ') : otherAdvice;
  return `${advice} If the address that sent the messages is not yours or Postrider’s, another service sends as this domain.`;
}
