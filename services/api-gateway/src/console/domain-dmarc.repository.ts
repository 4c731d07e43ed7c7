import type { DomainRecord } from '@postrider/contracts/domains';
import type { DmarcPolicy } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import { sourceDaysSql } from '../domains/dmarc/source-days-sql';
import type { DmarcFigures } from '../domains/dmarc/dmarc-ramp';

export interface DomainDmarcRow extends DmarcFigures {
  readonly id: string;
  readonly policy: DmarcPolicy | null;
  readonly testing: boolean;
  /** Expected, with what the last check saw. */
  readonly records: readonly DomainRecord[];
  readonly failingSources: number;
}

/** A domain with the sums of its DMARC reports whose period began since `from`. */
export async function findDomainDmarc(
  pool: Pool,
  { organizationId, id, from }: { readonly organizationId: string; readonly id: string; readonly from: Date },
): Promise<DomainDmarcRow | null> {
  const { rows } = await pool.query<DomainDmarcRow>({
    name: 'console.find-domain-dmarc',
    text: `
WITH ${sourceDaysSql('counts')}, failing AS (
  SELECT d.source_ip, sum(d.messages) AS messages, sum(d.passed) AS passed FROM days d GROUP BY d.source_ip
)
SELECT d.id, d.dmarc_policy AS policy, d.dmarc_testing AS testing, d.records, reported.*, seen.*
FROM domains d
CROSS JOIN LATERAL (
  SELECT count(DISTINCT (r.begins_at AT TIME ZONE 'UTC')::date)::int8 AS "reportedDays" FROM dmarc_reports r
  WHERE r.organization_id = d.organization_id AND r.domain_id = d.id AND r.begins_at >= $3
) reported
CROSS JOIN (
  SELECT coalesce(sum(f.messages), 0)::int8 AS messages, coalesce(sum(f.passed), 0)::int8 AS passed,
    count(*) FILTER (WHERE f.messages > f.passed)::int8 AS "failingSources" FROM failing f
) seen
WHERE d.organization_id = $1 AND d.id = $2`,
    values: [organizationId, id, from, 'infinity'],
  });
  return rows[0] ?? null;
}
