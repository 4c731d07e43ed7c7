import { newId } from '@postrider/contracts/ids';
import {
  allOrganizations,
  deleteOldDeliveryHours,
  deliveryTimesOf,
  ensurePartitions,
  lastHour,
  readDeliveryHours,
  sameHourOfLastWeek,
  type DeliveryCounts,
} from '@postrider/db';
import { createMessage, createOrganization, emailEvent, useTestContext } from '@postrider/testkit';
import { toCountable, type CountableEvent } from './countable-event';
import { countEvents } from './count-events';

const hourMs = 3_600_000;
/** Half past an hour, so that the last sixty minutes are halves of two. */
const now = new Date(Math.floor(Date.now() / hourMs) * hourMs + hourMs / 2);
const before = (ms: number): Date => new Date(now.getTime() - ms);

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: before(10 * 24 * hourMs) });
});
beforeEach(async () => {
  await context.pool.query('DELETE FROM delivery_hours');
});

interface Delivery {
  readonly organizationId: string;
  readonly at?: Date;
  readonly seconds: number;
  readonly provider?: string | null;
  readonly scheduledAt?: Date;
  readonly lane?: 'bulk';
}

/** A delivery `seconds` after its email was accepted, or after the time it was scheduled for. */
async function delivery({ organizationId, at = now, ...of }: Delivery): Promise<CountableEvent> {
  const dueAt = new Date(at.getTime() - of.seconds * 1_000);
  const createdAt = of.scheduledAt === undefined ? dueAt : new Date(dueAt.getTime() - hourMs);
  const message = await createMessage(context.pool, { organizationId, createdAt });
  await context.pool.query('UPDATE messages SET scheduled_at = $2, lane = $3 WHERE id = $1', [
    message.id,
    of.scheduledAt === undefined ? null : dueAt,
    of.lane ?? 'transactional',
  ]);
  const event = emailEvent({ organization_id: organizationId, occurred_at: at.toISOString() });
  const countable = toCountable({ ...event, email: { ...event.email, id: message.id } });
  if (countable === null) throw new Error('live events are counted');
  return { ...countable, provider: of.provider === undefined ? 'google' : of.provider };
}

async function count(...deliveries: readonly Delivery[]): Promise<CountableEvent[]> {
  const events = await Promise.all(deliveries.map(delivery));
  await countEvents(context.servicePool, events);
  return events;
}

type Period = 'now' | 'usual';

function read(organizationId: string, lane: 'transactional' | 'bulk' = 'transactional') {
  return readDeliveryHours(context.servicePool, {
    organizationIds: [organizationId],
    providers: null,
    lanes: [lane],
    periods: { now: lastHour(now), usual: sameHourOfLastWeek(now) },
  });
}

const totals = (rows: readonly DeliveryCounts<Period>[]) =>
  rows.map(({ provider, period, counts }) => [provider, period, counts.reduce((sum, each) => sum + each, 0)]);

describe('hours of deliveries', () => {
  it('have the time from acceptance to delivery, of an organization and of all', async () => {
    const [mine, other] = [newId(), newId()];
    await count(
      ...Array.from({ length: 20 }, () => ({ organizationId: mine, seconds: 4.5 })),
      ...Array.from({ length: 60 }, () => ({ organizationId: other, seconds: 90 })),
    );
    const [own] = await read(mine);
    const [all] = await read(allOrganizations);
    expect(deliveryTimesOf(own?.counts ?? [])).toEqual({ p50: 4.8, p95: 5.6 });
    expect(deliveryTimesOf(all?.counts ?? [])?.p50).toBeGreaterThan(64);
    expect(totals(await read(allOrganizations))).toEqual([['google', 'now', 80]]);
  });

  it('count an event once, however often it comes, and nothing but deliveries', async () => {
    const organizationId = newId();
    const events = await count({ organizationId, seconds: 2 }, { organizationId, seconds: 3 });
    await countEvents(context.servicePool, events);
    await countEvents(
      context.servicePool,
      events.map((event) => ({ ...event, id: newId(), type: 'email.sent' as const })),
    );
    expect(totals(await read(organizationId))).toEqual([['google', 'now', 2]]);
  });

  it('are exact when batches of several organizations run against each other', async () => {
    const organizations = [newId(), newId(), newId()];
    const events = await Promise.all(
      organizations.flatMap((organizationId) =>
        ['google', 'microsoft', 'yahoo'].map((provider) =>
          delivery({ organizationId, provider, seconds: 1 }),
        ),
      ),
    );
    const again = () => events.map((event) => ({ ...event, id: newId() }));
    await Promise.all(
      [again(), again().reverse(), again(), again().reverse()].map((batch) =>
        countEvents(context.servicePool, batch),
      ),
    );
    expect(totals(await read(allOrganizations))).toEqual([
      ['google', 'now', 12],
      ['microsoft', 'now', 12],
      ['yahoo', 'now', 12],
    ]);
  });

  it('begin with the scheduled time, and keep bulk mail apart', async () => {
    const organizationId = newId();
    await count(
      { organizationId, seconds: 2, scheduledAt: before(2_000) },
      { organizationId, seconds: 2_000, lane: 'bulk' },
    );
    const [transactional] = await read(organizationId);
    const [bulk] = await read(organizationId, 'bulk');
    expect(deliveryTimesOf(transactional?.counts ?? [])?.p95).toBeLessThan(3);
    expect(deliveryTimesOf(bulk?.counts ?? [])?.p50).toBeGreaterThan(1_400);
  });

  it('have one row for all that are no known providers, and none for mail without one', async () => {
    const organizationId = newId();
    await count(
      { organizationId, seconds: 1, provider: 'acme.example' },
      { organizationId, seconds: 1, provider: 'example.org' },
      { organizationId, seconds: 1, provider: null },
    );
    expect(totals(await read(organizationId))).toEqual([['other', 'now', 2]]);
  });

  it('are compared with the same hour of the seven days before', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    const days = [1, 7, 8].map((day) => ({ organizationId, seconds: 1, at: before(day * 24 * hourMs) }));
    const otherHours = [2, 5].map((hours) => ({ organizationId, seconds: 1, at: before(hours * hourMs) }));
    await count(...days, ...otherHours, { organizationId, seconds: 1, at: before(hourMs) });
    // Halves: of the hour before, and of the two hours that a day before has.
    expect(totals(await read(organizationId))).toEqual([
      ['google', 'now', 0.5],
      ['google', 'usual', 1],
    ]);
  });

  it('are deleted after a week', async () => {
    const organizationId = newId();
    await count(
      { organizationId, seconds: 1, at: before(7.5 * 24 * hourMs) },
      { organizationId, seconds: 1, at: before(9 * 24 * hourMs) },
    );
    const clock = { now: () => now };
    const stopping = new AbortController().signal;
    // Of the organization and of all.
    expect(await deleteOldDeliveryHours({ pool: context.servicePool, clock, stopping })).toBe(2);
  });
});
