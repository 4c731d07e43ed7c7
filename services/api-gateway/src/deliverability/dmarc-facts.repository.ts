import type { Pool } from '@postrider/db';
import type { DmarcReasonFact } from './dmarc-requirement';

export interface DomainsSince {
  readonly organizationId: string;
  /** Of this organization; an empty list has no facts. */
  readonly domainIds: readonly string[];
  readonly from: Date;
}

const reasonsMax = 200;
/** Whoever sends reports about a domain may write any comment: none keeps those of others out. */
const reasonsOfReporterMax = 10;

const reasonsSql = `
WITH given AS (
  SELECT r.domain_name, reason ->> 'comment' AS comment, sum(s.messages)::int8 AS messages, r.sender, min(r.begins_at) AS first_at,
         row_number() OVER (PARTITION BY r.domain_name, r.sender ORDER BY sum(s.messages) DESC) AS place
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id CROSS JOIN LATERAL jsonb_array_elements(s.reasons) AS reason
   WHERE r.organization_id = $1 AND r.domain_id = ANY($2::uuid[]) AND r.begins_at >= $3 AND r.sender <> ''
     AND s.reasons IS NOT NULL AND reason ->> 'comment' ~* 'requirement|[45]\\.7\\.[0-9]'
   GROUP BY r.domain_name, r.sender, reason ->> 'comment'
)
SELECT domain_name AS domain, comment, messages, sender AS reporter, first_at AS "firstReportedAt"
  FROM given WHERE place <= ${reasonsOfReporterMax} ORDER BY messages DESC, comment LIMIT ${reasonsMax}`;

/** What `dmarcRequirementFindings` is made of: comments of receivers in DMARC reports whose sender DMARC has confirmed. */
export async function findDmarcReasons(
  pool: Pool,
  { organizationId, domainIds, from }: DomainsSince,
): Promise<DmarcReasonFact[]> {
  const { rows } = await pool.query<DmarcReasonFact>({
    name: 'deliverability.find-dmarc-reasons',
    text: reasonsSql,
    values: [organizationId, domainIds, from],
  });
  return rows;
}
