import { newId } from '@postrider/contracts';
import { createMessage, createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { createDatabase, type Database } from '../client/create-database';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { partitionName, startOfWeek } from '../partitions/week';
import { dropOldMail } from './drop-mail';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);

let context: TestContext;
let database: Database;
let organizationId: string;

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'mail retention test',
    onConnectionError: () => undefined,
  });
  await ensurePartitions(database.pool, { from: daysAgo(120) });
  organizationId = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
});
afterAll(async () => {
  await database.close();
  await context.close();
});

async function message(days: number, waiting = false): Promise<string> {
  const state = waiting ? { finalAt: null, status: 'queued' as const } : {};
  const { id } = await createMessage(context.pool, { organizationId, createdAt: daysAgo(days), ...state });
  await context.pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, 'a@b.test', 'a@b.test', 'to', 'queued', now())`,
    [id, organizationId],
  );
  return id;
}

/** Rows of it that are there. */
async function rowsOf(id: string): Promise<unknown> {
  const { rows } = await context.pool.query(
    `SELECT (SELECT count(*)::int FROM messages WHERE id = $1) AS messages,
            (SELECT count(*)::int FROM message_contents WHERE message_id = $1) AS contents,
            (SELECT count(*)::int FROM recipients WHERE message_id = $1) AS recipients`,
    [id],
  );
  return rows[0];
}

const gone = { messages: 0, contents: 0, recipients: 0 };
const kept = { messages: 1, contents: 1, recipients: 1 };

async function sentByBroadcast(messageId: string): Promise<void> {
  await context.pool.query(
    `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, message_id) VALUES ($1, $2, $3, $4)`,
    [newId(), newId(), organizationId, messageId],
  );
}

const oldestWeek = async (): Promise<Date> => {
  const weeks = (await listPartitions(database.pool)).filter(({ table }) => table === 'messages');
  return new Date(Math.min(...weeks.map(({ to }) => to.getTime())));
};

it('old weeks of mail go with all that is theirs, but none with mail that may still be sent, or that a broadcast refers to', async () => {
  const old = await message(110);
  const [besideWaiting, waiting] = [await message(100), await message(100, true)];
  const ofBroadcast = await message(80);
  await sentByBroadcast(ofBroadcast);
  const older = await message(65);
  const young = await message(30);
  const { dropped, kept: inUse } = await dropOldMail({ pool: database.pool, clock, keptDays: 35 });

  expect(await Promise.all([old, older].map(rowsOf))).toEqual([gone, gone]);
  for (const id of [besideWaiting, waiting, ofBroadcast, young])
    expect([id, await rowsOf(id)]).toEqual([id, kept]);
  expect(inUse).toEqual([100, 80].map((days) => partitionName('messages', startOfWeek(daysAgo(days)))));
  expect(dropped).toContain(partitionName('email_events', startOfWeek(daysAgo(110))));
  expect(dropped.filter((name) => /^(counted|webhook|api|inbound)/.test(name))).toEqual([]);

  // What has become final, and is referred to no more, goes the next time.
  await context.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [waiting]);
  await context.pool.query('DELETE FROM broadcast_recipients');
  await dropOldMail({ pool: database.pool, clock, keptDays: 35 });
  expect(await Promise.all([besideWaiting, waiting, ofBroadcast].map(rowsOf))).toEqual([gone, gone, gone]);
  expect((await oldestWeek()).getTime()).toBeGreaterThan(daysAgo(35).getTime());
});

it('mail stays as long as any organization keeps content', async () => {
  await ensurePartitions(database.pool, { from: daysAgo(70) });
  await createOrganization(context.pool, { bodyRetentionDays: 60 });
  const id = await message(50);
  await dropOldMail({ pool: database.pool, clock, keptDays: 35 });
  expect(await rowsOf(id)).toEqual(kept);
  expect((await oldestWeek()).getTime()).toBeGreaterThan(daysAgo(60).getTime());
});
