import { newId } from '@postrider/contracts/ids';
import { createBroadcast, createOrganization, useTestContext } from '@postrider/testkit';
import { deleteBroadcastRecipients } from '../maintenance/delete-broadcast-recipients';
import { countEvents } from './count-events';
import { timesOf, type CountableEvent } from './countable-event';

let organizationId: string;
let topicId: string;

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  topicId = newId();
  await context.pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'n', 'N', true, now())`,
    [topicId, organizationId],
  );
});

/** @returns the id of the message that a recipient of the variant got */
async function addRecipient(broadcastId: string, variant: number | null): Promise<string> {
  const messageId = newId();
  await context.pool.query(
    `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, variant, message_id, outcome)
     VALUES ($1, $2, $3, $4, $5, 'submitted')`,
    [broadcastId, newId(), organizationId, variant, messageId],
  );
  return messageId;
}

function eventOf(broadcastId: string, messageId: string, event: Partial<CountableEvent>): CountableEvent {
  return {
    ...{ id: newId(), messageId, organizationId, domainId: organizationId, keyId: organizationId },
    ...{ templateId: null, kind: `broadcast.${broadcastId}`, provider: null, type: 'email.sent' },
    ...{ bounceType: null, blocked: false, machine: false, repeated: false },
    ...{ ...timesOf(new Date().toISOString()), url: null, reply: null, ...event },
  };
}

async function countersOf(broadcastId: string): Promise<Record<string, number>[]> {
  const { rows } = await context.pool.query<Record<string, string | number>>(
    `SELECT variant, sent, opened, bounced_hard, blocked, failed FROM broadcast_counters WHERE broadcast_id = $1 ORDER BY variant`,
    [broadcastId],
  );
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
  );
}

it('a broadcast has its events once, by variant; who got the winner counts for it', async () => {
  const id = await createBroadcast(context.pool, { organizationId, topicId });
  const [first, second, winner] = [
    await addRecipient(id, 0),
    await addRecipient(id, 1),
    await addRecipient(id, null),
  ];
  await context.pool.query('UPDATE broadcasts SET winner = 1 WHERE id = $1', [id]);
  const events = [
    ...[first, second, winner].map((messageId) => eventOf(id, messageId, {})),
    eventOf(id, first, { type: 'email.opened' }),
    eventOf(id, winner, { type: 'email.opened' }),
    eventOf(id, winner, { type: 'email.opened', machine: true }),
    eventOf(id, second, { type: 'email.bounced', bounceType: 'hard', blocked: true }),
    eventOf(id, first, { type: 'email.failed' }),
    eventOf(id, winner, { type: 'email.rejected' }),
  ];
  for (const batch of [events.slice(0, 4), events, events.toReversed()])
    await countEvents(context.servicePool, batch);
  expect(await countersOf(id)).toEqual([
    { variant: 0, sent: 1, opened: 1, bounced_hard: 0, blocked: 0, failed: 1 },
    { variant: 1, sent: 2, opened: 1, bounced_hard: 1, blocked: 1, failed: 1 },
  ]);
});

it('counts by the hour of each event', async () => {
  const id = await createBroadcast(context.pool, { organizationId, topicId });
  const messageId = await addRecipient(id, null);
  const at = (time: string) => timesOf(`2026-11-20T${time}Z`);
  await countEvents(context.servicePool, [
    eventOf(id, messageId, at('10:59:59.999')),
    eventOf(id, messageId, { type: 'email.delivered', ...at('11:00:00.000') }),
    eventOf(id, messageId, { type: 'email.opened', ...at('11:30:00.000') }),
  ]);
  const { rows } = await context.pool.query(
    `SELECT to_char(hour AT TIME ZONE 'UTC', 'HH24:MI') AS hour, sent, delivered, opened FROM broadcast_hours
     WHERE broadcast_id = $1 ORDER BY hour`,
    [id],
  );
  expect(rows).toEqual([
    { hour: '10:00', sent: '1', delivered: '0', opened: '0' },
    { hour: '11:00', sent: '0', delivered: '1', opened: '1' },
  ]);
});

describe('links', () => {
  const url = 'https://shop.test/may';

  /** Clicks as they are recorded before they are counted. */
  async function clicksOf(
    broadcastId: string,
    messageId: string,
    urls: readonly string[],
  ): Promise<CountableEvent[]> {
    const events = urls.map((each, index) =>
      eventOf(broadcastId, messageId, { type: 'email.clicked', url: each, repeated: index > 0 }),
    );
    for (const event of events) {
      await context.pool.query(
        `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, url)
         VALUES ($1, $2, $3, 0, 'a@b.test', 'clicked', $5, now(), 'live', $4)`,
        [messageId, event.id, organizationId, event.url, event.id],
      );
    }
    return events;
  }

  async function linksOf(broadcastId: string): Promise<Record<string, unknown>[]> {
    const { rows } = await context.pool.query<Record<string, unknown>>(
      `SELECT variant, url, clicks::int, unique_clicks::int AS recipients FROM broadcast_links
       WHERE broadcast_id = $1 ORDER BY variant, clicks DESC`,
      [broadcastId],
    );
    return rows;
  }

  it('have every click of people, and each recipient once, in whatever order they are counted', async () => {
    const id = await createBroadcast(context.pool, { organizationId, topicId });
    const [first, second] = [await addRecipient(id, 0), await addRecipient(id, 1)];
    const events = [
      ...(await clicksOf(id, first, [url, url, 'https://shop.test/other'])),
      ...(await clicksOf(id, second, [url])),
      eventOf(id, second, { type: 'email.clicked', url, machine: true }),
    ];
    for (const batch of [events.slice(1).toReversed(), events, events])
      await countEvents(context.servicePool, batch);
    expect(await linksOf(id)).toEqual([
      { variant: 0, url, clicks: 2, recipients: 1 },
      { variant: 0, url: 'https://shop.test/other', clicks: 1, recipients: 1 },
      { variant: 1, url, clicks: 1, recipients: 1 },
    ]);
  });

  it('beyond 500 of a variant are counted together', async () => {
    const id = await createBroadcast(context.pool, { organizationId, topicId });
    const messageId = await addRecipient(id, null);
    await context.pool.query(
      `INSERT INTO broadcast_links (broadcast_id, variant, url_digest, organization_id, url, clicks, unique_clicks)
       SELECT $1, 0, md5(u)::uuid, $2, u, 100, 100 FROM (
         SELECT 'https://shop.test/' || n AS u FROM generate_series(1, 500) AS n) urls`,
      [id, organizationId],
    );
    const clicks = await clicksOf(id, messageId, [
      'https://shop.test/1',
      'https://x.test/1',
      'https://x.test/2',
    ]);
    await countEvents(context.servicePool, clicks);
    const rows = await linksOf(id);
    expect(rows[0]).toEqual({ variant: 0, url: 'https://shop.test/1', clicks: 101, recipients: 101 });
    expect(rows.at(-1)).toEqual({ variant: 0, url: '', clicks: 2, recipients: 2 });
    expect(rows).toHaveLength(501);
  });
});

it('nothing is counted for messages that no broadcast knows, or that are of another organization', async () => {
  const id = await createBroadcast(context.pool, { organizationId, topicId });
  const messageId = await addRecipient(id, null);
  await countEvents(context.servicePool, [
    eventOf(id, newId(), {}),
    eventOf(id, messageId, { kind: 'receipt' }),
    eventOf(id, messageId, { organizationId: (await createOrganization(context.pool)).id }),
  ]);
  expect(await countersOf(id)).toEqual([]);
});

it('batches that meet in many broadcasts do not fail', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => createBroadcast(context.pool, { organizationId, topicId })),
  );
  const messages = await Promise.all(ids.map((id) => addRecipient(id, null)));
  const batchOf = () => ids.map((id, index) => eventOf(id, messages[index] ?? '', {}));
  const batches = Array.from({ length: 8 }, (_, turn) => (turn % 2 ? batchOf().toReversed() : batchOf()));
  await Promise.all(batches.map((batch) => countEvents(context.servicePool, batch)));
  for (const id of ids) expect(await countersOf(id)).toMatchObject([{ variant: 0, sent: 8 }]);
});

it('recipients of broadcasts that finished long ago are deleted, and their counters stay', async () => {
  const clock = { now: () => new Date() };
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const old = await createBroadcast(context.pool, { organizationId, topicId, finishedAt: ago(91) });
  const young = await createBroadcast(context.pool, { organizationId, topicId, finishedAt: ago(89) });
  const open = await createBroadcast(context.pool, { organizationId, topicId, finishedAt: null });
  for (const id of [old, young, open]) {
    await countEvents(context.servicePool, [eventOf(id, await addRecipient(id, null), {})]);
  }
  const options = { pool: context.servicePool, clock, stopping: new AbortController().signal };
  expect(await deleteBroadcastRecipients({ ...options, broadcastRecipientsDays: 90 })).toBe(1);
  const { rows } = await context.pool.query(
    'SELECT broadcast_id AS id FROM broadcast_recipients WHERE broadcast_id = ANY($1::uuid[])',
    [[old, young, open]],
  );
  expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual([young, open].sort());
  expect(await countersOf(old)).toMatchObject([{ sent: 1 }]);
});
