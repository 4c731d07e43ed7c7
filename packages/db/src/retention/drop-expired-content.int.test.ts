import { createMessage, createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { createDatabase, type Database } from '../client/create-database';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { deleteExpiredContent } from './delete-content';

const DAY_MS = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const stopping = new AbortController().signal;
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

let context: TestContext;
let database: Database;
let organizationId: string;

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'content retention test',
    onConnectionError: () => undefined,
  });
  await ensurePartitions(database.pool, { from: daysAgo(70) });
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
    `INSERT INTO message_attachments (message_id, ordinal, filename, content_type, size, content)
     VALUES ($1, 0, 'a.txt', 'text/plain', 1, 'YQ==')`,
    [id],
  );
  return id;
}

async function contentOf(id: string): Promise<unknown> {
  const { rows } = await context.pool.query(
    `SELECT (SELECT count(*)::int FROM message_contents WHERE message_id = $1) AS contents, filename, content
     FROM message_attachments WHERE message_id = $1`,
    [id],
  );
  return rows[0];
}

const gone = { contents: 0, filename: 'a.txt', content: null };
const kept = { contents: 1, filename: 'a.txt', content: 'YQ==' };

/** How far back the weeks of content reach, in days. */
async function oldestWeek(): Promise<number> {
  const weeks = (await listPartitions(database.pool)).filter(({ table }) => table === 'message_contents');
  return (now.getTime() - Math.min(...weeks.map(({ to }) => to.getTime()))) / DAY_MS;
}

it('drops whole weeks that nobody keeps, but none since the oldest message that may still be sent', async () => {
  const ids = { ancient: await message(65), waiting: await message(40, true), old: await message(20) };
  const young = await message(3);

  const first = await deleteExpiredContent({ pool: database.pool, clock, stopping });
  expect(first.dropped.length).toBeGreaterThan(0);
  expect(first.deleted).toBe(1);
  expect(await oldestWeek()).toBeLessThan(41);
  expect(await oldestWeek()).toBeGreaterThan(30);
  expect(await contentOf(ids.ancient)).toEqual(gone);
  expect(await contentOf(ids.old)).toEqual(gone);
  expect(await contentOf(ids.waiting)).toEqual(kept);
  expect(await contentOf(young)).toEqual(kept);

  await context.pool.query(`UPDATE messages SET status = 'canceled', final_at = now() WHERE id = $1`, [
    ids.waiting,
  ]);
  const second = await deleteExpiredContent({ pool: database.pool, clock, stopping });
  expect(second.deleted).toBe(0);
  expect(await oldestWeek()).toBeLessThan(8);
  expect(await contentOf(ids.waiting)).toEqual(gone);
  expect(await contentOf(young)).toEqual(kept);
  // The messages themselves stay, and list what was attached.
  const { rowCount } = await context.pool.query('SELECT FROM messages WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(rowCount).toBe(4);
});

it('drops nothing that one organization still keeps', async () => {
  await createOrganization(context.pool, { bodyRetentionDays: 3_650 });
  const before = await oldestWeek();
  const { dropped } = await deleteExpiredContent({ pool: database.pool, clock, stopping });
  expect(dropped).toEqual([]);
  expect(await oldestWeek()).toBe(before);
});
