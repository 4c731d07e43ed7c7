import { newId } from '@postrider/contracts/ids';
import { anyFormOf, onSuppressionConflict, type Pool } from '@postrider/db';
import { lease, refusalsMax } from '../../imports/held-imports.repository';
import type { ImportKind } from '../../imports/import-kind';
import { settleLayout, type ImportLayout } from './import-layout';
import type { TakenRow } from './read-rows.task';

export function createSuppressionImports({ pool }: { readonly pool: Pool }): ImportKind<TakenRow> {
  return {
    name: 'suppressions',
    task: { file: require.resolve('./read-rows.task'), name: 'readRows' },
    gone: 'The domain of the import was deleted.',
    settle: (layout, survey) => settleLayout(layout as ImportLayout, survey),
    write: async ({ id, organizationId, domain, rowsRead }, page, owner) => {
      const { from, to, rows, taken, repeated, refused } = page;
      const values = [
        ...[id, owner, from, to, organizationId, domain?.id ?? null],
        ...[taken.map(() => newId()), taken.map(({ email }) => email)],
        ...[taken.map(({ reason }) => reason), taken.map(({ row }) => rowsRead + row)],
        ...[refused.map(({ row }) => rowsRead + row), refused.map(({ value }) => value)],
        ...[refused.map(({ code }) => code), refused.map(({ reason }) => reason)],
        ...[rows, repeated, taken.map(({ at }) => at)],
        ...[taken.map(({ fields }) => fields), refused.map(({ fields }) => fields)],
      ];
      const { rowCount } = await pool.query(writePageSql, values);
      return rowCount === 1;
    },
  };
}

/**
 * $1 import, $2 owner, $3 and $4 where the page begins and ends, $5 organization, $6 domain, $7 to $10 the rows that are taken
 * (id, address, reason, row), $11 to $14 those that are refused (row, value, code, reason), $15 rows, $16 repeated ones, $17 since when the
 * rows that are taken were suppressed, $18 and $19 the fields of the rows that are taken and of those that are refused
 *
 * scope        the domain, until we commit: its removal waits, or we find it done
 * held         nothing happens when the import is another's by now, or has come further
 * written      what was added or got a stronger reason
 * conflicting  addresses that have an entry which cannot be replaced by hand
 *
 * Not prepared: a plan from when the table was small would read all of it for each page.
 */
const writePageSql = `
WITH scope AS MATERIALIZED (
  SELECT id FROM domains WHERE id = $6 AND organization_id = $5 FOR SHARE
), held AS MATERIALIZED (
  SELECT id, rows_refused FROM imports
  WHERE id = $1 AND lease_owner = $2 AND status = 'running' AND bytes_read = $3
    AND ($6::uuid IS NULL OR EXISTS (SELECT FROM scope)) FOR UPDATE
), given AS MATERIALIZED (
  SELECT g.id, g.email, g.reason, g.row, g.at, g.fields
  FROM held, unnest($7::uuid[], $8::text[], $9::text[], $10::bigint[], $17::timestamptz[], $18::text[])
    AS g (id, email, reason, row, at, fields)
), written AS (
  INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at)
  SELECT id, $5, email, reason, $6, coalesce(at, now()) FROM given ORDER BY email
  ${onSuppressionConflict}
    AND (excluded.reason <> 'manual' OR entry.reason = 'manual' OR entry.expires_at <= now())
  RETURNING email
), conflicting AS MATERIALIZED (
  SELECT g.row, g.email, g.fields, known.reason
  FROM given g CROSS JOIN LATERAL (
    SELECT s.reason FROM suppressions s
    WHERE s.organization_id = $5 AND s.email = ${anyFormOf('$5::uuid', 'g.email')} AND s.domain_id IS NOT DISTINCT FROM $6
      AND (s.expires_at IS NULL OR s.expires_at > now())
    LIMIT 1) known
  WHERE g.reason = 'manual' AND known.reason <> 'manual' AND g.email NOT IN (SELECT email FROM written)
), refused AS MATERIALIZED (
  SELECT r.row, r.value, r.code, r.reason, r.fields
  FROM held, unnest($11::bigint[], $12::text[], $13::text[], $14::text[], $19::text[]) AS r (row, value, code, reason, fields)
  UNION ALL
  SELECT row, email, 'suppression_conflict', 'The address already has an entry with the reason ' || reason || ' and this scope.', fields
  FROM conflicting
), kept AS (
  INSERT INTO import_refusals (import_id, row, value, code, reason, fields)
  SELECT held.id, r.row, r.value, r.code, r.reason, r.fields
  FROM held, (SELECT *, row_number() OVER (ORDER BY row) AS nth FROM refused) r
  WHERE held.rows_refused + r.nth <= ${refusalsMax}
), cleared AS (
  DELETE FROM import_chunks WHERE import_id IN (SELECT id FROM held WHERE $4 = (SELECT bytes FROM imports WHERE id = $1))
)
UPDATE imports i SET bytes_read = $4, lease_until = now() + ${lease},
  rows_read = i.rows_read + $15, rows_added = i.rows_added + (SELECT count(*) FROM written),
  rows_refused = i.rows_refused + (SELECT count(*) FROM refused),
  rows_unchanged = i.rows_unchanged + $16 + (SELECT count(*) FROM given) - (SELECT count(*) FROM written)
    - (SELECT count(*) FROM conflicting),
  status = CASE WHEN $4 = i.bytes THEN 'finished' ELSE 'running' END,
  finished_at = CASE WHEN $4 = i.bytes THEN now() END
FROM held WHERE i.id = held.id`;
