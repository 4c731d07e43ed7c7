import { request } from 'undici';
import type { BenchLine, BenchResult } from '../bench-line';
import { runFloor } from '../measure/child-program';
import { compare } from '../measure/compare';
import { measureDrain } from '../measure/drain';
import { publishEvents } from '../measure/publish-events';
import { createRoundSize } from '../measure/round-size';
import type { Sample } from '../measure/sample';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';

/** Of the first round. */
const eventsFirst = 2_000;
const postsFirst = 4_000;

export const webhookLines: readonly BenchLine[] = [
  {
    name: 'webhook',
    product: 'event to signed, delivered and recorded webhook',
    floor: 'undici + HMAC, nothing recorded',
    unit: 'deliveries/s',
    must: 0.5,
    aim: 0.9,
    run: (harness) => webhookBeside(harness, 'off'),
  },
  {
    name: 'webhook_insert',
    product: 'event to signed, delivered and recorded webhook',
    floor: 'undici + HMAC + one INSERT each',
    unit: 'deliveries/s',
    must: 1.5,
    aim: 2.5,
    run: (harness) => webhookBeside(harness, 'on'),
  },
];

async function webhookBeside(harness: BenchHarness, recorded: 'on' | 'off'): Promise<BenchResult> {
  const receiver = await harness.floor('http-ok');
  const system = await harness.services(['webhook-dispatcher']);
  await system.pool.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [
    system.tenant.endpoint.id,
    `${receiver.url}/hook`,
  ]);
  const receivedOf = async (): Promise<number> => Number(await (await request(receiver.url)).body.text());
  const mine = createRoundSize(eventsFirst);
  const theirs = createRoundSize(postsFirst);
  const floor = { ...harness.context.settings, RECORD: recorded, TARGET: receiver.url };
  return compare({
    product: async () => mine.saw(await deliverAll(system, mine.units(), receivedOf)),
    floor: async () =>
      theirs.saw(await runFloor('webhook-post', { ...floor, COUNT: String(theirs.units()) })),
  });
}

async function deliverAll(system: System, count: number, receivedOf: () => Promise<number>): Promise<Sample> {
  const [received, delivered] = [await receivedOf(), await deliveredOf(system)];
  return measureDrain({
    services: system.processes.of('webhook-dispatcher'),
    units: count,
    fill: () => publishEvents(system, count),
    // The receiver is asked first: counting rows while work goes on would slow it down.
    isDone: async () =>
      (await receivedOf()) - received >= count && (await deliveredOf(system)) - delivered >= count,
  });
}

async function deliveredOf({ pool }: System): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM webhook_deliveries WHERE status = 'delivered'`,
  );
  return Number(rows[0]?.count);
}
