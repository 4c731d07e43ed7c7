/** Of the findings that `GET /deliverability` returns: those about reports and records. */
export type FindingCode =
  | 'dmarc_fail_own'
  | 'dmarc_unknown_source'
  | 'dmarc_requirement'
  | 'spf_lookups'
  | 'dkim_weak'
  | 'tls_failures'
  | 'no_unsubscribe';

/** Something that keeps mail from being received well, and what to do about it. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning' | 'info';
  /** What it is about: a domain, or an address. */
  readonly subject: string;
  /** Since when it is known, ISO 8601; null: not known. */
  readonly since: string | null;
  /** What shows it, in sentences; ten at most. */
  readonly evidence: readonly string[];
  readonly advice: string;
}

/** More is not read. */
export const evidenceMax = 10;
