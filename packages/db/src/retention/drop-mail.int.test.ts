import { newId } from '@postrider/contracts/ids';
import { createInboundEmail, createMessage, createOrganization, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { partitionName, startOfWeek } from '../partitions/week';
import { uuidV7Floor } from '../uuid-v7';
import { dropOldMail } from './drop-mail';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
let organizationId: string;

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(120) });
  organizationId = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
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
  const weeks = (await listPartitions(context.servicePool)).filter(({ table }) => table === 'messages');
  return new Date(Math.min(...weeks.map(({ to }) => to.getTime())));
};

it('old weeks of mail go with all that is theirs, but none with mail that may still be sent, or that a broadcast refers to', async () => {
  const old = await message(110);
  const [besideWaiting, waiting] = [await message(100), await message(100, true)];
  const ofBroadcast = await message(80);
  await sentByBroadcast(ofBroadcast);
  const older = await message(65);
  const young = await message(30);
  const { dropped, kept: inUse } = await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });

  expect(await Promise.all([old, older].map(rowsOf))).toEqual([gone, gone]);
  for (const id of [besideWaiting, waiting, ofBroadcast, young])
    expect([id, await rowsOf(id)]).toEqual([id, kept]);
  expect(inUse).toEqual([100, 80].map((days) => partitionName('messages', startOfWeek(daysAgo(days)))));
  expect(dropped).toContain(partitionName('email_events', startOfWeek(daysAgo(110))));
  expect(dropped.filter((name) => /^(counted|webhook|api|inbound_spool)/.test(name))).toEqual([]);

  // What has become final, and is referred to no more, goes the next time.
  await context.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [waiting]);
  await context.pool.query('DELETE FROM broadcast_recipients');
  await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });
  expect(await Promise.all([besideWaiting, waiting, ofBroadcast].map(rowsOf))).toEqual([gone, gone, gone]);
  expect((await oldestWeek()).getTime()).toBeGreaterThan(daysAgo(35).getTime());
});

it('replies go with the weeks in which they came, and stay in weeks with mail that may still be sent', async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(120) });
  const reply = async (days: number) => {
    const id = uuidV7Floor(daysAgo(days));
    const file = { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a') };
    await createInboundEmail(context.pool, {
      ...{ id, organizationId, receivedAt: daysAgo(days), attachments: [file] },
    });
    return id;
  };
  const [old, besideWaiting, young] = [await reply(110), await reply(100), await reply(30)];
  const waiting = await message(100, true);
  const there = async (): Promise<unknown[]> => {
    const { rows } = await context.pool.query<object>(
      `SELECT i.id, count(c.inbound_id)::int AS contents, count(a.inbound_id)::int AS files FROM inbound_emails i
       LEFT JOIN inbound_contents c ON c.inbound_id = i.id LEFT JOIN inbound_attachments a ON a.inbound_id = i.id
       GROUP BY i.id ORDER BY i.id`,
    );
    return rows;
  };
  const whole = [old, besideWaiting, young].map((id) => ({ id, contents: 1, files: 1 }));
  expect(await there()).toEqual(whole);
  await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });
  expect(await there()).toEqual(whole.slice(1));

  await context.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [waiting]);
  await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });
  expect(await there()).toEqual(whole.slice(2));
});

it('reviews go with their messages, but not findings against an organization that is not approved', async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(120) });
  const review = async (owner: string, status: string, days: number): Promise<void> => {
    const { id } = await createMessage(context.pool, { organizationId: owner, createdAt: daysAgo(days) });
    await context.pool.query(
      'INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, $3)',
      [id, owner, status],
    );
  };
  const approved = (await createOrganization(context.pool)).id;
  const unproven = (await createOrganization(context.pool)).id;
  await context.pool.query('UPDATE organizations SET approved_at = now() WHERE id = $1', [approved]);
  await context.pool.query('UPDATE organizations SET approved_at = NULL WHERE id = $1', [unproven]);
  for (const owner of [approved, unproven])
    for (const status of ['passed', 'rejected'])
      for (const days of [110, 30]) await review(owner, status, days);
  const { reviewsDeleted } = await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });
  expect(reviewsDeleted).toBe(3);
  const { rows } = await context.pool.query(
    `SELECT r.organization_id = $1 AS approved, r.status, count(m.id)::int AS messages FROM message_reviews r
     LEFT JOIN messages m ON m.id = r.message_id GROUP BY r.message_id ORDER BY r.message_id`,
    [approved],
  );
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ messages }) => messages === 0)).toEqual([
    { approved: false, status: 'rejected', messages: 0 },
  ]);
});

it('mail stays as long as any organization keeps content', async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
  await createOrganization(context.pool, { bodyRetentionDays: 60 });
  const id = await message(50);
  await dropOldMail({ pool: context.servicePool, clock, keptDays: 35 });
  expect(await rowsOf(id)).toEqual(kept);
  expect((await oldestWeek()).getTime()).toBeGreaterThan(daysAgo(60).getTime());
});
