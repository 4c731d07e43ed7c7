import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '@postrider/devtools';
import { SkippedLine } from '../bench-line';

/** Megabytes that each process occupies, the highest that was seen, by its name. */
export type Occupied = ReadonlyMap<string, number>;

const lookEveryMs = 100;

/** @throws SkippedLine where the system does not tell */
export function residentMegabytes(process: ServiceProcess): number {
  const pid = process.pid();
  const file = `/proc/${pid}/status`;
  if (pid === undefined || !fs.existsSync(file)) throw new SkippedLine('memory cannot be read here');
  return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(file, 'utf8'))?.[1]) / 1_024;
}

/** Looks until `until` aborts. */
export async function watchMemory(
  processes: readonly ServiceProcess[],
  until: AbortSignal,
): Promise<Occupied> {
  const highest = new Map<string, number>();
  while (!until.aborted) {
    for (const process of processes) {
      highest.set(process.name, Math.max(highest.get(process.name) ?? 0, residentMegabytes(process)));
    }
    await delay(lookEveryMs);
  }
  return highest;
}
