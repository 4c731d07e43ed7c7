import os from 'node:os';
import { serviceNames, type ServiceName } from '@postrider/devtools';
import { createTestContext } from '@postrider/testkit';
import type { BenchLine, BenchResult } from '../bench-line';
import { smallMails } from '../mails';
import { compare } from '../measure/compare';
import { loadHttp } from '../measure/http-load';
import { createRoundSize } from '../measure/round-size';
import type { Sample } from '../measure/sample';
import { startFastSink } from '../peers/smtp-sink';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';
import { sendTarget } from './accept.lines';
import { sendAll } from './send.lines';

/** With fewer, two services share with engines and load what one had alone: the machine is the limit, not the service. */
const coresNeeded = 8;
/** As many of the worker's messages as of the first round. */
const messagesFirst = 1_000;

export const scaleOutLines: readonly BenchLine[] = [
  {
    name: 'scale_out_gateway',
    product: 'POST /emails over two gateways',
    floor: 'over one',
    unit: 'requests/s',
    must: 1.6,
    aim: 1.9,
    run: gatewaysBeside,
  },
  {
    name: 'scale_out_worker',
    product: 'claim to recorded by two workers',
    floor: 'by one',
    unit: 'messages/s',
    must: 1.6,
    aim: 1.9,
    run: workersBeside,
  },
];

async function gatewaysBeside(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services([], { replicas: only({ 'api-gateway': 2 }) });
  const mails = smallMails(system.tenant.domain.name, 200);
  const targets = system.replicas.map(({ apiPort, name }) => ({
    ...sendTarget(system, mails),
    url: `http://127.0.0.1:${apiPort}/api/v1/emails`,
    pid: system.processes.named(name).pid(),
  }));
  const over = async (count: number): Promise<Sample> =>
    together(await Promise.all(targets.slice(0, count).map((target) => loadHttp(target))));
  const result = await compare({ product: () => over(2), floor: () => over(1) });
  return byModel(result);
}

async function workersBeside(harness: BenchHarness): Promise<BenchResult> {
  const sink = await startFastSink();
  harness.atEnd(() => sink.stop());
  const settings = { DELIVERY_ROUTES: `*=smtp://127.0.0.1:${sink.port}?final=true` };
  // Each on a database of its own: a worker would take the other's messages, and its secrets are not theirs.
  const open = async (workers: number): Promise<System> => {
    const context = await createTestContext();
    harness.atEnd(() => context.close());
    const replicas = only({ 'api-gateway': 1, 'send-worker': workers });
    return harness.services([], { settings, context, replicas });
  };
  const [two, one] = [await open(2), await open(1)];
  const [mine, theirs] = [createRoundSize(messagesFirst), createRoundSize(messagesFirst)];
  const result = await compare({
    product: async () => mine.saw(await sendAll(two, mine.units())),
    floor: async () => theirs.saw(await sendAll(one, theirs.units())),
  });
  return byModel(result);
}

function only(counts: Partial<Record<ServiceName, number>>): Record<ServiceName, number> {
  return Object.fromEntries(serviceNames.map((name) => [name, counts[name] ?? 0])) as Record<
    ServiceName,
    number
  >;
}

function together(samples: readonly Sample[]): Sample {
  const [first] = samples;
  if (samples.length === 1 && first) return first;
  const units = samples.reduce((sum, sample) => sum + sample.units, 0);
  const ownSum = samples.reduce((sum, { cpuMicros, units: its }) => sum + (cpuMicros.own ?? NaN) * its, 0);
  const highest = (values: readonly (number | null)[]): number =>
    Math.max(...values.map((value) => value ?? 0));
  return {
    units,
    perSecond: samples.reduce((sum, sample) => sum + sample.perSecond, 0),
    p50Ms: highest(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: highest(samples.map(({ p99Ms }) => p99Ms)),
    // The engines were looked at for each side, and are the same.
    cpuMicros: {
      own: ownSum / units,
      engines: ((first?.cpuMicros.engines ?? NaN) * (first?.units ?? NaN)) / units,
    },
  };
}

/**
 * On enough cores the rates say it. On fewer: a service that is the limit does as much as its own processor time for a
 * unit allows, and two do twice that, as long as neither costs more beside the other.
 */
function byModel(result: BenchResult): BenchResult {
  const [two, one] = [result.cpuMicros.own, result.floorCpuMicros.own];
  if (os.availableParallelism() >= coresNeeded || two === null || one === null) return result;
  const [value, floor] = [2e6 / two, 1e6 / one];
  const seen = `measured ${Math.round(result.value)} beside ${Math.round(result.floor)}`;
  const detail = `by model from CPU per unit, on ${os.availableParallelism()} cores; ${seen}`;
  return { ...result, value, floor, ratio: value / floor, detail };
}
