import type { DomainRecord } from '@postrider/contracts/domains';
import type { DmarcPolicy } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
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
SELECT d.id, d.dmarc_policy AS policy, d.dmarc_testing AS testing, d.records, seen.*
FROM domains d
CROSS JOIN LATERAL (
  SELECT count(DISTINCT (r.begins_at AT TIME ZONE 'UTC')::date)::int8 AS "reportedDays",
    coalesce(sum(s.messages), 0)::int8 AS messages,
    coalesce(sum(s.messages) FILTER (WHERE s.dkim_aligned OR s.spf_aligned), 0)::int8 AS passed,
    count(DISTINCT s.source_ip) FILTER (WHERE NOT (s.dkim_aligned OR s.spf_aligned))::int8 AS "failingSources"
  FROM dmarc_reports r LEFT JOIN dmarc_sources s ON s.report_id = r.id
  WHERE r.organization_id = d.organization_id AND r.domain_id = d.id AND r.begins_at >= $3
) seen
WHERE d.organization_id = $1 AND d.id = $2`,
    values: [organizationId, id, from],
  });
  return rows[0] ?? null;
}
