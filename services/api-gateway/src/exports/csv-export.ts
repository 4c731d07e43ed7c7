import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import type { AuditAction, AuditTarget } from '@postrider/contracts/audit';
import { AppError } from '@postrider/contracts/errors';
import { forgottenAddress, insertAuditEntry, type Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { escapeFormulasSql } from '../paging/csv-formulas';
import { lookedAtMax, newestFirst, searchedTo, type Search } from '../paging/search';

/** Of one page, whichever limit is reached first: a page is a transfer of one statement, in memory as a whole. */
const pageRows = 500;
const pageBytes = 65_536;
/** What a row's short columns take. */
const rowBytes = 200;
/** Of one organization, in one process: each is a connection to a client that may read slowly. */
const exportsMax = 4;

export interface CsvColumn {
  readonly name: string;
  /** A text expression over the candidates `c` that needs neither quotes nor escaping, or null. */
  readonly plain?: string;
  /** Any other text expression. */
  readonly text?: string;
}

/** PostgreSQL writes the lines: formatting them here takes hundreds of milliseconds of the event loop for each page. */
export interface CsvTable {
  readonly columns: readonly CsvColumn[];
  /** How many bytes a row's long columns take, as an expression that does not read them. */
  readonly longBytes?: string;
  /** Rows of a whole export; absent: no limit. */
  readonly rowsMax?: number;
}

export type SearchPage = (page: { readonly limit: number; readonly beforeId: string | null }) => Search;

/** Who exports what: an export takes personal data out of the organization, so each is in its audit log. */
export interface ExportRequest {
  readonly principal: Principal;
  readonly requestId: string;
  readonly action: AuditAction;
  /** Absent: the organization, whose list it is. */
  readonly target?: AuditTarget;
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface CsvExport {
  /**
   * Page by page, by key: rows that come meanwhile are newer than the first page and not in it. Recorded in the audit log before
   * the first page is read. Runs from now until it is read to its end or its reader stops.
   * @throws AppError `rate_limited` when as many of the organization run already
   */
  stream(request: ExportRequest, searchPage: SearchPage): Promise<AsyncIterable<string>>;
}

/** Whole lists as CSV. */
export function createCsvExport(pool: Pool, table: CsvTable): CsvExport {
  const running = new Map<string, OrganizationExports>();
  return {
    stream: async (request, searchPage) => {
      const organizationId = request.principal.organization.id;
      const exports = running.get(organizationId) ?? { count: 0, lastPage: Promise.resolve() };
      if (exports.count >= exportsMax) {
        throw new AppError(
          'rate_limited',
          `An organization can run at most ${exportsMax} exports at the same time.`,
          { retryAfterSeconds: 5 },
        );
      }
      exports.count += 1;
      running.set(organizationId, exports);
      const onEnd = (): void => {
        exports.count -= 1;
        if (exports.count === 0) running.delete(organizationId);
      };
      try {
        await recordExport(pool, request);
      } catch (error) {
        onEnd();
        throw error;
      }
      return csvPages({ pool, table, searchPage, exports, onEnd });
    },
  };
}

async function recordExport(pool: Pool, request: ExportRequest): Promise<void> {
  const { id } = request.principal.organization;
  await insertAuditEntry(pool, {
    ...authorOf(request),
    organizationId: id,
    action: request.action,
    target: request.target ?? { type: 'organization', id },
    after: Object.fromEntries(
      Object.entries(request.filters).map(([name, value]) => [name, filterForLog(id, name, value)]),
    ),
  });
}

/** Filters that name a person. */
const personal: ReadonlySet<string> = new Set(['email', 'to', 'search']);

/** The log is kept for good, also when the person is erased: it keeps a digest, as erasing does. */
function filterForLog(organizationId: string, name: string, value: unknown): unknown {
  if (!personal.has(name) || typeof value !== 'string') return value;
  return forgottenAddress(organizationId, value.toLowerCase());
}

interface OrganizationExports {
  count: number;
  /** An organization's exports take turns: one statement at a time, however many there are. */
  lastPage: Promise<unknown>;
}

interface PagesOptions {
  readonly pool: Pool;
  readonly table: CsvTable;
  readonly searchPage: SearchPage;
  readonly exports: OrganizationExports;
  readonly onEnd: () => void;
}

async function* csvPages(options: PagesOptions): AsyncGenerator<string> {
  const { pool, table, searchPage, exports, onEnd } = options;
  try {
    yield `${table.columns.map(({ name }) => name).join(',')}\n`;
    let rowsLeft = table.rowsMax ?? Infinity;
    for (let beforeId: string | null = null; rowsLeft > 0;) {
      const search = searchPage({ limit: Math.min(pageRows, rowsLeft), beforeId });
      const page: Promise<CsvPage> = exports.lastPage.then(() => readPage(pool, table, search));
      exports.lastPage = page.catch(() => undefined);
      const { lines, lastId, rows } = await page;
      if (lines !== null) yield lines;
      if (lastId === null) return;
      beforeId = lastId;
      rowsLeft -= rows;
    }
  } finally {
    onEnd();
  }
}

interface CsvPage {
  readonly lines: string | null;
  readonly rows: number;
  /** The export goes on behind it; null: it is at its end. */
  readonly lastId: string | null;
}

async function readPage(pool: Pool, table: CsvTable, search: Search): Promise<CsvPage> {
  const { rows } = await pool.query<CsvPage>({
    text: csvPageStatement(table, search),
    values: [...search.values],
  });
  const [page] = rows;
  assert(page, 'an aggregate has a row');
  if (page.lastId !== null) return page;
  return { lines: null, rows: 0, lastId: await searchedTo(pool, search) };
}

function csvPageStatement({ columns, longBytes = '0' }: CsvTable, search: Search): string {
  const { candidates, joins = '', filters, order = newestFirst, limit } = search;
  const from = candidates(filters.length === 0 ? limit : (search.lookedAtMax ?? lookedAtMax));
  const where = filters.length === 0 ? '' : ` WHERE ${filters.join(' AND ')}`;
  return `SELECT string_agg(line, '' ORDER BY id DESC) AS lines, (array_agg(id ORDER BY id))[1] AS "lastId",
    count(*)::int AS rows FROM (
    SELECT c.id, concat(${columns.map(fieldSql).join(`, ',', `)}, E'\\n') AS line FROM (
      SELECT c.*, sum(${longBytes} + ${rowBytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
        - ${longBytes} - ${rowBytes} AS bytes_before
      FROM (${from}) c${joins}${where} ORDER BY ${order} LIMIT ${limit}
    ) c WHERE c.bytes_before < ${pageBytes}
  ) page`;
}

/** RFC 4180; null and the empty text are an empty field. */
function fieldSql({ plain, text }: CsvColumn): string {
  if (text === undefined) {
    assert(plain !== undefined, 'a column has an expression');
    return plain;
  }
  const field = escapeFormulasSql(text);
  return `CASE WHEN ${text} ~ '[",\\r\\n]' THEN '"' || replace(${field}, '"', '""') || '"' ELSE ${field} END`;
}

/** JSON without semicolons, which are only ever part of its texts: nothing in it begins a field. */
export function safeJsonSql(json: string): string {
  return `replace(${json}::text, ';', '\\u003b')`;
}
