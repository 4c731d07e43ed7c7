import { createMessage, createOrganization, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { deleteExpiredContent } from '../retention/delete-content';
import { deleteUnkeptContent } from '../retention/delete-unkept-content';
import { withTransaction } from '../transaction';
import { fillLateTerms, fillTerms } from './fill-terms';

const dayMs = 86_400_000;
const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
const stopping = new AbortController().signal;
let organizationId: string;

const context = useTestContext();
beforeEach(async () => {
  await context.pool.query(
    'TRUNCATE messages, message_contents, message_terms, content_terms, sweep_cursors',
  );
  organizationId = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
});

const fill = (clock = { now: () => now }) => fillTerms({ pool: context.servicePool, clock });

async function message(
  days: number,
  more: { metadata?: Record<string, string>; tags?: object[]; finalAt?: null } = {},
): Promise<string> {
  const { tags, ...rest } = more;
  const state = more.finalAt === null ? { status: 'queued' as const } : {};
  const { id } = await createMessage(context.pool, {
    organizationId,
    createdAt: daysAgo(days),
    ...rest,
    ...state,
  });
  if (tags) {
    await context.pool.query('UPDATE messages SET tags = $2 WHERE id = $1', [id, JSON.stringify(tags)]);
  }
  return id;
}

async function found(field: string, value: string, mode = 'live'): Promise<string[]> {
  const table = field === 'metadata' ? 'content_terms' : 'message_terms';
  const { rows } = await context.pool.query<{ message_id: string }>(
    `SELECT message_id FROM ${table} WHERE term = message_term($1, $2, $3, $4) ORDER BY message_id`,
    [organizationId, mode, field, value],
  );
  return rows.map((row) => row.message_id);
}

async function termsInAll(): Promise<{ messages: number; contents: number } | undefined> {
  const { rows } = await context.pool.query<{ messages: number; contents: number }>(
    `SELECT (SELECT count(*)::int FROM message_terms) AS messages, (SELECT count(*)::int FROM content_terms) AS contents`,
  );
  return rows[0];
}

it('gives a message the terms of its subject, its tags by name and by value, and its metadata', async () => {
  const id = await message(1, {
    metadata: { order_id: '10:42', who: 'ada' },
    tags: [
      { name: 'a', value: 'x:y' },
      { name: 'a', value: 'x:y' },
    ],
  });
  expect(await fill()).toEqual({ filled: 1, moreFrom: null });
  for (const [field, value] of [
    ['subject', 'Hello'],
    ['tag', 'a'],
    ['tag', 'a:x:y'],
    ['metadata', 'order_id:10:42'],
    ['metadata', 'who:ada'],
  ] as const) {
    expect([value, await found(field, value)]).toEqual([value, [id]]);
  }
  expect(await found('subject', 'Hello', 'test')).toEqual([]);
  expect(await termsInAll()).toEqual({ messages: 3, contents: 2 });
});

it('stays behind a transaction that may still show a message, and comes to it later', async () => {
  const client = await context.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("UPDATE organizations SET name = 'Busy' WHERE id = $1", [organizationId]);
    await message(0);
    expect(await fill({ now: () => new Date(now.getTime() + 3_600_000) })).toMatchObject({ filled: 0 });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await fill({ now: () => new Date(now.getTime() + 3_600_000) })).toMatchObject({ filled: 1 });
});

it('does in pages what came while it was off, in many replicas at once, each message once', async () => {
  await context.pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address,
       subject, recipient_count, status, created_at)
     SELECT (left($2, 24) || lpad(to_hex(n), 12, '0'))::uuid, $1, $1, $1, 'live', 'transactional', 'api', '', '', 'n' || n, 1,
            'sent', now()
       FROM generate_series(1, 4500) n`,
    [organizationId, await message(2)],
  );
  const replica = async (): Promise<number> => {
    const { filled, moreFrom } = await fill();
    return moreFrom ? filled + (await replica()) : filled;
  };
  const [first, second] = await Promise.all([replica(), replica()]);
  expect(first + second + (await replica())).toBe(4_501);
  expect(await found('subject', 'n4500')).toHaveLength(1);
});

it('finds a message that was committed long after its id was chosen', async () => {
  await message(2);
  await fill();
  const late = await message(3);
  expect(await fill()).toMatchObject({ filled: 0 });
  expect(await found('subject', 'Hello')).not.toContain(late);
  expect(await fillLateTerms({ pool: context.servicePool, clock: { now: () => now } })).toMatchObject({
    filled: 1,
  });
  expect(await found('subject', 'Hello')).toContain(late);
});

describe('metadata is content', () => {
  const run = () => deleteExpiredContent({ pool: context.servicePool, clock: { now: () => now }, stopping });

  it('leaves the index when its organization keeps it no longer, while others keep theirs', async () => {
    await createOrganization(context.pool, { bodyRetentionDays: 30 });
    await ensurePartitions(context.servicePool, { from: daysAgo(14) });
    const old = await message(8, { metadata: { who: 'ada' } });
    const young = await message(6, { metadata: { who: 'ada' } });
    await fill();
    expect(await found('metadata', 'who:ada')).toEqual([old, young]);
    expect((await run()).deleted).toBe(1);
    expect(await found('metadata', 'who:ada')).toEqual([young]);
    expect(await found('subject', 'Hello')).toEqual([old, young]);
  });

  it('leaves it at once where none is kept', async () => {
    const id = await message(0.5, { metadata: { who: 'ada' } });
    await fill();
    await context.pool.query('UPDATE organizations SET body_retention_days = 0 WHERE id = $1', [
      organizationId,
    ]);
    await withTransaction(context.servicePool, (client) => deleteUnkeptContent(client, [id]));
    expect(await found('metadata', 'who:ada')).toEqual([]);
  });

  it('does not come back by a page that is made while it is deleted', async () => {
    const id = await message(0.5, { metadata: { who: 'ada' } });
    await context.pool.query('UPDATE organizations SET body_retention_days = 0 WHERE id = $1', [
      organizationId,
    ]);
    const { filling } = await withTransaction(context.servicePool, async (client) => {
      await deleteUnkeptContent(client, [id]);
      // Waits for the commit, and then sees that there is no content.
      return { filling: fill() };
    });
    expect(await filling).toMatchObject({ filled: 1 });
    expect(await found('metadata', 'who:ada')).toEqual([]);
  });

  it('goes with the week that no organization keeps, but for what may still be sent', async () => {
    await context.pool.query('UPDATE organizations SET body_retention_days = 7');
    await ensurePartitions(context.servicePool, { from: daysAgo(70) });
    const gone = await message(40, { metadata: { who: 'ada' } });
    const waiting = await message(40, { metadata: { who: 'ada' }, finalAt: null });
    await message(60, { metadata: { who: 'ada' } });
    await fill();
    expect(await found('metadata', 'who:ada')).toHaveLength(3);
    expect((await run()).compacted).toHaveLength(1);
    expect(await found('metadata', 'who:ada')).toEqual([waiting]);
    expect(await found('subject', 'Hello')).toContain(gone);
    const oldest = async (table: string) =>
      (await listPartitions(context.servicePool)).find((each) => each.table === table)?.from;
    expect(await oldest('content_terms')).toEqual(await oldest('message_contents'));
  });
});

it('the search index of messages has a place for every week of messages that was there before it', async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(100) });
  const weeks = async () => {
    const partitions = await listPartitions(context.servicePool);
    return partitions.filter(({ table }) => table === 'message_terms').length;
  };
  const before = await weeks();
  for (const { table, name } of await listPartitions(context.servicePool)) {
    if (table === 'message_terms') await context.pool.query(`DROP TABLE ${name}`);
  }
  await ensurePartitions(context.servicePool);
  expect(await weeks()).toBe(before);
});
