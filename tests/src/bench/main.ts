/**
 * `make bench`: measures each line beside its floor, prints one table, and writes `.local/bench.json`.
 * `ONLY=name` (or several, with commas) runs part of it; `BENCH_LARGE_ROWS` sizes the large database.
 */
import fs from 'node:fs';
import path from 'node:path';
import { useEngineSet } from '@postrider/devtools';
import { localPath } from '@postrider/testkit';
import { SkippedLine, type BenchLine } from './bench-line';
import { chooseLines } from './bench-lines';
import { countEngines } from './measure/cpu-time';
import { engineProcesses } from './measure/engine-processes';
import type { BenchRow } from './report/bench-row';
import { renderTable } from './report/table';
import { withHarness } from './bench-harness';

async function main(): Promise<void> {
  const lines = chooseLines(process.env['ONLY']);
  const engines = await useEngineSet('bench', (line) => console.log(line));
  countEngines(engineProcesses(engines));
  const rows: BenchRow[] = [];
  for (const line of lines) {
    rows.push(await measure(line));
    // After each line: an interrupted run keeps what it has.
    writeBenchFile(rows);
  }
  console.log(`\n${renderTable(rows)}\n\n${benchFile()}`);
  // A missed bound is for the reader of the table; a line that could not be measured is a failure.
  if (rows.some(({ failed }) => failed)) process.exitCode = 1;
}

async function measure(line: BenchLine): Promise<BenchRow> {
  const begun = performance.now();
  process.stdout.write(`${line.name}: ${line.product} | ${line.floor} … `);
  const row = await attempt(line);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(row.result ? `${row.result.ratio.toFixed(2)}× (${seconds} s)` : (row.reason ?? ''));
  return row;
}

async function attempt(line: BenchLine): Promise<BenchRow> {
  try {
    return { line, result: await withHarness((harness) => line.run(harness)), reason: null, failed: false };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { line, result: null, reason, failed: !(error instanceof SkippedLine) };
  }
}

/** Writes `.local/bench.json`, for programs; `skipped` holds the reason where there is no figure. */
function writeBenchFile(rows: readonly BenchRow[]): void {
  const file = benchFile();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const entries = rows.map(({ line, result, reason }) => ({
    name: line.name,
    ratio: rounded(result?.ratio),
    must: line.must,
    aim: line.aim,
    value: rounded(result?.value),
    floor: rounded(result?.floor),
    unit: line.unit,
    p50Ms: rounded(result?.p50Ms),
    p99Ms: rounded(result?.p99Ms),
    ...(reason !== null && { skipped: reason }),
  }));
  fs.writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`);
}

function benchFile(): string {
  return localPath('bench.json');
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(5));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
