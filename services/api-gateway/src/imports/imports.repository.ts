import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { withTransaction, type ApiGatewayDatabase, type Pool, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { layoutVersion, type FileLayout } from './header-row';
import type { ImportKindName, ImportOptions } from './import-kind';
import { newSurvey, type Survey } from './survey';

/** An import as it is shown; one whose file is still arriving is not. */
export interface ImportRow {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'finished' | 'failed';
  readonly format: string;
  /** Null: unknown. */
  readonly filename: string | null;
  /** Null: the whole organization. */
  readonly domainId: string | null;
  /** Its name, while there is one. */
  readonly domain: string | null;
  /** Rows that were refused are kept up to a number; these are all. */
  readonly rowsRefused: number;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly rowsRead: number;
  readonly rowsAdded: number;
  readonly rowsUnchanged: number;
  /** Of contacts alone. */
  readonly rowsUnsubscribed: number;
  readonly keptUnsubscribed: number;
  readonly rowsSuppressed: number;
  /** How its file is read; null: as a release has it that did not say it. */
  readonly layout: FileLayout | null;
  /** Rows that its status columns decide, as far as they have been looked at. */
  readonly statuses: Survey['statuses'] | null;
  readonly isDryRun: boolean;
  /** Of contacts: whether `imported_contacts` has them. */
  readonly keepsContacts: boolean;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface RefusalRow {
  readonly row: number;
  readonly value: string;
  readonly code: string;
  readonly reason: string;
  /** JSON of the row's fields, or null. */
  readonly fields: string | null;
}

export interface NewImport {
  readonly kind: ImportKindName;
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly options: ImportOptions;
}

/** What its first bytes say of a file, and its length. */
export interface ArrivedFile {
  readonly layout: FileLayout;
  /** Byte of the first row. */
  readonly rowsAt: number;
  readonly bytes: number;
}

/** An import by its id, as far as a key sees it. */
export interface ImportName {
  readonly kind: ImportKindName;
  readonly organizationId: string;
  /** Null: all; else those for one of these domains. */
  readonly domainIds: readonly string[] | null;
  readonly id: string;
}

export interface ImportsRepository {
  /**
   * The row of a file that arrives; invisible until `queue`.
   * @throws AppError `rate_limited` when the organization has as many open as it may
   */
  open(wanted: NewImport): Promise<string>;
  /** Pieces are as long as `chunkBytes` says, but for the last. */
  addChunk(id: string, ordinal: number, content: Buffer): Promise<void>;
  /** The file is there: rows are taken from now on. */
  queue(id: string, file: ArrivedFile, by: NewImport & { readonly author: Author }): Promise<ImportRow>;
  /** Nothing is left of a file that did not arrive. */
  discard(id: string): Promise<void>;
  find(name: ImportName): Promise<ImportRow | null>;
  /** Up to `limit + 1` rows, newest first. `isDryRun` null: imports and dry runs. */
  list(
    scope: Omit<ImportName, 'id'>,
    page: PageStart & { readonly isDryRun: boolean | null },
  ): Promise<ImportRow[]>;
  /** Kept refusals behind a row, in the order of the file. */
  refusals(id: string, page: { readonly afterRow: number; readonly limit: number }): Promise<RefusalRow[]>;
}

/**
 * Length of a piece: an offset of the file names its piece by it, so a release that changes it must not meet open imports.
 * The upload holds one in memory, a run two.
 */
export const chunkBytes = 262_144;
/** Files of one organization that arrive, wait or are read; each may be as large as a setting allows. */
const openMax = 3;
/** A client that sends slower than this is cut off anyway (`bodyPace`). */
const receivingLease = "interval '2 minutes'";

const shown = `i.id, i.status, i.format, i.options ->> 'filename' AS filename, (i.options ->> 'domain_id')::uuid AS "domainId",
  (SELECT name FROM domains d WHERE d.id = (i.options ->> 'domain_id')::uuid) AS domain,
  i.bytes, i.bytes_read AS "bytesRead", i.rows_read AS "rowsRead", i.rows_added AS "rowsAdded",
  i.rows_unchanged AS "rowsUnchanged", i.rows_unsubscribed AS "rowsUnsubscribed",
  i.kept_unsubscribed AS "keptUnsubscribed", i.rows_suppressed AS "rowsSuppressed", i.rows_refused AS "rowsRefused", i.error, i.created_at AS "createdAt",
  i.keeps_contacts AS "keepsContacts",
  i.started_at AS "startedAt", i.finished_at AS "finishedAt", i.options -> 'layout' AS layout,
  i.options -> 'statuses' AS statuses, coalesce((i.options ->> 'dry_run')::boolean, false) AS "isDryRun"`;
/** $1 the organization, $2 the key's only domains or null, $3 the kind. */
const visible = `i.organization_id = $1 AND i.kind = $3 AND i.status <> 'receiving'
  AND ($2::uuid[] IS NULL OR (i.options ->> 'domain_id')::uuid = ANY($2))`;

export function createImportsRepository({
  pool,
  prisma,
}: Pick<ApiGatewayDatabase, 'pool' | 'prisma'>): ImportsRepository {
  return {
    open: (wanted) => openImport(pool, wanted),

    addChunk: async (id, ordinal, content) => {
      const { rowCount } = await pool.query({
        name: 'imports.add-chunk',
        text: `WITH kept AS (
                 UPDATE imports SET lease_until = now() + ${receivingLease}, bytes = bytes + length($3::bytea)
                 WHERE id = $1 AND status = 'receiving' RETURNING id)
               INSERT INTO import_chunks (import_id, ordinal, content) SELECT id, $2::int, $3::bytea FROM kept`,
        values: [id, ordinal, content],
      });
      // The sweep took it for abandoned: this process stood still for minutes.
      if (rowCount === 0) throw new AppError('service_unavailable');
    },

    queue: (id, file, by) => queueImport({ pool, prisma }, { id, file, by }),

    discard: async (id) => {
      await pool.query({
        name: 'imports.discard',
        text: "DELETE FROM imports WHERE id = $1 AND status = 'receiving'",
        values: [id],
      });
    },

    find: (name) => findImport(pool, name),

    list: async ({ kind, organizationId, domainIds }, { limit, beforeId, isDryRun }) => {
      const { rows } = await pool.query<ImportRow>({
        name: 'imports.list',
        text: `SELECT ${shown} FROM imports i WHERE ${visible} AND ($4::uuid IS NULL OR i.id < $4)
                 AND ($6::boolean IS NULL OR coalesce((i.options ->> 'dry_run')::boolean, false) = $6)
               ORDER BY i.id DESC LIMIT $5`,
        values: [organizationId, domainIds, kind, beforeId, limit + 1, isDryRun],
      });
      return rows;
    },

    refusals: async (id, { afterRow, limit }) => {
      const { rows } = await pool.query<RefusalRow>({
        name: 'imports.list-refusals',
        text: `SELECT row, value, code, reason, fields FROM import_refusals WHERE import_id = $1 AND row > $2
               ORDER BY row LIMIT $3`,
        values: [id, afterRow, limit],
      });
      return rows;
    },
  };
}

/** One at a time for an organization, so that those who come together are counted. */
function openImport(pool: Pool, { kind, organizationId, apiKeyId, options }: NewImport): Promise<string> {
  return withTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))", [
      organizationId,
    ]);
    const id = newId();
    const { rowCount } = await client.query(
      `INSERT INTO imports (id, organization_id, api_key_id, kind, status, options, lease_until, keeps_contacts)
       SELECT $1, $2, $3, $5, 'receiving', $4, now() + ${receivingLease}, $6
       WHERE ${openMax} > (SELECT count(*) FROM imports
                           WHERE organization_id = $2 AND status IN ('receiving', 'queued', 'running'))`,
      [id, organizationId, apiKeyId, JSON.stringify(options), kind, kind === 'contacts' && !options.dry_run],
    );
    if (rowCount === 1) return id;
    throw new AppError('rate_limited', `An organization can have at most ${openMax} unfinished imports.`, {
      retryAfterSeconds: 30,
    });
  });
}

/** What the audit log says of the file. */
const audited = {
  suppressions: (id: string) => ({
    action: 'suppression.import' as const,
    target: { type: 'suppression_import' as const, id },
  }),
  contacts: (id: string) => ({
    action: 'contact.import' as const,
    target: { type: 'contact_import' as const, id },
  }),
};

async function queueImport(
  { pool, prisma }: Pick<ApiGatewayDatabase, 'pool' | 'prisma'>,
  given: {
    readonly id: string;
    readonly file: ArrivedFile;
    readonly by: NewImport & { readonly author: Author };
  },
): Promise<ImportRow> {
  const { id, file, by } = given;
  const { kind, organizationId, apiKeyId, options, author } = by;
  const { layout, rowsAt, bytes } = file;
  const { domain_id, topics, source, dry_run } = options;
  const ofContacts = { topics, source, ...(dry_run === true && { dry_run }) };
  const details = kind === 'suppressions' ? { domain_id: domain_id ?? null } : ofContacts;
  const survey = newSurvey(layout, rowsAt);
  await prisma.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, organizationId, apiKeyId, status: 'receiving' },
      data: {
        ...{ status: 'queued', format: layout.format, bytes, bytesRead: rowsAt, leaseUntil: null },
        options: JSON.parse(
          JSON.stringify({ ...options, layout, survey, layout_version: layoutVersion }),
        ) as Prisma.InputJsonObject,
      },
    });
    if (count === 0) throw new AppError('service_unavailable');
    await recordAuditEntry(tx, {
      ...{ ...author, organizationId, ...audited[kind](id) },
      after: { format: layout.format, ...details, bytes },
    });
  });
  const row = await findImport(pool, { kind, organizationId, domainIds: null, id });
  if (row === null) throw new AppError('service_unavailable');
  return row;
}

async function findImport(
  pool: Pool,
  { kind, organizationId, domainIds, id }: ImportName,
): Promise<ImportRow | null> {
  const { rows } = await pool.query<ImportRow>({
    name: 'imports.find',
    text: `SELECT ${shown} FROM imports i WHERE ${visible} AND i.id = $4`,
    values: [organizationId, domainIds, kind, id],
  });
  return rows[0] ?? null;
}
