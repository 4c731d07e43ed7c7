import type { AppliedPolicy } from '../tls-policy/tls-policy';
import type { SessionCount } from './session-counts.repository';

/** Who reports. */
export interface Reporter {
  /** The domain that signs and sends. */
  readonly domain: string;
  /** For questions. */
  readonly contact: string;
}

const typeNames = { sts: 'sts', tlsa: 'tlsa', none: 'no-policy-found' } as const;

/** The same each time it is made: a report that is sent twice can be recognised. */
export function reportId({ day, domain }: { day: string; domain: string }, reporter: Reporter): string {
  return `${day}.${domain}@${reporter.domain}`;
}

/** The report about a domain's UTC day (RFC 8460 §4.4). */
export function composeTlsReport(
  { day, domain, counts }: { day: string; domain: string; counts: readonly SessionCount[] },
  reporter: Reporter,
): object {
  const types = [...new Set(counts.map(({ policy }) => policy.type))];
  return {
    'organization-name': reporter.domain,
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    'contact-info': reporter.contact,
    'report-id': reportId({ day, domain }, reporter),
    policies: types.map((type) =>
      policyResult(
        domain,
        counts.filter(({ policy }) => policy.type === type),
      ),
    ),
  };
}

function policyResult(domain: string, counts: readonly SessionCount[]): object {
  const failures = counts.filter(({ result }) => result !== 'success');
  const policy: AppliedPolicy = counts[0]?.policy ?? { type: 'none', text: [], mxPatterns: [] };
  return {
    policy: {
      'policy-type': typeNames[policy.type],
      ...(policy.text.length > 0 && { 'policy-string': policy.text }),
      'policy-domain': domain,
      ...(policy.mxPatterns.length > 0 && { 'mx-host': policy.mxPatterns }),
    },
    summary: {
      'total-successful-session-count': sum(counts) - sum(failures),
      'total-failure-session-count': sum(failures),
    },
    ...(failures.length > 0 && { 'failure-details': failures.map(failureDetail) }),
  };
}

function failureDetail({
  result,
  sendingAddress,
  mxHost,
  receivingAddress,
  sessions,
  reason,
}: SessionCount): object {
  return {
    'result-type': result,
    ...(sendingAddress !== '' && { 'sending-mta-ip': sendingAddress }),
    ...(mxHost !== '' && { 'receiving-mx-hostname': mxHost }),
    ...(receivingAddress !== '' && { 'receiving-ip': receivingAddress }),
    'failed-session-count': sessions,
    ...(reason !== null && { 'failure-reason-code': reason }),
  };
}

function sum(counts: readonly SessionCount[]): number {
  return counts.reduce((total, { sessions }) => total + sessions, 0);
}
