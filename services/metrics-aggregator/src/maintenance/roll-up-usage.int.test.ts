import { newId } from '@postrider/contracts/ids';
import { uuidV7Floor } from '@postrider/db';
import { readKeyUsage, readUsage } from '@postrider/admission';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { rollUpKeyUsage, rollUpUsage } from './roll-up-usage';

const now = new Date();
const clock = { now: () => now };
const today = now.toISOString().slice(0, 10);
let organizationId: string;

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
});

/** As an accepting statement does. */
async function count(recipients: number, { shard = newId(), at = now } = {}): Promise<void> {
  await context.pool.query(
    `INSERT INTO usage_shards AS known VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, day, shard) DO UPDATE SET recipients = known.recipients + excluded.recipients`,
    [organizationId, at.toISOString().slice(0, 10), shard, recipients],
  );
}

const minutesAgo = (minutes: number): string => uuidV7Floor(new Date(now.getTime() - minutes * 60_000));
const usage = async () => (await readUsage(context.servicePool, organizationId, now)).day;
async function stored(): Promise<{ days: unknown[]; shards: number }> {
  const { rows } = await context.servicePool.query(
    'SELECT day, recipients FROM usage_days WHERE organization_id = $1 ORDER BY day',
    [organizationId],
  );
  const { rowCount } = await context.pool.query('SELECT FROM usage_shards WHERE organization_id = $1', [
    organizationId,
  ]);
  return { days: rows, shards: rowCount ?? 0 };
}

it('adds up the shards of a day, canceled mail taken off, and leaves those in use', async () => {
  await count(7, { shard: minutesAgo(5) });
  await count(5, { shard: minutesAgo(4) });
  await count(-2, { shard: minutesAgo(3) });
  await count(30, { shard: minutesAgo(1) });
  expect(await usage()).toBe(40);
  expect(await rollUpUsage({ pool: context.servicePool, clock })).toBe(3);
  expect(await stored()).toEqual({ days: [{ day: today, recipients: 10 }], shards: 1 });
  expect(await usage()).toBe(40);
});

it('adds what came late, also to a day that is long over', async () => {
  const at = new Date(now.getTime() - 40 * 86_400_000);
  await count(7, { shard: minutesAgo(9), at });
  await rollUpUsage({ pool: context.servicePool, clock });
  await count(1, { shard: minutesAgo(9), at });
  await rollUpUsage({ pool: context.servicePool, clock });
  const day = at.toISOString().slice(0, 10);
  expect(await stored()).toEqual({ days: [{ day, recipients: 8 }], shards: 0 });
});

it('neither loses nor doubles a recipient while statements add and two replicas move', async () => {
  const shards = Array.from({ length: 4 }, () => minutesAgo(5));
  let added = 0;
  const adding = Promise.all(
    shards.map(async (shard) => {
      for (let turn = 0; turn < 100; turn += 1) {
        await count(1, { shard });
        added += 1;
      }
    }),
  );
  let isOver = false;
  void adding.then(() => (isOver = true));
  const move = async (): Promise<void> => {
    while (!isOver) {
      const before = added;
      await rollUpUsage({ pool: context.servicePool, clock });
      expect(await usage()).toBeGreaterThanOrEqual(before);
      expect(await usage()).toBeLessThanOrEqual(400);
    }
  };
  await Promise.all([adding, move(), move()]);
  expect(await usage()).toBe(400);
});

describe('usage of keys', () => {
  const countOfKey = async (
    keyId: string,
    recipients: number,
    { shard, at = now }: { shard: string; at?: Date },
  ): Promise<void> => {
    await context.pool.query(
      `INSERT INTO key_usage_shards (organization_id, key_id, day, shard, recipients) VALUES ($1, $2, $3, $4, $5)`,
      [organizationId, keyId, at.toISOString().slice(0, 10), shard, recipients],
    );
  };
  const rowsOf = async (keyId: string): Promise<unknown[]> => {
    const { rows } = await context.servicePool.query<object>(
      `SELECT day, recipients FROM key_usage_shards WHERE key_id = $1 ORDER BY day, shard`,
      [keyId],
    );
    return rows;
  };

  it('is added up by key and day, without the shards in use, and forgotten after two days', async () => {
    const [one, other] = [newId(), newId()];
    const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
    const [yesterday, longAgo] = [daysAgo(1), daysAgo(3)];
    await countOfKey(one, 7, { shard: minutesAgo(5) });
    await countOfKey(one, 5, { shard: minutesAgo(4) });
    await countOfKey(one, 30, { shard: minutesAgo(1) });
    await countOfKey(one, 2, { shard: minutesAgo(9), at: yesterday });
    await countOfKey(other, 1, { shard: minutesAgo(5) });
    await countOfKey(other, 1, { shard: minutesAgo(9), at: longAgo });
    const options = { pool: context.servicePool, clock };
    expect(await rollUpKeyUsage(options)).toBe(4);
    const yesterdays = { day: yesterday.toISOString().slice(0, 10), recipients: 2 };
    expect(await rowsOf(one)).toEqual([
      yesterdays,
      { day: today, recipients: 12 },
      { day: today, recipients: 30 },
    ]);
    expect(await rowsOf(other)).toEqual([{ day: today, recipients: 1 }]);
    await countOfKey(one, 4, { shard: minutesAgo(3) });
    expect(await rollUpKeyUsage(options)).toBe(1);
    expect(await readKeyUsage(context.servicePool, one, now)).toBe(46);
    expect(await rollUpKeyUsage(options)).toBe(0);
  });
});
