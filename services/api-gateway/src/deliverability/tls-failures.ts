import type { Finding } from '@postrider/contracts/deliverability';
import { evidenceMax } from './finding-source';

/** What TLS reports about a domain say; of reports whose sender DMARC has confirmed. */
export interface DomainTls {
  readonly domain: string;
  readonly successful: number;
  readonly failed: number;
  /** Most sessions first. */
  readonly failures: readonly {
    readonly result: string;
    readonly mailServer: string | null;
    readonly sessions: number;
    /** Domain that the reports came from. */
    readonly reporter: string;
    /** ISO 8601 */
    readonly firstReportedAt: string;
  }[];
}

/** Of some thousand servers that connect, a few always fail for reasons of their own. */
const failedMin = 10;
const failedPart = 0.01;
const severePart = 0.1;

/** Mail servers of a domain that others cannot reach over TLS as its policy demands: with MTA-STS or DANE, they do not deliver. */
export function tlsFailureFindings(domains: readonly DomainTls[]): Finding[] {
  return domains.flatMap(({ domain, successful, failed, failures }): Finding[] => {
    const sessions = successful + failed;
    const [most] = failures;
    if (failed < failedMin || failed < failedPart * sessions || most === undefined) return [];
    return [
      {
        code: 'tls_failures',
        severity: failed >= severePart * sessions ? 'error' : 'warning',
        subject: domain,
        since: failures.map(({ firstReportedAt }) => firstReportedAt).toSorted()[0] ?? null,
        evidence: [
          `TLS failed in ${failed} of ${sessions} sessions that other servers report.`,
          ...failures
            .slice(0, evidenceMax - 1)
            .map(
              ({ result, mailServer, sessions: count, reporter }) =>
                `${reporter}: ${result}${mailServer === null ? '' : ` at ${mailServer}`}, ${count} sessions.`,
            ),
        ],
        advice: advice[most.result] ?? 'Check the TLS settings of the mail servers in the MX records.',
      },
    ];
  });
}

const certificate =
  'Install a certificate on the mail server that is valid, from a public authority, and names the host in the MX record.';
const stsPolicy =
  'Check that the MTA-STS policy of the domain can be read over HTTPS with a valid certificate, and names the mail servers in the MX records.';
const dane = 'Correct the TLSA records of the mail server, or the DNSSEC signatures of its zone.';

/** By the result types of RFC 8460 §4.3. */
const advice: Readonly<Record<string, string>> = {
  'starttls-not-supported': 'Enable STARTTLS on the mail server.',
  'certificate-host-mismatch': certificate,
  'certificate-expired': certificate,
  'certificate-not-trusted': certificate,
  'sts-policy-fetch-error': stsPolicy,
  'sts-policy-invalid': stsPolicy,
  'sts-webpki-invalid': stsPolicy,
  'tlsa-invalid': dane,
  'dnssec-invalid': dane,
  'dane-required': dane,
};
