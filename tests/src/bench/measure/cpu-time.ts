import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import type { EngineProcess } from './engine-processes';

/** USER_HZ: 100 on every Linux that runs Node. */
const ticksPerSecond = 100;

/** CPU seconds used in a stretch of time; null where it cannot be read. */
export interface CpuTime {
  /** By the measured processes and those below them. */
  readonly own: number | null;
  /** By PostgreSQL, Redis and RabbitMQ together. */
  readonly engines: number | null;
}

let engines: readonly EngineProcess[] = [];

/** Whose time counts as that of the engines. */
export function countEngines(processes: readonly EngineProcess[]): void {
  engines = processes;
}

export function countedEngines(): readonly EngineProcess[] {
  return engines;
}

/** CPU seconds used while `work` ran. */
export async function withCpu<T>(
  pids: readonly (number | undefined)[],
  work: () => Promise<T>,
): Promise<{ result: T; cpu: CpuTime }> {
  const own = pids.filter((pid) => pid !== undefined);
  const enginePids = engines.map(({ pid }) => pid);
  const before = { own: secondsOf(own), engines: secondsOf(enginePids) };
  const result = await work();
  const after = { own: secondsOf(own), engines: secondsOf(enginePids) };
  return {
    result,
    cpu: { own: difference(before.own, after.own), engines: difference(before.engines, after.engines) },
  };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** CPU seconds of processes, with those below them and those of them that have ended; null without /proc. */
export function secondsOf(pids: readonly number[]): number | null {
  if (pids.length === 0 || !fs.existsSync('/proc/self/stat')) return null;
  const all = new Set([...pids, ...descendantsOf(pids)]);
  return [...all].reduce((sum, each) => sum + ticksOf(each), 0) / ticksPerSecond;
}

function ticksOf(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), of which the first two are cut off here.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}

function descendantsOf(roots: readonly number[]): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found: number[] = [];
  for (let parents = [...roots]; parents.length > 0;) {
    parents = pairs.flatMap(([pid, parent]) => (pid && parent && parents.includes(parent) ? [pid] : []));
    found.push(...parents);
  }
  return found;
}
