import type { CpuMicros } from '../measure/sample';
import { verdictOf, type BenchRow } from './bench-row';

const headings = [
  'line',
  'product',
  'floor',
  'unit',
  'ratio',
  'must',
  'aim',
  'verdict',
  'p50/p99 ms',
  'floor p50/p99',
  'CPU µs + engines',
  'floor CPU µs + engines',
];

/** One table for people; a line without a figure gives its reason below it. */
export function renderTable(rows: readonly BenchRow[]): string {
  const cells = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_heading, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)));
  const reasons = rows.flatMap(({ line, reason }) => (reason === null ? [] : [`${line.name}: ${reason}`]));
  const details = rows.flatMap(({ line, result }) =>
    result?.detail === undefined ? [] : [`${line.name}: ${result.detail}`],
  );
  const notes = [...reasons, ...details];
  const [head = '', ...body] = lines;
  return [head, rule, ...body, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function cellsOf(row: BenchRow): string[] {
  const { line, result } = row;
  return [
    line.name,
    amount(result?.value),
    amount(result?.floor),
    line.unit,
    result ? `${result.ratio.toFixed(2)}×` : '–',
    bound(line.must),
    bound(line.aim),
    verdictOf(row),
    pair(result?.p50Ms, result?.p99Ms),
    pair(result?.floorP50Ms, result?.floorP99Ms),
    sum(result?.cpuMicros),
    sum(result?.floorCpuMicros),
  ];
}

function bound(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio}×`;
}

function amount(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toFixed(1);
}

function pair(p50: number | null | undefined, p99: number | null | undefined): string {
  return `${amount(p50)} / ${amount(p99)}`;
}

function sum(cpu: CpuMicros | undefined): string {
  return `${amount(cpu?.own)} + ${amount(cpu?.engines)}`;
}
