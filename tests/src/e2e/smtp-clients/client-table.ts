import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

/** The result of each message of one client, by the message's name; null when the client is not on this machine. */
export type ClientColumn = ReadonlyMap<string, string> | null;

interface TableRow {
  readonly message: string;
  readonly arrives: string;
}

const documentFile = 'docs/smtp.md';
const beginMark = '<!-- SMTP clients: begin -->';
const endMark = '<!-- SMTP clients: end -->';
const notRun = 'not run';

/**
 * The table of the guide as this run saw it. A client that is not on this machine keeps the cells it has, which come
 * from a machine that had it.
 */
export function renderTable(rows: readonly TableRow[], columns: ReadonlyMap<string, ClientColumn>): string {
  const committed = parseTable(committedTable());
  const clients = [...columns.keys()];
  const cells = rows.map(({ message, arrives }) => [
    message,
    arrives,
    ...clients.map((client) => {
      const column = columns.get(client);
      if (column) return column.get(message) ?? notRun;
      return committed.get(message)?.get(client) ?? notRun;
    }),
  ]);
  return aligned([['Message', 'Arrives', ...clients], ...cells]);
}

export function committedTable(): string {
  const { before, after, text } = guide();
  return text.slice(before, after).trim();
}

export function writeTable(table: string): void {
  const { before, after, text } = guide();
  fs.writeFileSync(
    path.join(projectRoot(), documentFile),
    `${text.slice(0, before)}\n\n${table}\n\n${text.slice(after)}`,
  );
}

function guide(): { text: string; before: number; after: number } {
  const text = fs.readFileSync(path.join(projectRoot(), documentFile), 'utf8');
  const before = text.indexOf(beginMark) + beginMark.length;
  const after = text.indexOf(endMark);
  if (before < beginMark.length || after < before)
    throw new Error(`${documentFile} has no place for the table`);
  return { text, before, after };
}

/** Cells by message and client. */
function parseTable(table: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [names = [], , ...rows] = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(
    rows.map((cells) => [cells[0] ?? '', new Map(names.map((name, i) => [name, cells[i] ?? notRun]))]),
  );
}

/** As prettier aligns a table. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = rows;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
