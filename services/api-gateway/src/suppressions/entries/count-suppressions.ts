import assert from 'node:assert';
import { suppressionReasons } from '@postrider/contracts/statuses';
import { suppressionsCountedMax, type SuppressionCounts } from '@postrider/contracts/suppressions';
import type { Pool } from '@postrider/db';
import { isInForce, type SuppressionFilter } from './list-suppressions.statement';

interface CountRow {
  readonly reason: string;
  /** One more than `suppressionsCountedMax` when there are more. */
  readonly lookedAt: number;
  readonly count: number;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * $1 organization, $2 reasons, $3 the key's only domains or null. The newest entries of each reason, by an index that holds all that is
 * asked for; columns are compared as a row, so that the planner takes no other (`pageByIndex`).
 */
const countSql = `
SELECT given.reason, entry."lookedAt", entry.count
FROM unnest($2::text[]) AS given (reason)
CROSS JOIN LATERAL (
  SELECT count(*)::int AS "lookedAt",
    (count(*) FILTER (WHERE ${isInForce} AND ($3::uuid[] IS NULL OR s.domain_id IS NULL OR s.domain_id = ANY($3))))::int AS count
  FROM (
    SELECT domain_id, expires_at FROM suppressions
    WHERE (organization_id, reason, id) <= ($1::uuid, given.reason, '${lastId}'::uuid)
      AND (organization_id, reason) >= ($1::uuid, given.reason)
    ORDER BY organization_id DESC, reason DESC, id DESC LIMIT ${suppressionsCountedMax + 1}
  ) s
) entry`;

export async function countSuppressions(
  pool: Pool,
  { organizationId, domainIds }: Pick<SuppressionFilter, 'organizationId' | 'domainIds'>,
): Promise<SuppressionCounts> {
  const { rows } = await pool.query<CountRow>({
    text: countSql,
    values: [organizationId, suppressionReasons, domainIds],
  });
  return {
    object: 'suppression_counts',
    reasons: suppressionReasons.map((reason) => {
      const row = rows.find((each) => each.reason === reason);
      assert(row !== undefined, 'there is a row for each reason');
      const { lookedAt, count } = row;
      return {
        reason,
        count: Math.min(count, suppressionsCountedMax),
        truncated: lookedAt > suppressionsCountedMax,
      };
    }),
  };
}
