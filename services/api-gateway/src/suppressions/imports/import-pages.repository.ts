import { newId } from '@postrider/contracts';
import { onSuppressionConflict, type Pool } from '@postrider/db';
import type { ImportLayout } from './import-layout';
import { chunkBytes } from './imports.repository';
import type { RowsOutput } from './read-rows.task';

/** An import that this run holds. */
export interface ClaimedImport {
  readonly id: string;
  readonly organizationId: string;
  readonly layout: ImportLayout;
  /** Null: the organization. */
  readonly domain: { readonly id: string; readonly name: string | null } | null;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly rowsRead: number;
}

/** What a part of the file came to. */
export interface ImportPage extends Pick<RowsOutput, 'rows' | 'taken' | 'repeated' | 'refused'> {
  readonly from: number;
  readonly to: number;
}

export interface ImportPagesRepository {
  /** The import that has waited longest since it was last worked on; one of an organization at a time. Null: none waits. */
  claim(owner: string): Promise<ClaimedImport | null>;
  /** Up to `length` bytes of the file from there on. */
  read(held: ClaimedImport, from: number, length: number): Promise<Buffer>;
  /** What a page does and how far the import has come are one statement. @returns false when it is no longer ours, or its domain is gone */
  write(held: ClaimedImport, page: ImportPage, owner: string): Promise<boolean>;
  /** Held for another while, by whoever looks for the end of a row for long. @returns false when it is no longer ours */
  renew(held: ClaimedImport, owner: string): Promise<boolean>;
  /** Others may take it. */
  release(held: ClaimedImport, owner: string): Promise<void>;
  fail(held: ClaimedImport, error: string, owner: string): Promise<void>;
}

/** A page takes some 50 ms; whoever died has its import taken over after this. */
const lease = "interval '30 seconds'";
/** Refusals that are kept of one import; all are counted. */
export const refusalsMax = 10_000;

const claimSql = `
UPDATE imports i SET status = 'running', started_at = coalesce(started_at, now()), lease_owner = $1, lease_until = now() + ${lease}
WHERE id = (
  SELECT id FROM imports w
  WHERE w.kind = 'suppressions' AND w.status IN ('queued', 'running') AND (w.lease_until IS NULL OR w.lease_until <= now())
    AND NOT EXISTS (SELECT FROM imports o WHERE o.organization_id = w.organization_id AND o.status = 'running'
                      AND o.lease_until > now())
  ORDER BY coalesce(w.lease_until, w.created_at), w.id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, organization_id AS "organizationId", options, bytes, bytes_read AS "bytesRead", rows_read AS "rowsRead",
  (SELECT name FROM domains d WHERE d.id = (i.options ->> 'domain_id')::uuid) AS domain`;

interface ClaimedRow extends Omit<ClaimedImport, 'layout' | 'domain'> {
  readonly options: { readonly domain_id: string | null; readonly layout: ImportLayout };
  readonly domain: string | null;
}

/**
 * $1 import, $2 owner, $3 and $4 where the page begins and ends, $5 organization, $6 domain, $7 to $10 the rows that are taken
 * (id, address, reason, row), $11 to $14 those that are refused (row, value, code, reason), $15 rows, $16 repeated ones
 *
 * scope        the domain, until we commit: its removal waits, or we find it done
 * held         nothing happens when the import is another's by now, or has come further
 * written      what was added or got a stronger reason
 * conflicting  typed addresses that have an entry which nobody may replace by hand
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
  SELECT g.id, g.email, g.reason, g.row FROM held, unnest($7::uuid[], $8::text[], $9::text[], $10::bigint[]) AS g (id, email, reason, row)
), written AS (
  INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at)
  SELECT id, $5, email, reason, $6, now() FROM given ORDER BY email
  ${onSuppressionConflict}
    AND (excluded.reason <> 'manual' OR entry.reason = 'manual' OR entry.expires_at <= now())
  RETURNING email
), conflicting AS MATERIALIZED (
  SELECT g.row, g.email, known.reason
  FROM given g CROSS JOIN LATERAL (
    SELECT s.reason FROM suppressions s
    WHERE s.organization_id = $5 AND s.email = g.email AND s.domain_id IS NOT DISTINCT FROM $6
      AND (s.expires_at IS NULL OR s.expires_at > now())
    LIMIT 1) known
  WHERE g.reason = 'manual' AND known.reason <> 'manual' AND g.email NOT IN (SELECT email FROM written)
), refused AS MATERIALIZED (
  SELECT r.row, r.value, r.code, r.reason FROM held, unnest($11::bigint[], $12::text[], $13::text[], $14::text[]) AS r (row, value, code, reason)
  UNION ALL
  SELECT row, email, 'suppression_conflict', 'It has an entry of reason ' || reason || ' at that scope.' FROM conflicting
), kept AS (
  INSERT INTO import_refusals (import_id, row, value, code, reason)
  SELECT held.id, r.row, r.value, r.code, r.reason
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

export function createImportPagesRepository({ pool }: { readonly pool: Pool }): ImportPagesRepository {
  const chunks = createChunkReader(pool);

  return {
    claim: async (owner) => {
      const { rows } = await pool.query<ClaimedRow>({
        name: 'imports.claim',
        text: claimSql,
        values: [owner],
      });
      const [row] = rows;
      if (row === undefined) return null;
      const { options, domain: name, ...held } = row;
      const { domain_id: domainId, layout } = options;
      const domain = domainId === null ? null : { id: domainId, name };
      return { ...held, layout, domain };
    },

    read: (held, from, length) => chunks.read(held, from, length),

    write: async ({ id, organizationId, domain, rowsRead }, page, owner) => {
      const { from, to, rows, taken, repeated, refused } = page;
      const values = [
        ...[id, owner, from, to, organizationId, domain?.id ?? null],
        ...[taken.map(() => newId()), taken.map(({ email }) => email)],
        ...[taken.map(({ reason }) => reason), taken.map(({ row }) => rowsRead + row)],
        ...[refused.map(({ row }) => rowsRead + row), refused.map(({ value }) => value)],
        ...[refused.map(({ code }) => code), refused.map(({ reason }) => reason)],
        ...[rows, repeated],
      ];
      const { rowCount } = await pool.query(writePageSql, values);
      return rowCount === 1;
    },

    renew: async ({ id }, owner) => {
      const { rowCount } = await pool.query({
        name: 'imports.renew',
        text: `UPDATE imports SET lease_until = now() + ${lease} WHERE id = $1 AND lease_owner = $2 AND status = 'running'`,
        values: [id, owner],
      });
      return rowCount === 1;
    },

    release: async ({ id }, owner) => {
      chunks.forget();
      await pool.query({
        name: 'imports.release',
        text: "UPDATE imports SET lease_until = now(), lease_owner = NULL WHERE id = $1 AND lease_owner = $2 AND status = 'running'",
        values: [id, owner],
      });
    },

    fail: async ({ id }, error, owner) => {
      chunks.forget();
      await pool.query({
        name: 'imports.fail',
        text: `WITH held AS (
                 UPDATE imports SET status = 'failed', error = $3, finished_at = now(), lease_until = NULL, lease_owner = NULL
                 WHERE id = $1 AND lease_owner = $2 AND status = 'running' RETURNING id)
               DELETE FROM import_chunks WHERE import_id IN (SELECT id FROM held)`,
        values: [id, owner, error],
      });
    },
  };
}

/** Parts of a file, which is asked for in its order: the last two pieces that were read are at hand. */
function createChunkReader(pool: Pool) {
  let pieces: { readonly id: string; readonly ordinal: number; readonly content: Buffer }[] = [];

  const pieceOf = async (id: string, ordinal: number): Promise<Buffer> => {
    const known = pieces.find((piece) => piece.id === id && piece.ordinal === ordinal);
    if (known !== undefined) return known.content;
    const { rows } = await pool.query<{ content: Buffer }>({
      name: 'imports.read-chunk',
      text: 'SELECT content FROM import_chunks WHERE import_id = $1 AND ordinal = $2',
      values: [id, ordinal],
    });
    const content = rows[0]?.content ?? Buffer.alloc(0);
    pieces = [...pieces.slice(-1), { id, ordinal, content }];
    return content;
  };

  return {
    forget: (): void => void (pieces = []),
    read: async ({ id, bytes }: ClaimedImport, from: number, length: number): Promise<Buffer> => {
      const end = Math.min(from + length, bytes);
      const parts: Buffer[] = [];
      for (let at = from; at < end;) {
        const piece = await pieceOf(id, Math.floor(at / chunkBytes));
        const start = at % chunkBytes;
        const part = piece.subarray(start, start + end - at);
        if (part.length === 0) break;
        parts.push(part);
        at += part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
