import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { listContactImportsQuery } from '@postrider/contracts/contacts';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { escapeFormulas } from '../paging/csv-formulas';
import { createPager } from '../paging/page';
import { isRefusedFile, refusedColumns } from './header-row';
import type { ImportKindName } from './import-kind';
import type { ImportName, ImportRow, ImportsRepository } from './imports.repository';

export interface ImportRouteOptions {
  readonly imports: ImportsRepository;
  readonly cursors: CursorCodec;
  /** Of one file. */
  readonly importBytesMax: number;
  /** A file has arrived. */
  readonly wakeImports: () => void;
}

/** How imports of a kind are shown, below the resource that they fill. */
interface ShownImports<Resource extends z.ZodType, Kind extends ImportKindName> {
  readonly kind: Kind;
  readonly tag: string;
  /** What an import of the kind is called in the document: `ContactImport`. */
  readonly operationNoun: string;
  readonly resource: Resource;
  readonly present: (row: ImportRow) => z.input<Resource>;
}

const texts = {
  list: {
    summary: 'List imports',
    description: 'Returns the imports of the last 30 days with their progress, newest first.',
  },
  read: {
    summary: 'Get an import',
    description:
      'Returns the progress of an import. Ask again every few seconds until `status` is `finished` or `failed`.',
  },
  refused: {
    summary: 'Download refused rows',
    description:
      'Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then those of the file. Correct the rows and import the file again; its first four columns are ignored.',
  },
} as const;

/** `/<kind>/imports`, `/imports/:id` and `/imports/:id/refused`: how far they have come, and what they did not take. */
export function importRoutes<Resource extends z.ZodType, const Kind extends ImportKindName>(
  { imports, cursors }: Pick<ImportRouteOptions, 'imports' | 'cursors'>,
  { kind, tag, operationNoun, resource, present }: ShownImports<Resource, Kind>,
): Route[] {
  const common = { method: 'GET', access: { key: 'SEND' }, testKeys: 'allowed', tag } as const;
  const visible = (principal: Principal): Omit<ImportName, 'id'> => ({
    ...{ kind, organizationId: principal.organization.id, domainIds: principal.domainIds },
  });
  const require = async (principal: Principal, id: string): Promise<ImportRow> => {
    const row = isId(id) ? await imports.find({ ...visible(principal), id }) : null;
    if (row === null) throw new AppError('not_found');
    return row;
  };
  const list = listOf(resource).meta({ id: `${operationNoun}List` });
  // `present` makes the handlers' answers; its type is that of the schema.
  const schema: z.ZodType = resource;
  return [
    defineRoute({
      ...common,
      operationId: `list${operationNoun}s`,
      path: `/${kind}/imports`,
      query: kind === 'contacts' ? listContactImportsQuery : pageQuery,
      ...texts.list,
      success: { status: 200, schema: list },
      errors: ['validation_error', 'invalid_cursor'],
      handle: async ({ principal, query }) => {
        const organizationId = principal.organization.id;
        const pager = createPager(cursors, { list: `${kind} imports`, organizationId });
        // Suppressions have no dry runs.
        const { dry_run: isDryRun = null } = query as z.output<typeof listContactImportsQuery>;
        const rows = await imports.list(visible(principal), { ...pager.start(query), isDryRun });
        return { status: 200, body: pager.finish(rows, query.limit, present) as z.input<typeof list> };
      },
    }),
    defineRoute({
      ...common,
      operationId: `read${operationNoun}`,
      path: `/${kind}/imports/:id` as `/${string}/imports/:id`,
      ...texts.read,
      success: { status: 200, schema },
      errors: ['not_found'],
      handle: async ({ principal, params }) => ({
        status: 200,
        body: present(await require(principal, params.id)),
      }),
    }),
    defineRoute({
      ...common,
      operationId: `read${operationNoun}Refusals`,
      path: `/${kind}/imports/:id/refused` as `/${string}/imports/:id/refused`,
      ...texts.refused,
      success: { status: 200, schema: null },
      textTypes: ['text/csv'],
      errors: ['not_found'],
      handle: async ({ principal, params }) => {
        const { id, layout } = await require(principal, params.id);
        const stream = refusedPages(imports, { id, header: layout?.header ?? [] });
        return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
      },
    }),
  ];
}

const pageRows = 500;
const escaped = { cast: { string: escapeFormulas } };

/** Why each row was refused, then the row: a file that can be imported. */
async function* refusedPages(
  imports: ImportsRepository,
  { id, header }: { readonly id: string; readonly header: readonly string[] },
): AsyncGenerator<string> {
  // Of a file that was such a file already, why its rows were refused before is left away.
  const first = isRefusedFile(header) ? refusedColumns.length : 0;
  const width = header.length - first;
  yield stringify([[...refusedColumns, ...header.slice(first)]], escaped);
  for (let afterRow = 0; ;) {
    const rows = await imports.refusals(id, { afterRow, limit: pageRows });
    const lines = rows.map(({ row, value, code, reason, fields }) => {
      const all = fields === null ? [] : (JSON.parse(fields) as string[]).slice(first);
      // A row that was not kept has no address here, so it is refused again rather than imported in part.
      return [row, value, code, reason, ...Array.from({ length: width }, (_, at) => all[at] ?? '')];
    });
    if (lines.length > 0) yield stringify(lines, escaped);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    afterRow = last.row;
  }
}
