import type { Pool } from '@postrider/db';

/** A report that is due, ours for the time of a lease. */
export interface DueReport {
  /** `2026-01-31` */
  readonly day: string;
  readonly domain: string;
  /** This one counted. */
  readonly attempts: number;
}

const leaseMinutes = 10;

const claimSql = `
UPDATE tls_reports AS report
SET attempts = report.attempts + 1, lease_until = $1::timestamptz + interval '${leaseMinutes} min'
FROM (
  SELECT day, policy_domain FROM tls_reports
  WHERE status = 'pending' AND next_attempt_at <= $1 AND (lease_until IS NULL OR lease_until < $1)
  ORDER BY next_attempt_at
  LIMIT $2
  FOR UPDATE SKIP LOCKED
) AS due
WHERE report.day = due.day AND report.policy_domain = due.policy_domain
RETURNING report.day::text, report.policy_domain, report.attempts`;

export async function claimReports(
  pool: Pool,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly DueReport[]> {
  const { rows } = await pool.query<{ day: string; policy_domain: string; attempts: number }>({
    name: 'tls-reports.claim',
    text: claimSql,
    values: [now, limit],
  });
  return rows.map(({ day, policy_domain: domain, attempts }) => ({ day, domain, attempts }));
}

export type ReportOutcome =
  | { readonly kind: 'sent' }
  /** The domain publishes no target any more. */
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAt: Date | null };

const settleSql = `
UPDATE tls_reports
SET status = $3, lease_until = NULL, next_attempt_at = coalesce($4, next_attempt_at), last_error = $5,
    sent_at = CASE WHEN $3 = 'sent' THEN $6::timestamptz END
WHERE day = $1 AND policy_domain = $2 AND status = 'pending'`;

export async function settleReport(
  pool: Pool,
  { report, outcome, now }: { report: DueReport; outcome: ReportOutcome; now: Date },
): Promise<void> {
  const isFailure = outcome.kind === 'failed';
  const retryAt = isFailure ? outcome.retryAt : null;
  await pool.query({
    name: 'tls-reports.settle',
    text: settleSql,
    values: [
      report.day,
      report.domain,
      retryAt === null ? outcome.kind : 'pending',
      retryAt,
      isFailure ? outcome.reason : null,
      now,
    ],
  });
}

const deleteSql = 'DELETE FROM tls_reports WHERE day < $1::date - 30';

export async function deleteOldReports(pool: Pool, today: string): Promise<void> {
  await pool.query({ name: 'tls-reports.delete-reports', text: deleteSql, values: [today] });
}
