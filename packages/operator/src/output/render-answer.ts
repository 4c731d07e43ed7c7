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
  const sections = Object.entries(row).flatMap(([name, value]) =>
    isRows(value) ? [{ name, rows: value }] : [],
  );
  const names = Object.keys(row).filter((name) => !sections.some((section) => section.name === name));
  const width = Math.max(0, ...names.map((name) => name.length));
  const fields = names.map((name) => field(name.padEnd(width), row[name])).join('\n');
  return [fields, ...sections.map(({ name, rows }) => `${name}:\n${renderSection(rows)}`)].join('\n\n');
}

/** A list of lines stands below its name. */
function field(name: string, value: unknown): string {
  if (!isLines(value)) return `${name}  ${cell(value)}`;
  return [name.trimEnd(), ...value.map((line) => `  ${line}`)].join('\n');
}

/** Rows that have lines in a column are no table. */
function renderSection(rows: readonly Row[]): string {
  if (rows.some((row) => Object.values(row).some(isLines))) return rows.map(renderFields).join('\n\n');
  return renderTable(rows);
}

function isRows(value: unknown): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'object' && each !== null)
  );
}

function isLines(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 1 && value.every((each) => typeof each === 'string');
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
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
