/**
 * `make bench`: measures each line beside its floor, prints one table, and writes `.local/bench.json`.
 * `ONLY=name` (or several, with commas) runs part of it; `BENCH_LARGE_ROWS` sizes the large database.
 */
import { useEngineSet } from '@postrider/devtools';
import { SkippedLine, type BenchLine } from './bench-line';
import { chooseLines } from './bench-lines';
import { countEngines } from './measure/cpu-time';
import { engineProcesses } from './measure/engine-processes';
import { writeBenchFile } from './report/bench-file';
import type { BenchRow } from './report/bench-row';
import { renderTable } from './report/table';
import { withHarness } from './bench-harness';

async function main(): Promise<void> {
  const lines = chooseLines(process.env['ONLY']);
  const engines = await useEngineSet('bench', (line) => console.log(line));
  countEngines(engineProcesses(engines));
  const rows: BenchRow[] = [];
  for (const line of lines) rows.push(await measure(line));
  console.log(`\n${renderTable(rows)}\n\n${writeBenchFile(rows)}`);
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

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
