import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import type { DmarcReport } from '@postrider/mail';

export interface ReportedDomain {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

const findDomainSql = `
SELECT id, organization_id AS "organizationId", name FROM domains
 WHERE name = ANY($1::text[]) AND status = 'verified' ORDER BY length(name) DESC LIMIT 1`;

/** The nearest of these names that an organization has shown to be its own; one organization at a time holds a name. */
export async function findReportedDomain(
  db: Pool | PoolClient,
  names: readonly string[],
): Promise<ReportedDomain | null> {
  const { rows } = await db.query<ReportedDomain>({
    name: 'inbound.find-reported-domain',
    text: findDomainSql,
    values: [names],
  });
  return rows[0] ?? null;
}

/** As above; until the transaction ends, the domain is not removed: no report is left with one that is gone. */
export async function lockReportedDomain(
  client: PoolClient,
  names: readonly string[],
): Promise<ReportedDomain | null> {
  const { rows } = await client.query<ReportedDomain>({
    name: 'inbound.lock-reported-domain',
    text: `${findDomainSql} FOR KEY SHARE`,
    values: [names],
  });
  return rows[0] ?? null;
}

/** What came about a domain since a moment: all of it, and of that what came from one sender. */
export interface ReportsOfDay {
  readonly reports: number;
  readonly sources: number;
  readonly ofSender: { readonly reports: number; readonly sources: number };
}

const countSql = `
SELECT count(*)::int AS reports, coalesce(sum(source_count), 0)::int AS sources,
       json_build_object('reports', count(*) FILTER (WHERE sender = $3),
                         'sources', coalesce(sum(source_count) FILTER (WHERE sender = $3), 0)) AS "ofSender"
  FROM dmarc_reports WHERE domain_id = $1 AND received_at >= $2`;

export async function countReportsSince(
  client: PoolClient,
  domain: ReportedDomain,
  { since, sender }: { readonly since: Date; readonly sender: string },
): Promise<ReportsOfDay> {
  const { rows } = await client.query<ReportsOfDay>({
    name: 'inbound.count-dmarc-reports',
    text: countSql,
    values: [domain.id, since, sender],
  });
  const [counted] = rows;
  assert(counted !== undefined, 'a count has a row');
  return counted;
}

export interface NewReport {
  readonly report: Omit<DmarcReport, 'records'>;
  /** For which domain its mail passed DMARC; empty: for none. */
  readonly sender: string;
  readonly sourceCount: number;
  /** JSON of `DmarcRecord[]`. */
  readonly sources: string;
  readonly receivedAt: Date;
}

const insertReportSql = `
INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy,
                           sender, source_count, received_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (organization_id, domain_name, sender, reporter, report_id) DO NOTHING`;

const insertSourcesSql = `
INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from,
                           envelope_from, results, reasons)
SELECT $1, ordinality - 1, "sourceIp", messages, disposition, "dkimAligned", "spfAligned", "headerFrom", "envelopeFrom", results,
       nullif(reasons, '[]'::jsonb)
  FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("sourceIp" text, messages int8, disposition text,
       "dkimAligned" boolean, "spfAligned" boolean, "headerFrom" text, "envelopeFrom" text, results jsonb,
       reasons jsonb)) WITH ORDINALITY`;

/** @returns false when it is there already: reporters repeat a report whose receipt they did not see */
export async function insertReport(
  client: PoolClient,
  domain: ReportedDomain,
  { report, sender, sourceCount, sources, receivedAt }: NewReport,
): Promise<boolean> {
  const id = newId();
  const { rowCount } = await client.query({
    name: 'inbound.insert-dmarc-report',
    text: insertReportSql,
    values: [
      ...[id, domain.organizationId, domain.id, domain.name, report.reporter, report.reportId],
      ...[report.beginsAt, report.endsAt, report.policy, sender, sourceCount, receivedAt],
    ],
  });
  if (rowCount !== 1) return false;
  if (sourceCount > 0) {
    await client.query({
      name: 'inbound.insert-dmarc-sources',
      text: insertSourcesSql,
      values: [id, sources],
    });
  }
  return true;
}
