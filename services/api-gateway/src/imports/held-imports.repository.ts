import type { Pool } from '@postrider/db';
import { layoutVersion, type FileLayout } from './header-row';
import type { HeldImport, ImportOptions } from './import-kind';
import type { Survey } from './survey';
import { chunkBytes } from './imports.repository';

export interface HeldImportsRepository {
  /** The import that has waited longest since it was last worked on; one of an organization at a time. Null: none waits. */
  claim(owner: string): Promise<HeldImport | null>;
  /** Up to `length` bytes of the file from there on. */
  read(held: HeldImport, from: number, length: number): Promise<Buffer>;
  /** Extends the lease while finding the end of a row takes long. @returns false when it is no longer ours */
  renew(held: HeldImport, owner: string): Promise<boolean>;
  /** What was found out so far, for the next turn. */
  keepSurvey(held: HeldImport, survey: Survey, owner: string): Promise<void>;
  /** All rows were looked at: they are taken from now on. */
  settle(
    held: HeldImport,
    settled: { readonly layout: FileLayout; readonly statuses: Survey['statuses'] },
    owner: string,
  ): Promise<void>;
  /** Others may take it. */
  release(held: HeldImport, owner: string): Promise<void>;
  fail(held: HeldImport, error: string, owner: string): Promise<void>;
}

/** A page takes some 50 ms; another gateway takes over the import of one that died after this. */
export const lease = "interval '30 seconds'";
/** Refusals that are kept of one import; all are counted. */
export const refusalsMax = 10_000;

const claimSql = `
UPDATE imports i SET status = 'running', started_at = coalesce(started_at, now()), lease_owner = $1, lease_until = now() + ${lease}
WHERE id = (
  SELECT id FROM imports w
  WHERE w.status IN ('queued', 'running') AND (w.lease_until IS NULL OR w.lease_until <= now())
    AND coalesce((w.options ->> 'layout_version')::int, 1) <= $2
    AND NOT EXISTS (SELECT FROM imports o WHERE o.organization_id = w.organization_id AND o.status = 'running'
                      AND o.lease_until > now())
  ORDER BY coalesce(w.lease_until, w.created_at), w.id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, organization_id AS "organizationId", kind, options, bytes, bytes_read AS "bytesRead", rows_read AS "rowsRead",
  (SELECT name FROM domains d WHERE d.id = (i.options ->> 'domain_id')::uuid) AS domain`;

interface ClaimedRow extends Omit<HeldImport, 'layout' | 'domain'> {
  readonly options: ImportOptions & { readonly layout: FileLayout; readonly survey?: Survey | null };
  readonly domain: string | null;
}

export function createHeldImportsRepository({ pool }: { readonly pool: Pool }): HeldImportsRepository {
  const chunks = createChunkReader(pool);

  return {
    claim: async (owner) => {
      const { rows } = await pool.query<ClaimedRow>({
        name: 'imports.claim',
        text: claimSql,
        values: [owner, layoutVersion],
      });
      const [row] = rows;
      if (row === undefined) return null;
      const { options, domain: name, ...held } = row;
      const { domain_id: domainId = null, layout, survey = null } = options;
      const domain = domainId === null ? null : { id: domainId, name };
      return { ...held, options, layout, domain, survey };
    },

    read: (held, from, length) => chunks.read(held, from, length),

    renew: async ({ id }, owner) => {
      const { rowCount } = await pool.query({
        name: 'imports.renew',
        text: `UPDATE imports SET lease_until = now() + ${lease} WHERE id = $1 AND lease_owner = $2 AND status = 'running'`,
        values: [id, owner],
      });
      return rowCount === 1;
    },

    keepSurvey: (held, survey, owner) => changeOptions(pool, held, { owner, options: { survey } }),

    settle: (held, { layout, statuses }, owner) =>
      changeOptions(pool, held, { owner, options: { layout, statuses, survey: null } }),

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

async function changeOptions(
  pool: Pool,
  { id }: HeldImport,
  { owner, options }: { readonly owner: string; readonly options: object },
): Promise<void> {
  await pool.query({
    name: 'imports.change-options',
    text: "UPDATE imports SET options = options || $3::jsonb WHERE id = $1 AND lease_owner = $2 AND status = 'running'",
    values: [id, owner, JSON.stringify(options)],
  });
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
    read: async ({ id, bytes }: HeldImport, from: number, length: number): Promise<Buffer> => {
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
