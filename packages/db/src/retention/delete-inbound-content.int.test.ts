import { createInboundEmail, createOrganization, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { listPartitions } from '../partitions/list-partitions';
import { uuidV7Floor } from '../uuid-v7';
import { deleteExpiredInboundContent } from './delete-inbound-content';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const stopping = new AbortController().signal;
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
});

let count = 0;

/** A reply with a file, recorded when it came. */
async function reply(organizationId: string, days: number): Promise<string> {
  count += 1;
  const receivedAt = daysAgo(days);
  const id = uuidV7Floor(receivedAt).slice(0, -4) + String(count).padStart(4, '0');
  const content = Buffer.from('abc');
  await createInboundEmail(context.pool, {
    ...{ id, organizationId, receivedAt },
    attachments: [{ filename: 'a.txt', contentType: 'text/plain', content }],
  });
  return id;
}

async function left(id: string): Promise<unknown> {
  const { rows } = await context.pool.query(
    `SELECT (SELECT count(*)::int FROM inbound_emails WHERE id = $1) AS emails,
            (SELECT count(*)::int FROM inbound_contents WHERE inbound_id = $1) AS contents,
            (SELECT count(*)::int FROM inbound_attachments WHERE inbound_id = $1) AS files`,
    [id],
  );
  return rows[0];
}

const kept = { emails: 1, contents: 1, files: 1 };
const gone = { emails: 1, contents: 0, files: 0 };
const run = () => deleteExpiredInboundContent({ pool: context.servicePool, clock, stopping });

it('content and files of a reply go after the days of its organization; the reply stays', async () => {
  const short = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
  const long = (await createOrganization(context.pool, { bodyRetentionDays: 30 })).id;
  const nothing = (await createOrganization(context.pool, { bodyRetentionDays: 0 })).id;
  const [old, young, keptLonger, unkept] = [
    await reply(short, 8),
    await reply(short, 6),
    await reply(long, 8),
    await reply(nothing, 0.1),
  ];
  expect((await run()).deleted).toBe(2);
  expect(await Promise.all([old, young, keptLonger, unkept].map(left))).toEqual([gone, kept, kept, gone]);
  expect((await run()).deleted).toBe(0);
});

it('a week that no organization keeps is dropped as a whole', async () => {
  const { id } = await createOrganization(context.pool, { bodyRetentionDays: 30 });
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
  const ancient = await reply(id, 60);
  const { dropped, deleted } = await run();
  expect(deleted).toBe(0);
  expect(dropped.some((name) => name.startsWith('inbound_contents_'))).toBe(true);
  expect(dropped.some((name) => name.startsWith('inbound_attachments_'))).toBe(true);
  expect(await left(ancient)).toEqual(gone);
  const weeks = (await listPartitions(context.servicePool)).filter(({ table }) => table === 'inbound_emails');
  expect(Math.min(...weeks.map(({ to }) => to.getTime()))).toBeLessThan(daysAgo(60).getTime() + 7 * dayMs);
});
