import type { EmailEventMessage } from '@postrider/contracts/events';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  eventuallyPasses,
  type EmailEventOverrides,
  type TestContext,
} from '@postrider/testkit';
import { eventOf } from '../../test/event-of';
import { recountDay } from '../../test/recount-day';
import { startTestAggregator, type TestAggregator } from '../../test/start-test-aggregator';
import { counterColumns, toCountable, type CounterColumn } from './countable-event';
import { countEvents } from './count-events';
import { createMissedEventsSweep } from './sweep-missed-events';

let context: TestContext;
let aggregator: TestAggregator;

beforeAll(async () => {
  context = await createTestContext();
  aggregator = await startTestAggregator(context, { missedIntervalMs: 3_600_000 });
});
afterAll(async () => {
  await aggregator.close();
  await context.close();
});

const today = (): string => new Date().toISOString().slice(0, 10);
const pool = () => aggregator.database.pool;

const kinds: EmailEventOverrides[] = [
  { type: 'sent' },
  { type: 'delivered' },
  { type: 'bounced', bounceType: 'hard', provider: 'google' },
  { type: 'bounced', bounceType: 'undetermined', provider: 'microsoft', blocked: true },
  { type: 'opened' },
  { type: 'opened', machine: true },
  { type: 'opened', repeated: true },
  { type: 'delivery_delayed', provider: 'google', blocked: true },
];

/** Events with their rows, of one organization and one domain. */
async function recordEvents(times: number): Promise<{ organizationId: string; events: EmailEventMessage[] }> {
  const { id: organizationId } = await createOrganization(context.pool);
  const message = await createMessage(context.pool, { organizationId });
  const events: EmailEventMessage[] = [];
  for (let time = 0; time < times; time += 1) {
    for (const kind of kinds) {
      events.push(eventOf(message, await createEmailEvent(context.pool, message, kind), kind));
    }
  }
  return { organizationId, events };
}

async function totals(organizationId: string): Promise<Partial<Record<CounterColumn, number>>> {
  const { rows } = await pool().query<Record<CounterColumn, number>>(
    `SELECT ${counterColumns.join(', ')} FROM daily_counters WHERE organization_id = $1 AND facet = 'total'`,
    [organizationId],
  );
  const [row] = rows;
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0));
}

const expectedOf = (times: number) => ({
  sent: times,
  delivered: times,
  bounced_hard: times,
  bounced_soft: times,
  opened: times,
  delayed: times,
  blocked: 2 * times,
});

describe('counters', () => {
  it('are the sum of the events, whatever is brought twice', async () => {
    const { organizationId, events } = await recordEvents(20);
    for (const event of [...events, ...events.toReversed(), ...events]) {
      void aggregator.broker.publisher.publishEvent(event);
    }
    await eventually(async () => (await totals(organizationId)).sent === 20);
    await aggregator.broker.publisher.drain(5_000);
    await eventually(async () => {
      const depth = await aggregator.broker.queueDepth('metrics-aggregator.events');
      return depth.ready === 0;
    });
    // The last batch may still be counted.
    await eventuallyPasses(async () => expect(await totals(organizationId)).toEqual(expectedOf(20)));
    expect(await recountDay(pool(), organizationId, today())).toEqual([]);
  });

  it('stay exact when batches with the same events run against each other', async () => {
    const { organizationId, events } = await recordEvents(30);
    const countable = events.flatMap((event) => toCountable(event) ?? []);
    const halves = [
      countable,
      countable.toReversed(),
      countable.slice(50),
      countable.slice(0, 150).toReversed(),
    ];
    const counted = await Promise.all(halves.map((half) => countEvents(pool(), half)));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(countable.length);
    expect(await totals(organizationId)).toEqual(expectedOf(30));
  });

  it('are untouched when the transaction does not commit', async () => {
    const { organizationId, events } = await recordEvents(3);
    const countable = events.flatMap((event) => toCountable(event) ?? []);
    const broken = [...countable, { ...countable[0], id: 'not-a-uuid' } as (typeof countable)[number]];
    await expect(countEvents(pool(), broken)).rejects.toThrow();
    expect(await totals(organizationId)).toEqual({});
    expect(await countEvents(pool(), countable)).toBe(countable.length);
    expect(await recountDay(pool(), organizationId, today())).toEqual([]);
  });

  it('are summed for each facet that an event has a value for', async () => {
    const { organizationId, events } = await recordEvents(1);
    await countEvents(
      pool(),
      events.flatMap((event) => toCountable(event) ?? []),
    );
    const { rows } = await pool().query<{ facet: string; facet_key: string; blocked: number }>(
      `SELECT facet, facet_key, blocked FROM daily_counters WHERE organization_id = $1 AND facet = 'provider'
        ORDER BY facet_key`,
      [organizationId],
    );
    expect(rows).toEqual([
      { facet: 'provider', facet_key: 'google', blocked: 1 },
      { facet: 'provider', facet_key: 'microsoft', blocked: 1 },
    ]);
  });

  it('do not contain test mode', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    const message = await createMessage(context.pool, { organizationId, mode: 'test' });
    const event = eventOf(message, await createEmailEvent(context.pool, message));
    const live = await recordEvents(1);
    await aggregator.broker.publisher.publishEvent(event);
    for (const other of live.events) await aggregator.broker.publisher.publishEvent(other);
    await eventually(async () => (await totals(live.organizationId)).delayed === 1);
    expect(await totals(organizationId)).toEqual({});
  });

  it('show in the audit when they are wrong', async () => {
    const { organizationId } = await recordEvents(1);
    const faults = await recountDay(pool(), organizationId, today());
    expect(faults.map(({ column }) => column)).toContain('sent');
  });
});

describe('the sweep', () => {
  it('counts events that no broker ever brought, and each once', async () => {
    const sweepOf = (clockMs: number) =>
      createMissedEventsSweep({
        ...aggregator.options,
        pool: pool(),
        clock: { now: () => new Date(clockMs) },
        onFound: () => undefined,
      });
    const beganMs = Date.now();
    const { organizationId, events } = await recordEvents(10);
    const counted = events.slice(0, 20).flatMap((event) => toCountable(event) ?? []);
    await countEvents(pool(), counted);

    const pass = { cursor: 'test.missed-events', lagMs: 10_000 };
    // Events that are younger than the lag may still come.
    await sweepOf(beganMs)(pass);
    expect((await totals(organizationId)).sent).toBe(3);

    const later = sweepOf(Date.now() + 11_000);
    await Promise.all([later(pass), later(pass)]);
    await later(pass);
    expect(await totals(organizationId)).toEqual(expectedOf(10));
    expect(await recountDay(pool(), organizationId, today())).toEqual([]);
  });
});
