import { setTimeout as delay } from 'node:timers/promises';
import { createMember, createOrganization } from '@postrider/testkit';
import { SkippedLine, type BenchLine, type BenchResult } from '../bench-line';
import type { BenchHarness } from '../bench-harness';
import { bounded } from '../measure/bounded';
import { countedEngines, secondsOf } from '../measure/cpu-time';

/** Of one core, in percent. */
const processorMax = 5;
const organizations = 200;
/** One session each, with the streams of five tabs. */
const streamsPerSession = 5;
const settledMs = 5_000;
/** Twice the heartbeat. */
const idleMs = 30_000;

export const consoleIdleLine: BenchLine = {
  name: 'console_idle',
  product: 'processor time that 1,000 idle event streams add to a gateway and the engines',
  floor: 'what they may use',
  unit: '% of a core',
  must: 1,
  aim: 2.5,
  run: measureStreams,
};

async function measureStreams(harness: BenchHarness): Promise<BenchResult> {
  const { context } = harness;
  const system = await harness.services(['api-gateway']);
  const gateway = system.processes.named('api-gateway-1').pid() ?? 0;
  const measured = [{ name: 'api-gateway', pid: gateway }, ...countedEngines()];
  const without = await shares(measured);
  const abort = new AbortController();
  harness.atEnd(() => Promise.resolve(abort.abort()));
  let open = 0;
  for (let n = 0; n < organizations; n += 1) {
    const { id: organizationId } = await createOrganization(context.pool);
    const { sessionToken } = await createMember(context.pool, { organizationId });
    await Promise.all(
      Array.from({ length: streamsPerSession }, async () => {
        const url = `${system.apiUrl}/console/api/v1/events/stream?organization=${organizationId}`;
        const answer = await fetch(url, {
          headers: { cookie: `postrider_session=${sessionToken}` },
          signal: abort.signal,
        });
        if (answer.status !== 200)
          throw new Error(`a stream answers ${answer.status}: ${await answer.text()}`);
        open += 1;
        void drain(answer).catch(() => undefined);
      }),
    );
  }
  const withStreams = await shares(measured);
  const added = measured.map((_each, index) => (withStreams[index] ?? 0) - (without[index] ?? 0));
  return bounded(
    added.reduce((sum, share) => sum + share, 0),
    processorMax,
    new Map([
      ['streams', String(open)],
      ...measured.map(({ name }, index) => [name, `${(added[index] ?? 0).toFixed(2)} %`] as const),
    ]),
  );
}

async function drain({ body }: Response): Promise<void> {
  for await (const _piece of body ?? []);
}

/** Of one core, in percent, by process. */
async function shares(measured: readonly { readonly pid: number }[]): Promise<number[]> {
  await delay(settledMs);
  const begunMs = performance.now();
  const before = measured.map(secondsUsed);
  await delay(idleMs);
  const seconds = (performance.now() - begunMs) / 1_000;
  return measured.map((each, index) => (100 * (secondsUsed(each) - (before[index] ?? 0))) / seconds);
}

function secondsUsed({ pid }: { readonly pid: number }): number {
  const seconds = secondsOf([pid]);
  if (seconds === null) throw new SkippedLine('this system does not show the processor time of processes');
  return seconds;
}
