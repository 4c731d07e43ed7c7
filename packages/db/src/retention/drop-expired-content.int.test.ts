import { createMessage, createOrganization, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { deleteExpiredContent } from './delete-content';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const stopping = new AbortController().signal;
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
let organizationId: string;

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
  organizationId = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
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
  const weeks = (await listPartitions(context.servicePool)).filter(
    ({ table }) => table === 'message_contents',
  );
  return (now.getTime() - Math.min(...weeks.map(({ to }) => to.getTime()))) / dayMs;
}

async function weeksOfContent(): Promise<number> {
  return (await listPartitions(context.servicePool)).filter(({ table }) => table === 'message_contents')
    .length;
}

it('drops whole weeks that no organization keeps; of a week with a message that may still be sent, all but its content', async () => {
  const ids = { ancient: await message(65), beside: await message(40), old: await message(20) };
  const waiting = await message(40, true);
  const young = await message(3);
  const sizeOfOldest = async () => {
    const { rows } = await context.pool.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM message_contents WHERE message_id < $1`,
      [young],
    );
    return rows[0]?.rows;
  };

  const first = await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
  expect(first.dropped.length).toBeGreaterThan(0);
  expect(first.compacted).toHaveLength(1);
  // Nothing is deleted row by row: what the week held is gone with it, and its space.
  expect(first.deleted).toBe(0);
  expect(await sizeOfOldest()).toBe(1);
  for (const id of [ids.ancient, ids.beside, ids.old]) expect(await contentOf(id)).toEqual(gone);
  expect(await contentOf(waiting)).toEqual(kept);
  expect(await contentOf(young)).toEqual(kept);
  expect(await weeksOfContent()).toBeLessThan(8);

  const again = await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
  expect([again.dropped, again.compacted]).toEqual([[], []]);
  expect(await contentOf(waiting)).toEqual(kept);

  await context.pool.query(`UPDATE messages SET status = 'canceled', final_at = now() WHERE id = $1`, [
    waiting,
  ]);
  const last = await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
  expect(last).toMatchObject({ dropped: first.compacted, deleted: 0 });
  expect(await oldestWeek()).toBeLessThan(8);
  expect(await contentOf(waiting)).toEqual(gone);
  expect(await contentOf(young)).toEqual(kept);
  // The messages themselves stay, and list what was attached.
  const { rowCount } = await context.pool.query('SELECT FROM messages WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(rowCount).toBe(5);
});

it('always shows content while a week is replaced, and finishes what a crash left', async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
  const waiting = await message(40, true);
  const others = await Promise.all(Array.from({ length: 20 }, () => message(40, true)));
  const [{ name } = { name: '' }] = (await listPartitions(context.servicePool)).filter(
    ({ table, from, to }) => table === 'message_contents' && from <= daysAgo(40) && daysAgo(40) < to,
  );
  await context.pool.query(
    `CREATE TABLE "${name}_copy" (leftover int); CREATE TABLE "message_contents_p20200106_replaced" ()`,
  );
  let isDone = false;
  let missed = 0;
  let reads = 0;
  const reader = (async () => {
    while (!isDone) {
      const { rowCount } = await context.pool.query(
        'SELECT FROM messages m JOIN message_contents c ON c.message_id = m.id WHERE m.id = $1',
        [waiting],
      );
      reads += 1;
      if (rowCount !== 1) missed += 1;
      await message(0);
    }
  })();
  const { compacted } = await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
  isDone = true;
  await reader;
  expect(compacted).toEqual([name]);
  expect(missed).toBe(0);
  expect(reads).toBeGreaterThan(0);
  for (const id of [waiting, ...others]) expect(await contentOf(id)).toEqual(kept);
  const { rows } = await context.pool.query(
    `SELECT relname FROM pg_class WHERE relname ~ '^message_contents.*(_copy|_replaced)$'`,
  );
  expect(rows).toEqual([]);
  await context.pool.query(
    `UPDATE messages SET status = 'canceled', final_at = now() WHERE status = 'queued'`,
  );
  await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
});

it('drops nothing that one organization still keeps', async () => {
  await createOrganization(context.pool, { bodyRetentionDays: 3_650 });
  const before = await oldestWeek();
  const { dropped } = await deleteExpiredContent({ pool: context.servicePool, clock, stopping });
  expect(dropped).toEqual([]);
  expect(await oldestWeek()).toBe(before);
});
