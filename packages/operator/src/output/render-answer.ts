export type Row = Readonly<Record<string, unknown>>;
/** What a command prints: a table, or the fields of one thing. */
export type Answer = readonly Row[] | Row;

export function renderAnswer(answer: Answer): string {
  if (!isTable(answer)) return renderFields(answer);
  return answer.length === 0 ? 'nothing' : renderTable(answer);
}

function isTable(answer: Answer): answer is readonly Row[] {
  return Array.isArray(answer);
}

function renderFields(row: Row): string {
  const names = Object.keys(row);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `${name.padEnd(width)}  ${cell(row[name])}`).join('\n');
}

function renderTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
