import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';
import type { BenchRow } from './bench-row';

/** Writes `.local/bench.json`, for programs; `skipped` holds the reason where there is no figure. */
export function writeBenchFile(rows: readonly BenchRow[]): string {
  const file = localPath('bench.json');
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
  return file;
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(5));
}
