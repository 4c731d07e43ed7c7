import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@postrider/devtools';
import { SkippedLine, type BenchLine, type BenchResult } from '../bench-line';
import type { BenchHarness } from '../bench-harness';
import { bounded } from '../measure/bounded';
import { countedEngines, secondsOf } from '../measure/cpu-time';
import { watchMemory } from '../measure/memory';

/** Of one core, in percent. */
const processorMax = 5;
/** Of the five services together, in megabytes. */
const memoryMax = 600;
/** After the start: all that a service does once is done. */
const settledMs = 10_000;
/** Three times what recurs every ten seconds. */
const idleMs = 30_000;
const memoryMs = 2_000;

export const idleLines: readonly BenchLine[] = [
  {
    name: 'idle',
    product: 'processor time of five services and three engines, nothing going on',
    floor: 'what they may use',
    unit: '% of a core',
    must: 1,
    aim: 2.5,
    run: measureProcessor,
  },
  {
    name: 'idle_memory',
    product: 'resident memory of the five services together, nothing going on',
    floor: 'what they may occupy',
    unit: 'MB',
    must: 1,
    aim: 1.5,
    run: measureMemory,
  },
];

async function measureProcessor(harness: BenchHarness): Promise<BenchResult> {
  const { processes } = await harness.services(serviceNames);
  const measured = [
    ...processes.all.flatMap(({ service, pid }) => ({ name: service, pid: pid() ?? 0 })),
    ...countedEngines(),
  ];
  await delay(settledMs);
  const begunMs = performance.now();
  const before = measured.map(secondsUsed);
  await delay(idleMs);
  const after = measured.map(secondsUsed);
  const seconds = (performance.now() - begunMs) / 1_000;
  const shares = measured.map(
    (_each, index) => (100 * ((after[index] ?? 0) - (before[index] ?? 0))) / seconds,
  );
  return bounded(
    sum(shares),
    processorMax,
    new Map(measured.map(({ name }, index) => [name, `${(shares[index] ?? 0).toFixed(2)} %`])),
  );
}

function secondsUsed({ pid }: { readonly pid: number }): number {
  const seconds = secondsOf([pid]);
  if (seconds === null) throw new SkippedLine('this system does not show the processor time of processes');
  return seconds;
}

async function measureMemory(harness: BenchHarness): Promise<BenchResult> {
  const { processes } = await harness.services(serviceNames);
  await delay(settledMs);
  const occupied = await watchMemory(processes.all, AbortSignal.timeout(memoryMs));
  return bounded(
    sum([...occupied.values()]),
    memoryMax,
    new Map([...occupied].map(([name, megabytes]) => [name, `${Math.round(megabytes)} MB`])),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
