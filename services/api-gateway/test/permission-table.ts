import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import type { PermissionRow } from './permission-rows';

const FILE = 'docs/permissions.md';
const BEGIN = '<!-- permissions: begin -->';
const END = '<!-- permissions: end -->';

/** The guide's table as the rows have it, a line for each endpoint. */
export function renderTable(rows: Readonly<Record<string, PermissionRow>>): string {
  const lines = Object.entries(rows).map(([endpoint, { needs, testKeys, restricted }]) => [
    `\`${endpoint}\``,
    needs,
    testKeys === 'allowed' ? 'yes' : '`test_key_not_allowed`',
    restricted === 'allowed' ? 'yes' : `\`${restricted}\``,
  ]);
  return aligned([['Endpoint', 'Permission', 'Test key', 'Key of other domains'], ...lines]);
}

export function committedTable(): string {
  const { before, after, text } = guide();
  return text.slice(before, after).trim();
}

export function writeTable(table: string): void {
  const { before, after, text } = guide();
  const written = `${text.slice(0, before)}\n\n${table}\n\n${text.slice(after)}`;
  fs.writeFileSync(path.join(projectRoot(), FILE), written);
}

function guide(): { text: string; before: number; after: number } {
  const text = fs.readFileSync(path.join(projectRoot(), FILE), 'utf8');
  const before = text.indexOf(BEGIN) + BEGIN.length;
  const after = text.indexOf(END);
  if (before < BEGIN.length || after < before) throw new Error(`${FILE} has no place for the table`);
  return { text, before, after };
}

/** As prettier aligns a table. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = rows;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
