import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@postrider/devtools';
import type { BenchLine, BenchResult } from '../bench-line';
import { bounded } from '../measure/bounded';
import { loadLargeMail } from '../measure/large-mail-load';
import { watchMemory, type Occupied } from '../measure/memory';
import { startFastSink } from '../peers/smtp-sink';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';

/** What a service may occupy, in megabytes. */
const idleMax = 160;
const loadMax = 400;
/** After start: what the first requests need has been loaded and compiled by then. */
const settledMs = 8_000;
const idleMs = 2_000;
const loadMs = 20_000;

export const memoryLines: readonly BenchLine[] = [
  {
    name: 'memory_idle',
    product: 'the service that occupies most, nothing going on',
    floor: 'what it may occupy',
    unit: 'MB',
    must: 1,
    aim: 2,
    run: async (harness) => {
      const system = await openSystem(harness);
      await delay(settledMs);
      return resultOf(await watchMemory(system.processes.all, AbortSignal.timeout(idleMs)), idleMax);
    },
  },
  {
    name: 'memory_load',
    product: 'the service that occupies most, mails with attachments of 10 MB by HTTP and SMTP',
    floor: 'what it may occupy',
    unit: 'MB',
    must: 1,
    aim: 2,
    run: async (harness) => {
      const system = await openSystem(harness);
      const until = AbortSignal.timeout(loadMs);
      const [occupied, accepted] = await Promise.all([
        watchMemory(system.processes.all, until),
        loadLargeMail(system, until),
      ]);
      const result = resultOf(occupied, loadMax);
      return { ...result, detail: `${accepted} mails accepted; ${result.detail ?? ''}` };
    },
  },
];

async function openSystem(harness: BenchHarness): Promise<System> {
  const sink = await startFastSink();
  harness.atEnd(() => sink.stop());
  return harness.services(serviceNames, {
    settings: { DELIVERY_ROUTES: `*=smtp://127.0.0.1:${sink.port}?final=true`, SMTP_INSECURE_AUTH: 'on' },
  });
}

function resultOf(occupied: Occupied, allowed: number): BenchResult {
  const parts = [...occupied].map(([name, megabytes]) => [name, `${Math.round(megabytes)} MB`] as const);
  return bounded(Math.max(...occupied.values()), allowed, new Map(parts));
}
