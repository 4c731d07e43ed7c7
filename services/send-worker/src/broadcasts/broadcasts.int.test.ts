import { newId } from '@postrider/contracts/ids';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { eventually } from '@postrider/testkit';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { settingsSchema } from '../config';
import { bestVariant } from './decide';
import { startBroadcasts } from './start-broadcasts';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness({ unsentMax: 300 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

const abTest = {
  variants: [{ subject: 'A' }, { subject: 'B' }],
  ...{ percent: 40, waitMinutes: 60, metric: 'click' },
} as const;

const count = (id: string, variant: number, clicked: number) =>
  harness.pool.query(
    `INSERT INTO broadcast_counters (broadcast_id, variant, organization_id, delivered, opened, clicked)
     VALUES ($1, $2, $3, 2, 2, $4)`,
    [id, variant, sender.organizationId, clicked],
  );

async function subjectsOf(id: string): Promise<Record<string, number>> {
  const { rows } = await harness.pool.query<{ subject: string; messages: number }>(
    'SELECT subject, count(*)::int AS messages FROM messages WHERE kind = $1 GROUP BY 1 ORDER BY 1',
    [`broadcast.${id}`],
  );
  return Object.fromEntries(rows.map(({ subject, messages }) => [subject, messages]));
}

it('submits the sample, waits, decides by the metric, and gives the rest the winner', async () => {
  await harness.addContacts(sender, 10);
  const id = await harness.addBroadcast(sender, { ab_test: abTest });
  await harness.run(id);
  await harness.attempt(id);
  await harness.run(id);
  const tested = await harness.read(id);
  expect(tested).toMatchObject({ status: 'testing', submitted: 4, winner: null });
  expect(tested.decide_at?.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
  expect(await subjectsOf(id)).toEqual({ A: 2, B: 2 });
  // Its time is not over.
  expect(await harness.run(id)).toMatchObject({ kind: 'idle' });
  await count(id, 0, 1);
  await count(id, 1, 2);
  await harness.pool.query('UPDATE broadcasts SET decide_at = now() WHERE id = $1', [id]);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 10, winner: 1 });
  expect(await subjectsOf(id)).toEqual({ A: 2, B: 8 });
});

it('does not wait for the result of a sample in which no recipient got a mail', async () => {
  await harness.addContacts(sender, 2);
  const few = await harness.addBroadcast(sender, { ab_test: { ...abTest, percent: 10 } });
  await harness.finish(few);
  expect(await harness.read(few)).toMatchObject({ status: 'sent', submitted: 2, winner: 0 });
  expect(await subjectsOf(few)).toEqual({ A: 2 });
});

it('measures from when the sample has left: a domain that warms up may send it days later', async () => {
  await harness.addContacts(sender, 10);
  const id = await harness.addBroadcast(sender, { ab_test: abTest });
  expect(await harness.run(id)).toMatchObject({
    kind: 'waits',
    reason: 'the emails of the test are still being sent',
  });
  expect(await harness.read(id)).toMatchObject({ status: 'scheduled', submitted: 4, decide_at: null });
  await harness.attempt(id);
  expect(await harness.run(id)).toMatchObject({ kind: 'idle' });
  expect(await harness.read(id)).toMatchObject({ status: 'testing', submitted: 4 });
});

it('goes on with what a person decided before the time was over', async () => {
  await harness.addContacts(sender, 10);
  const id = await harness.addBroadcast(sender, { ab_test: abTest });
  await harness.run(id);
  await harness.attempt(id);
  await harness.run(id);
  await harness.pool.query(`UPDATE broadcasts SET winner = 0, status = 'scheduled' WHERE id = $1`, [id]);
  await harness.run(id);
  expect(await subjectsOf(id)).toEqual({ A: 8, B: 2 });
});

it('a broadcast with variants is sent without a decision when the sample was everyone, or the segment is empty', async () => {
  const empty = await harness.addBroadcast(sender);
  await harness.run(empty);
  expect(await harness.read(empty)).toMatchObject({ status: 'sent', recipients: 0 });
  await harness.addContacts(sender, 4);
  const whole = await harness.addBroadcast(sender, { ab_test: { ...abTest, percent: 100 } });
  await harness.finish(whole);
  expect(await harness.read(whole)).toMatchObject({ status: 'sent', winner: null });
  expect(await subjectsOf(whole)).toEqual({ A: 2, B: 2 });
});

it('takes the first of equal variants, and the higher rate rather than the higher number', () => {
  const counted = (variant: number, delivered: number, opened: number) => ({
    ...{ variant, sent: delivered, delivered, opened, clicked: 0 },
  });
  const byOpens = { ...abTest, metric: 'open' } as const;
  expect(bestVariant(byOpens, [])).toBe(0);
  expect(bestVariant(byOpens, [counted(0, 10, 5), counted(1, 4, 2)])).toBe(0);
  expect(bestVariant(byOpens, [counted(0, 100, 5), counted(1, 10, 4)])).toBe(1);
});

it('can be canceled until its last email has been tried: on a domain that warms up they may wait for days', async () => {
  await harness.addContacts(sender, 3);
  const id = await harness.addBroadcast(sender);
  expect(await harness.run(id)).toMatchObject({
    kind: 'waits',
    reason: 'the last emails are still being sent',
  });
  expect(await harness.read(id)).toMatchObject({ status: 'scheduled', submitted: 3, finished_at: null });
  await harness.attempt(id);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 3 });
});

it('a broadcast is sent when its emails have an outcome and their events are counted', async () => {
  await harness.addContacts(sender, 2);
  const id = await harness.addBroadcast(sender);
  await harness.run(id);
  const kind = `broadcast.${id}`;
  await harness.pool.query(`UPDATE messages SET status = 'sending', rounds = 1 WHERE kind = $1`, [kind]);
  const uncounted = { kind: 'waits', reason: 'the last emails are still being counted' };
  expect(await harness.run(id)).toMatchObject(uncounted);
  const eventId = newId();
  await harness.pool.query(`UPDATE messages SET status = 'sent', first_attempt_at = now() WHERE kind = $1`, [
    kind,
  ]);
  await harness.pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
     SELECT id, $2, organization_id, 0, 'reader@example.test', 'sent', '1', now(), 'live' FROM messages
     WHERE kind = $1 LIMIT 1`,
    [kind, eventId],
  );
  expect(await harness.run(id)).toMatchObject(uncounted);
  await harness.pool.query('INSERT INTO counted_events (event_id) VALUES ($1)', [eventId]);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent' });
});

it('keeps no more unsent than it may, and takes back what is unsent when it is canceled', async () => {
  await harness.addContacts(sender, 900);
  const id = await harness.addBroadcast(sender);
  expect(await harness.run(id)).toMatchObject({ kind: 'waits', obstacle: 'backlog' });
  // A page is as large as the limit, and begins while fewer are unsent: on a busy machine a page ends early, and the next is added.
  const { submitted } = await harness.read(id);
  expect(submitted).toBeGreaterThanOrEqual(300);
  expect(submitted).toBeLessThan(600);
  await harness.pool.query(
    `UPDATE messages SET status = 'sent' WHERE id IN (
       SELECT message_id FROM broadcast_recipients WHERE broadcast_id = $1 AND outcome = 'submitted' LIMIT 10)`,
    [id],
  );
  // Ahead of the clock: however slow this test is, a worker may still have recipients in hand.
  await harness.pool.query(
    `UPDATE broadcasts SET status = 'canceled', canceled_at = now() + interval '1 hour' WHERE id = $1`,
    [id],
  );
  await harness.run(id);
  const { rows } = await harness.pool.query(
    'SELECT status, count(*)::int AS messages FROM messages WHERE kind = $1 GROUP BY 1 ORDER BY 1',
    [`broadcast.${id}`],
  );
  expect(rows).toEqual([
    { status: 'canceled', messages: submitted - 10 },
    { status: 'sent', messages: 10 },
  ]);
  // What a worker submits that had it in hand is taken back, too; then it is finished.
  expect((await harness.read(id)).finished_at).toBeNull();
  await harness.pool.query(`UPDATE broadcasts SET canceled_at = now() - interval '1 minute' WHERE id = $1`, [
    id,
  ]);
  await harness.run(id);
  expect((await harness.read(id)).finished_at).not.toBeNull();
});

it('compares what a smart host has taken where it reports no deliveries', () => {
  const taken = (variant: number, opened: number) => ({
    variant,
    sent: 10,
    delivered: 0,
    opened,
    clicked: 0,
  });
  expect(bestVariant({ ...abTest, metric: 'open' }, [taken(0, 2), taken(1, 7)])).toBe(1);
});

function start() {
  return startBroadcasts({
    ...{ ...harness.resources, clock: systemClock, metrics: createMetrics() },
    gate: { isOpen: () => true },
    log: createLogger({ name: 'broadcast test', level: 'silent' }),
    settings: settingsSchema.parse({
      ...harness.context.settings,
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      LINK_SECRET: Buffer.alloc(32, 2).toString('base64'),
      RETURN_PATH_SECRET: 'a secret of a test',
      PUBLIC_URL: 'http://127.0.0.1:4000',
    }),
  });
}

/** Workers try what there is. */
async function isSent(id: string): Promise<boolean> {
  await harness.attempt(id);
  return (await harness.read(id)).status === 'sent';
}

/** Ids grow with time. */
async function lastMessageOf(id: string): Promise<string> {
  const recipients = await harness.recipientsOf(id);
  return (
    recipients
      .map(({ message_id: messageId }) => messageId ?? '')
      .sort()
      .at(-1) ?? ''
  );
}

it('gives a small broadcast its turn while a large one and a broken one are there', async () => {
  const [large, broken, small] = [sender, await harness.createSender(), await harness.createSender()];
  await harness.addContacts(large, 800);
  await harness.addContacts(broken, 3);
  await harness.addContacts(small, 3);
  const largeId = await harness.addBroadcast(large);
  // No code of ours writes such a row: every turn of it throws.
  const brokenId = await harness.addBroadcast(broken, { ab_test: { variants: 'none' } });
  const smallId = await harness.addBroadcast(small);
  const unpaid = await harness.createSender();
  await harness.addContacts(unpaid, 2);
  const heldId = await harness.addBroadcast(unpaid, { segment_id: small.segmentId });
  const beganMs = performance.now();
  const broadcasts = start();
  await eventually(() => isSent(smallId), { timeoutMs: 100_000 });
  await eventually(() => isSent(largeId), { timeoutMs: 100_000 });
  expect((await lastMessageOf(smallId)) < (await lastMessageOf(largeId))).toBe(true);
  await eventually(async () => (await harness.read(brokenId)).failures >= 2);
  await eventually(async () => (await harness.read(heldId)).waiting_for?.includes('unknown_segment'));
  const { waiting_for: detail, waiting } = await harness.read(heldId);
  expect(waiting).toEqual({ obstacle: 'content', detail, since: expect.any(String), until: null });
  // The same obstacle is found again: it has kept the broadcast since it was found first.
  await harness.pool.query('UPDATE broadcasts SET turn_at = now(), waiting_for = waiting_for WHERE id = $1', [
    heldId,
  ]);
  await eventually(async () => ((await harness.read(heldId)).turn_at ?? 0) > new Date());
  expect((await harness.read(heldId)).waiting).toEqual(waiting);
  await broadcasts.close();
  // With a pause that doubles, it has been tried as often as there was time for the pauses.
  const { failures } = await harness.read(brokenId);
  expect(performance.now() - beganMs).toBeGreaterThan(500 * (2 ** (failures - 1) - 1));
});

it('lets broadcasts of one organization take turns', async () => {
  await harness.addContacts(sender, 350);
  const ids = [await harness.addBroadcast(sender), await harness.addBroadcast(sender)];
  const broadcasts = start();
  await eventually(async () =>
    (await Promise.all(ids.map((id) => harness.read(id)))).every(({ submitted }) => submitted > 0),
  );
  await eventually(async () => (await Promise.all(ids.map(isSent))).every(Boolean));
  await broadcasts.close();
});

it('does not begin before its time, and leaves drafts alone', async () => {
  await harness.addContacts(sender, 2);
  const later = await harness.addBroadcast(sender, { scheduled_at: new Date(Date.now() + 3_600_000) });
  const draft = await harness.addBroadcast(sender, { status: 'draft', scheduled_at: null });
  const now = await harness.addBroadcast(sender);
  const broadcasts = start();
  await eventually(() => isSent(now));
  await broadcasts.close();
  expect(await harness.read(later)).toMatchObject({ status: 'scheduled', started_at: null });
  expect(await harness.read(draft)).toMatchObject({ status: 'draft', started_at: null });
});
