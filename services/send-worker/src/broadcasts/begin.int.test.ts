import { newId } from '@postrider/contracts/ids';
import { contactActivityPasses, fillContactActivity, withTransaction } from '@postrider/db';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { begin } from './begin';
import { readBroadcast } from './broadcasts.repository';
import type { OpenBroadcast } from './open-broadcast';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

const cityFilter = (city: string) => ({ all: [{ property: 'city', op: 'eq', value: city }] });

async function addSegment(city: string): Promise<string> {
  const id = newId();
  await harness.pool.query(
    `INSERT INTO segments (id, organization_id, name, filter) VALUES ($1, $2, 'City', $3)`,
    [id, sender.organizationId, cityFilter(city)],
  );
  return id;
}

async function read(id: string): Promise<OpenBroadcast> {
  const broadcast = await readBroadcast(harness.pool, { id, organizationId: sender.organizationId });
  if (!broadcast) throw new Error('it is not open');
  return broadcast;
}

/** As the gateway does: held, looked at, and refused where it has begun. */
const change = (id: string, set: string, values: readonly unknown[] = []) =>
  withTransaction(harness.pool, async (client) => {
    await client.query('SELECT FROM broadcasts WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const { rowCount } = await client.query(
      `UPDATE broadcasts SET ${set}, updated_at = now() WHERE id = $1 AND started_at IS NULL`,
      [id, ...values],
    );
    return rowCount === 1;
  });

/** Until it has begun, as turns do. */
async function beginUntilBegun(id: string): Promise<void> {
  for (;;) {
    const broadcast = await read(id);
    if (broadcast.startedAt !== null) return;
    await begin(harness.resources, broadcast);
  }
}

it.each([
  [
    'another segment',
    (id: string) => addSegment('Rome').then((rome) => change(id, 'segment_id = $2', [rome])),
  ],
  ['another subject', (id: string) => change(id, `subject = 'Changed'`)],
  ['a later time', (id: string) => change(id, `scheduled_at = now() + interval '1 h'`)],
])('does not begin as what it was when it gets %s while its content is looked at', async (_, changeIt) => {
  const id = await harness.addBroadcast(sender);
  const { readContent } = harness.resources;
  const overtaken: typeof readContent = async (...call) => {
    const content = await readContent(...call);
    expect(await changeIt(id)).toBe(true);
    return content;
  };
  await begin({ ...harness.resources, readContent: overtaken }, await read(id));
  expect((await harness.read(id)).started_at).toBeNull();
});

it('waits until it is known who has not opened anything', async () => {
  const segmentId = await addSegment('Rome');
  const all = [{ activity: 'opened', op: 'not_within_days', value: 30 }];
  await harness.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [segmentId, { all }]);
  const id = await harness.addBroadcast(sender, { segment_id: segmentId });
  expect(await begin(harness.resources, await read(id))).toMatchObject({
    kind: 'waits',
    reason: 'opens, clicks and deliveries of stored emails are still being read',
  });
  await fillContactActivity(
    { pool: harness.pool, clock: { now: () => new Date() } },
    contactActivityPasses[0],
  );
  await beginUntilBegun(id);
  expect((await harness.read(id)).filter).toEqual({ all });
});

it('a time that is moved between the look for what is due and the turn is heeded', async () => {
  const id = await harness.addBroadcast(sender);
  await change(id, `scheduled_at = now() + interval '1 h'`);
  await begin(harness.resources, await read(id));
  expect((await harness.read(id)).started_at).toBeNull();
});

it('a change that was taken counts, and one that was refused does not, a hundred times', async () => {
  const rome = await addSegment('Rome');
  let taken = 0;
  for (let time = 0; time < 100; time += 1) {
    const id = await harness.addBroadcast(sender);
    const late = async () => {
      // In all parts of the beginning.
      for (let looks = 0; looks < time % 10; looks += 1) await harness.pool.query('SELECT 1');
      return change(id, 'segment_id = $2', [rome]);
    };
    // The first of ten comes before the beginning, the last one after it.
    if (time % 10 === 9) await beginUntilBegun(id);
    const changing = late();
    if (time % 10 === 0) await changing;
    const [isTaken] = await Promise.all([changing, beginUntilBegun(id)]);
    if (isTaken) taken += 1;
    expect((await harness.read(id)).filter).toEqual(isTaken ? cityFilter('Rome') : { all: [] });
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(100);
});

it('a broadcast has the filter that its segment had when it began, though the segment changes all the time', async () => {
  const segmentId = await addSegment('0');
  const changes: { readonly city: string; readonly beganAt: Date; readonly endedAt: Date }[] = [];
  let isOver = false;
  const keepChanging = async () => {
    for (let city = 1; !isOver; city += 1) {
      const { rows } = await harness.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      await harness.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [
        segmentId,
        cityFilter(String(city)),
      ]);
      const after = await harness.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      changes.push({ city: String(city), beganAt: rows[0]!.at, endedAt: after.rows[0]!.at });
    }
  };
  const changing = keepChanging();
  const begun: { readonly city: unknown; readonly at: Date }[] = [];
  for (let time = 0; time < 50; time += 1) {
    const id = await harness.addBroadcast(sender, { segment_id: segmentId });
    await beginUntilBegun(id);
    const { filter, started_at: at } = await harness.read(id);
    begun.push({ city: (filter?.all[0] as { readonly value?: unknown }).value, at: at! });
  }
  isOver = true;
  await changing;
  for (const { city, at } of begun) {
    const index = changes.findIndex((each) => each.city === city);
    // It had been asked for by then, and what came after it had not been answered; the column has milliseconds.
    expect(index < 0 ? 0 : changes[index]!.beganAt.getTime()).toBeLessThanOrEqual(at.getTime() + 1);
    expect(changes[index + 1]?.endedAt.getTime() ?? Infinity).toBeGreaterThanOrEqual(at.getTime() - 1);
  }
});
