import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { createBroadcast } from '@postrider/testkit';
import { aClaimedMessage } from '../../test/claimed-message.fixture';
import { createSender, queueMessage, type QueuedOverrides, type TestSender } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { createScreenBulk } from './screen-bulk';

const address = 'Jane@Example.test';
let harness: WorkerHarness;
let sender: TestSender;
let topicId: string;
let broadcastKind: string;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
beforeEach(async () => {
  const { pool } = harness.context;
  sender = await createSender(harness.context);
  const { organizationId } = sender;
  topicId = newId();
  await pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'news', 'News', true, now())`,
    [topicId, organizationId],
  );
  broadcastKind = `broadcast.${await createBroadcast(pool, { organizationId, topicId, domainId: sender.domain.id })}`;
  await pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, updated_at) VALUES ($1, $2, $3, lower($3), now())`,
    [newId(), organizationId, address],
  );
});
afterAll(() => harness.close());

async function send(kind: string | undefined, overrides: QueuedOverrides = {}): Promise<string> {
  const lane = kind === undefined ? ('transactional' as const) : ('bulk' as const);
  const id = await queueMessage(harness.context, sender, {
    to: [address],
    lane,
    ...(kind && { kind }),
    ...overrides,
  });
  await harness.enqueue(id, { lane });
  return id;
}

const suppress = (reason: string) =>
  harness.context.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason, domain_id) VALUES ($1, $2, $3, $4, $5)`,
    [newId(), sender.organizationId, address.toLowerCase(), reason, sender.domain.id],
  );

const leaveTopic = () =>
  harness.context.pool.query(
    `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at)
     SELECT id, $1, organization_id, 'UNSUBSCRIBED', now() FROM contacts WHERE organization_id = $2`,
    [topicId, sender.organizationId],
  );

async function usage(): Promise<number> {
  const { rows } = await harness.context.pool.query<{ recipients: number }>(
    `SELECT coalesce(sum(recipients), 0)::int AS recipients FROM usage_shards WHERE organization_id = $1`,
    [sender.organizationId],
  );
  return rows[0]?.recipients ?? 0;
}

const mailsWith = (subject: string) =>
  harness.sink.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`)).length;

it('a broadcast is not sent to who left its topic after acceptance, nor counted', async () => {
  await leaveTopic();
  const subject = newId();
  const id = await send(broadcastKind, { subject });
  const message = await harness.reaches(id, 'suppressed');
  expect(message).toMatchObject({
    ...{ attempts: [], lease_until: null, final_at: expect.any(Date) },
    recipients: [{ status: 'suppressed', detail: 'unsubscribed' }],
    events: [{ type: 'suppressed', detail: 'unsubscribed' }],
  });
  expect([await usage(), mailsWith(subject)]).toEqual([-1, 0]);
});

it('mail of an automation is not sent to a contact that left its topic after acceptance', async () => {
  const [about, other] = [newId(), newId()];
  await leaveTopic();
  const stopped = await send('sequence.welcome', { subject: about, topicId });
  const sent = await send('sequence.welcome', { subject: other });
  await harness.reaches(stopped, 'suppressed');
  await harness.reaches(sent, 'delivered');
  expect([mailsWith(about), mailsWith(other)]).toEqual([0, 1]);
});

/** The recipient of the broadcast whose message it is, as before or after its page was settled. */
async function addRecipient(messageId: string, outcome: 'submitted' | null): Promise<string> {
  const id = broadcastKind.slice('broadcast.'.length);
  const submitted = outcome === null ? 0 : 1;
  await harness.context.pool.query(
    `WITH counted AS (
       UPDATE broadcasts SET recipients = recipients + 1, submitted = submitted + $4 WHERE id = $1)
     INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, message_id, outcome)
     VALUES ($1, $2, $3, $5, $6)`,
    [id, newId(), sender.organizationId, submitted, messageId, outcome],
  );
  return id;
}

const countsOf = async (id: string) => {
  const { rows } = await harness.context.pool.query(
    `SELECT recipients, submitted, suppressed, unsubscribed,
       (SELECT array_agg(outcome ORDER BY outcome) FROM broadcast_recipients WHERE broadcast_id = $1) AS outcomes
     FROM broadcasts WHERE id = $1`,
    [id],
  );
  return rows[0] as unknown;
};

it.each(['submitted', null] as const)(
  'a contact that left after acceptance counts for the broadcast by the reason; its page had settled it as %s',
  async (outcome) => {
    await leaveTopic();
    const id = await queueMessage(harness.context, sender, {
      to: [address],
      lane: 'bulk',
      kind: broadcastKind,
      dueAt: new Date(Date.now() + 3_600_000),
    });
    const broadcastId = await addRecipient(id, outcome);
    await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await harness.enqueue(id, { lane: 'bulk' });
    await harness.reaches(id, 'suppressed');
    expect(await countsOf(broadcastId)).toEqual({
      ...{ recipients: 1, submitted: 0, suppressed: 0, unsubscribed: 1, outcomes: ['unsubscribed'] },
    });
  },
);

it('one that its reader still wants is sent', async () => {
  await harness.reaches(await send(broadcastKind), 'delivered');
});

it('bulk mail of no topic heeds entries that came after acceptance; other mail is sent all the same', async () => {
  await suppress('unsubscribe');
  await leaveTopic();
  const other = await send(undefined);
  const bulk = await send('bulk.news');
  const message = await harness.reaches(bulk, 'suppressed');
  expect(message.recipients).toMatchObject([{ detail: 'unsubscribed' }]);
  expect(message.events).toMatchObject([
    { type: 'suppressed', suppression: { id: expect.any(String), reason: 'unsubscribe' } },
  ]);
  await harness.reaches(other, 'delivered');
});

it('a sequence stops for a contact that has left everything, and no test message is counted', async () => {
  await harness.context.pool.query(`UPDATE contacts SET status = 'UNSUBSCRIBED' WHERE organization_id = $1`, [
    sender.organizationId,
  ]);
  await harness.reaches(await send('sequence.welcome'), 'suppressed');
  expect(await usage()).toBe(-1);
  const test = await queueMessage(harness.context, sender, { to: [address], mode: 'test', kind: 'bulk.x' });
  await harness.enqueue(test, { lane: 'test' });
  await harness.reaches(test, 'suppressed');
  expect(await usage()).toBe(-1);
});

it('what has expired fails as that, and a broadcast of another organization has no say', async () => {
  await suppress('manual');
  const expired = await send('bulk.x', { expiresAt: new Date(Date.now() - 1_000) });
  expect((await harness.reaches(expired, 'failed')).recipients).toMatchObject([{ detail: 'expired' }]);
  sender = await createSender(harness.context);
  await harness.reaches(await send(broadcastKind), 'delivered');
});

it('takes no place in the day of a domain, and its content goes where nothing is kept', async () => {
  const { pool } = harness.context;
  await suppress('complaint');
  await pool.query('UPDATE domains SET daily_cap = 1 WHERE id = $1', [sender.domain.id]);
  await pool.query('UPDATE organizations SET body_retention_days = 0 WHERE id = $1', [sender.organizationId]);
  const ids = [await send('bulk.x'), await send('bulk.x')];
  for (const id of ids) await harness.reaches(id, 'suppressed');
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM domain_sending_days WHERE domain_id = $1) AS days,
       (SELECT count(*)::int FROM message_contents WHERE message_id = ANY($2::uuid[])) AS contents`,
    [sender.domain.id, ids],
  );
  expect(rows).toEqual([{ days: 0, contents: 0 }]);
});

it('a batch without bulk mail asks nothing of the database', async () => {
  const refuse = (): never => {
    throw new Error('asked');
  };
  const pool = { query: refuse, connect: refuse } as unknown as Pool;
  const screen = createScreenBulk({
    ...{ pool, workerId: newId(), admissionControl: { beginRefund: refuse }, clock: systemClock },
    ...{ log: createLogger({ name: 'screening test', level: 'silent' }), metrics: createMetrics() },
  });
  const receipt = aClaimedMessage({ kind: 'receipt' });
  expect(await screen([receipt])).toEqual([receipt]);
  // What cannot be looked up is not sent: its lease ends, and it is tried again.
  expect(await screen([receipt, aClaimedMessage({ kind: 'bulk.x' })])).toEqual([receipt]);
});
