import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import type { PoolClient } from '@postrider/db';
import type { ReceivedTlsReport } from '@postrider/mail';
import type { ReportedDomain } from './dmarc-reports.repository';

export interface NewTlsReport {
  readonly report: ReceivedTlsReport;
  /** For which domain its mail passed DMARC; empty: for none. */
  readonly sender: string;
  readonly receivedAt: Date;
}

/** How many came about a domain since a moment, and of these from one sender. */
export async function countTlsReportsSince(
  client: PoolClient,
  domain: ReportedDomain,
  { since, sender }: { readonly since: Date; readonly sender: string },
): Promise<{ readonly reports: number; readonly ofSender: number }> {
  const { rows } = await client.query<{ reports: number; ofSender: number }>({
    name: 'inbound.count-tls-reports',
    text: `SELECT count(*)::int AS reports, (count(*) FILTER (WHERE sender = $3))::int AS "ofSender"
             FROM received_tls_reports WHERE domain_id = $1 AND received_at >= $2`,
    values: [domain.id, since, sender],
  });
  const [counted] = rows;
  assert(counted !== undefined, 'a count has a row');
  return counted;
}

const insertReportSql = `
INSERT INTO received_tls_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, sender,
                                  policies, failure_count, received_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (organization_id, domain_name, sender, reporter, report_id) DO NOTHING`;

const insertFailuresSql = `
INSERT INTO received_tls_failures (report_id, ordinal, policy_type, result, sessions, mx_host, sending_address, receiving_address,
                                   reason)
SELECT $1, ordinality - 1, type, result, sessions, "mxHost", "sendingAddress", "receivingAddress", reason
  FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (type text, result text, sessions int8, "mxHost" text, "sendingAddress" text,
       "receivingAddress" text, reason text)) WITH ORDINALITY`;

/** @returns false when it is there already: reporters repeat a report whose receipt they did not see */
export async function insertTlsReport(
  client: PoolClient,
  domain: ReportedDomain,
  { report, sender, receivedAt }: NewTlsReport,
): Promise<boolean> {
  const id = newId();
  const policies = report.policies.map(({ failures: _, ...policy }) => policy);
  const failures = report.policies.flatMap(({ type, failures: all }) =>
    all.map((failure) => ({ type, ...failure })),
  );
  const { rowCount } = await client.query({
    name: 'inbound.insert-tls-report',
    text: insertReportSql,
    values: [
      ...[id, domain.organizationId, domain.id, domain.name, report.reporter, report.reportId],
      ...[report.beginsAt, report.endsAt, sender, JSON.stringify(policies), failures.length, receivedAt],
    ],
  });
  if (rowCount !== 1) return false;
  if (failures.length > 0) {
    await client.query({
      name: 'inbound.insert-tls-failures',
      text: insertFailuresSql,
      values: [id, JSON.stringify(failures)],
    });
  }
  return true;
}
