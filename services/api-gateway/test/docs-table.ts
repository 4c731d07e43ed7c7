import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const tableBegin = '<!-- table: begin -->';
const tableEnd = '<!-- table: end -->';

/** The table that a page of docs has between its two marks; tests hold it against what it was made from. */
export function committedTable(page: string): string {
  const { before, after, text } = partsOf(page);
  return text.slice(before, after).trim();
}

export function writeTable(page: string, table: string): void {
  const { before, after, text } = partsOf(page);
  const written = `${text.slice(0, before)}\n\n${table}\n\n${text.slice(after)}`;
  fs.writeFileSync(path.join(projectRoot(), page), written);
}

function partsOf(page: string): { text: string; before: number; after: number } {
  const text = fs.readFileSync(path.join(projectRoot(), page), 'utf8');
  const before = text.indexOf(tableBegin) + tableBegin.length;
  const after = text.indexOf(tableEnd);
  if (before < tableBegin.length || after < before) throw new Error(`${page} has no place for the table`);
  return { text, before, after };
}

/** As prettier aligns a table. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = rows;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
