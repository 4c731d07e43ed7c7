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
const eventsFirst = 5_000;

export const countersLine: BenchLine = {
  name: 'counters',
  product: 'events to daily counters, each counted once',
  floor: 'multi-row upsert of the same rows',
  unit: 'events/s',
  must: 0.8,
  aim: 1.2,
  run: countersBeside,
};

async function countersBeside(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['metrics-aggregator']);
  const mine = createRoundSize(eventsFirst);
  const theirs = createRoundSize(eventsFirst);
  return compare({
    product: async () => mine.saw(await countAll(system, mine.units())),
    floor: async () =>
      theirs.saw(
        await runFloor('counter-upsert', { ...harness.context.settings, COUNT: String(theirs.units()) }),
      ),
  });
}

async function countAll(system: System, count: number): Promise<Sample> {
  const before = await countedOf(system);
  return measureDrain({
    services: system.processes.of('metrics-aggregator'),
    units: count,
    fill: () => publishEvents(system, count),
    isDone: async () => (await countedOf(system)) - before >= count,
  });
}

async function countedOf({ pool, tenant }: System): Promise<number> {
  const { rows } = await pool.query<{ sent: string | null }>(
    `SELECT sum(sent) AS sent FROM daily_counters WHERE organization_id = $1 AND facet = 'total'`,
    [tenant.organization.id],
  );
  return Number(rows[0]?.sent ?? 0);
}
