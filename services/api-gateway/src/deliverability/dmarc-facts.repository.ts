import type { Pool } from '@postrider/db';
import { createDmarcRepository } from '../domains/dmarc/dmarc.repository';
import type { DmarcReasonFact } from './dmarc-requirement';
import type { DomainSources } from './dmarc-sources';
import { beginOf, dayBefore, findingDays, type FindingScope } from './finding-source';

/** Domains of a scope, by its organization ($1) and domain ($2). */
export const domainsOfScopeSql = `SELECT id FROM domains WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2)`;

/** Begin of the days that findings are about. */
export function findingsFrom({ now }: FindingScope): Date {
  return new Date(beginOf(dayBefore(now, findingDays - 1)));
}

const reasonsMax = 200;
/** Any sender of reports may write any comment: none keeps those of others out. */
const reasonsOfReporterMax = 10;

const reasonsSql = `
WITH given AS (
  SELECT r.domain_name, reason ->> 'comment' AS comment, sum(s.messages)::int8 AS messages, r.sender, min(r.begins_at) AS first_at,
         row_number() OVER (PARTITION BY r.domain_name, r.sender ORDER BY sum(s.messages) DESC) AS place
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id CROSS JOIN LATERAL jsonb_array_elements(s.reasons) AS reason
   WHERE r.organization_id = $1 AND r.domain_id IN (${domainsOfScopeSql}) AND r.begins_at >= $3 AND r.sender <> ''
     AND s.reasons IS NOT NULL AND reason ->> 'comment' ~* 'requirement|[45]\\.7\\.[0-9]'
   GROUP BY r.domain_name, r.sender, reason ->> 'comment'
)
SELECT domain_name AS domain, comment, messages, sender AS reporter, first_at AS "firstReportedAt"
  FROM given WHERE place <= ${reasonsOfReporterMax} ORDER BY messages DESC, comment LIMIT ${reasonsMax}`;

/** What `dmarcRequirementFindings` is made of: comments of receivers in DMARC reports whose sender DMARC has confirmed. */
export async function findDmarcReasons(pool: Pool, scope: FindingScope): Promise<DmarcReasonFact[]> {
  const { rows } = await pool.query<DmarcReasonFact>({
    name: 'deliverability.find-dmarc-reasons',
    text: reasonsSql,
    values: [scope.organizationId, scope.domainId, findingsFrom(scope)],
  });
  return rows;
}

/** Domains with reports that are looked at, those with the newest first. */
const domainsMax = 20;

const reportedDomainsSql = `
SELECT r.domain_id AS id, d.name FROM dmarc_reports r JOIN domains d ON d.id = r.domain_id
 WHERE r.organization_id = $1 AND r.domain_id IN (${domainsOfScopeSql}) AND r.begins_at >= $3
 GROUP BY r.domain_id, d.name ORDER BY max(r.begins_at) DESC, d.name LIMIT ${domainsMax}`;

/** What `dmarcSourceFindings` is made of. */
export async function findDomainSources(pool: Pool, scope: FindingScope): Promise<DomainSources[]> {
  const { organizationId, domainId, now } = scope;
  const window = { from: findingsFrom(scope), until: now };
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'deliverability.find-reported-domains',
    text: reportedDomainsSql,
    values: [organizationId, domainId, window.from],
  });
  const dmarc = createDmarcRepository(pool);
  const found: DomainSources[] = [];
  for (const { id, name } of rows) {
    found.push({ domain: name, sources: await dmarc.sources({ organizationId, id }, window) });
  }
  return found;
}
