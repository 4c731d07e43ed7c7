import type { DomainTlsReports } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';

interface Window {
  readonly organizationId: string;
  readonly domainId: string;
  /** Reports whose period begins since. */
  readonly from: Date;
}

type Sums = Pick<DomainTlsReports, 'reports' | 'successful' | 'failed'>;
type FailureRow = DomainTlsReports['failures'][number];

const failuresMax = 50;
const reportersMax = 10;
// Anybody can write a report: only those count whose sender DMARC has confirmed.
const inWindow = "r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= $3 AND r.sender <> ''";

export async function sumTlsReports(
  pool: Pool,
  { organizationId, domainId, from }: Window,
): Promise<Sums | undefined> {
  const { rows } = await pool.query<Sums>({
    name: 'console.sum-tls-reports',
    text: `
SELECT count(DISTINCT r.id)::int8 AS reports, coalesce(sum((policy ->> 'successful')::int8), 0)::int8 AS successful,
       coalesce(sum((policy ->> 'failed')::int8), 0)::int8 AS failed
  FROM received_tls_reports r LEFT JOIN LATERAL jsonb_array_elements(r.policies) AS policy ON true
 WHERE ${inWindow}`,
    values: [organizationId, domainId, from],
  });
  return rows[0];
}

/** Most sessions first. */
export async function findTlsFailures(
  pool: Pool,
  { organizationId, domainId, from }: Window,
): Promise<FailureRow[]> {
  const { rows } = await pool.query<FailureRow>({
    name: 'console.find-tls-failures',
    text: `
SELECT f.policy_type, f.result, f.mx_host AS mail_server, f.reason, sum(f.sessions)::int8 AS sessions,
       (array_agg(DISTINCT r.sender))[1:${reportersMax}] AS reporters,
       to_char(min(r.begins_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first_day,
       to_char(max(r.begins_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last_day
  FROM received_tls_reports r JOIN received_tls_failures f ON f.report_id = r.id
 WHERE ${inWindow}
 GROUP BY 1, 2, 3, 4 ORDER BY sum(f.sessions) DESC, 1, 2, 3, 4 LIMIT ${failuresMax}`,
    values: [organizationId, domainId, from],
  });
  return rows;
}
