import { AppError } from '@postrider/contracts';
import { stringify } from 'csv-stringify/sync';
import type { Found } from './search';

/** Made into text in one turn of the event loop. */
const pageRows = 500;
/** Of one organization, in one process: each holds a page, and a connection to a client that may read slowly. */
const exportsMax = 4;

export interface ExportedRows<Row extends { readonly id: string }> {
  readonly list: (page: { readonly limit: number; readonly beforeId: string | null }) => Promise<Found<Row>>;
  readonly present: (row: Row) => object;
}

export interface CsvExport {
  /**
   * Page by page, by key: rows that come meanwhile are newer than the first page and not in it.
   * @throws AppError `rate_limited` when as many of the organization run already
   */
  stream<Row extends { readonly id: string }>(
    organizationId: string,
    rows: ExportedRows<Row>,
  ): AsyncIterable<string>;
}

/** Whole lists as CSV, with these columns. */
export function createCsvExport(columns: readonly string[]): CsvExport {
  const running = new Map<string, number>();
  return {
    stream: (organizationId, exported) => {
      if ((running.get(organizationId) ?? 0) >= exportsMax) {
        throw new AppError(
          'rate_limited',
          `At most ${exportsMax} exports of an organization run at a time.`,
          { retryAfterSeconds: 5 },
        );
      }
      return counted(csvPages([...columns], exported), running, organizationId);
    },
  };
}

async function* csvPages<Row extends { readonly id: string }>(
  columns: string[],
  { list, present }: ExportedRows<Row>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for (let beforeId: string | null = null; ;) {
    const { rows, searchedTo }: Found<Row> = await list({ limit: pageRows, beforeId });
    const page = rows.slice(0, pageRows);
    // What a spreadsheet would run as a formula is made text of: much of it is what strangers chose.
    if (page.length > 0) yield stringify(page.map(present), { columns, escape_formulas: true });
    const goOnFrom: string | null = rows.length > pageRows ? (page.at(-1)?.id ?? null) : searchedTo;
    if (goOnFrom === null) return;
    beforeId = goOnFrom;
  }
}

async function* counted(
  pages: AsyncGenerator<string>,
  running: Map<string, number>,
  organizationId: string,
): AsyncGenerator<string> {
  const add = (count: number): void =>
    void running.set(organizationId, (running.get(organizationId) ?? 0) + count);
  add(1);
  try {
    yield* pages;
  } finally {
    add(-1);
    if (running.get(organizationId) === 0) running.delete(organizationId);
  }
}
