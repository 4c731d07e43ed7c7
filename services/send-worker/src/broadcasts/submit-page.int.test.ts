import { newId } from '@postrider/contracts/ids';
import { eventually } from '@postrider/testkit';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { createTakeBroadcastTurn, type TurnResources } from './take-broadcast-turn';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness({
    plans: { free: { daily_cap: 3 }, starter: { monthly_allowance: 2, monthly_limit: 2 } },
  });
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

/** As when the worker that held them died a while ago. */
const endLeases = (id: string) =>
  harness.pool.query(
    `UPDATE broadcast_recipients SET lease_until = now() - interval '1 s' WHERE broadcast_id = $1`,
    [id],
  );
const addressOf = (id: string) => `c${id.slice(-12)}@example.test`;

async function expectSentOnce(id: string, contacts: readonly string[]): Promise<void> {
  expect(await harness.mailedBy(id)).toEqual(contacts.map(addressOf).sort());
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({
    ...{ status: 'sent', recipients: contacts.length, submitted: contacts.length, waiting_for: null },
  });
}

it('submits a message for each recipient, with the name, the links and the kind that it should have', async () => {
  const [contact] = await harness.addContacts(sender, 1, { first_name: 'Ada' });
  const id = await harness.addBroadcast(sender, { reply_to: 'desk@example.test' });
  await harness.run(id);
  const { rows } = await harness.pool.query<{ id: string }>(
    `SELECT m.*, c.html FROM messages m JOIN message_contents c ON c.message_id = m.id WHERE kind = $1`,
    [`broadcast.${id}`],
  );
  expect(rows).toEqual([
    expect.objectContaining({
      ...{ subject: 'Hello Ada', source: 'broadcast', lane: 'bulk', reply_to: 'desk@example.test' },
      tags: [{ name: 'broadcast', value: id }],
      html: expect.stringMatching(/^<p>https:\/\/mail\.postrider\.test\/u\/[\w.-]+<\/p>$/),
    }),
  ]);
  const [recipient] = await harness.recipientsOf(id);
  expect(recipient).toMatchObject({ contact_id: contact, outcome: 'submitted', message_id: rows[0]?.id });
  await eventually(() => harness.enqueued.includes(rows[0]?.id ?? ''));
});

it('adds its UTM parameters to links, and not to those of the recipient', async () => {
  await harness.addContacts(sender, 1);
  const id = await harness.addBroadcast(sender, {
    html: '<a href="https://shop.test/may">May</a> <a href="{{ preferences_url }}">Choices</a>',
    utm: JSON.stringify({ source: 'acme', medium: 'email', campaign: 'may' }),
  });
  await harness.run(id);
  const { rows } = await harness.pool.query<{ html: string }>(
    `SELECT c.html FROM messages m JOIN message_contents c ON c.message_id = m.id WHERE kind = $1`,
    [`broadcast.${id}`],
  );
  expect(rows[0]?.html).toMatch(
    /^<a href="https:\/\/shop\.test\/may\?utm_source=acme&amp;utm_medium=email&amp;utm_campaign=may">May<\/a> <a href="[^"?]+">/,
  );
});

it.each([
  { mail: 'no transactional mail', inHand: 100 },
  { mail: 'transactional mail', inHand: 5, lane: 'transactional' as const },
])('accepts $inHand messages at a time beside $mail', async ({ inHand: expected, lane }) => {
  const observe = () => lane !== undefined && harness.transactional.observe([{ lane: 'bulk' }, { lane }]);
  const contacts = await harness.addContacts(sender, 120);
  const id = await harness.addBroadcast(sender, {});
  const { resources } = harness;
  let inHand = 0;
  let inHandMax = 0;
  const areInHand = Promise.withResolvers<void>();
  const one: typeof resources.acceptEmails.one = async (...call) => {
    observe();
    inHandMax = Math.max(inHandMax, (inHand += 1));
    // A busy machine would accept the first before it begins the last.
    if (inHand === expected) areInHand.resolve();
    await areInHand.promise;
    return resources.acceptEmails.one(...call).finally(() => (inHand -= 1));
  };
  observe();
  await harness.run(id, createTakeBroadcastTurn({ ...resources, acceptEmails: { one } }));
  await expectSentOnce(id, contacts);
  expect(inHandMax).toBe(expected);
});

it('submits the messages it has begun, and no more of its page, after a cancellation', async () => {
  await harness.addContacts(sender, 120);
  const id = await harness.addBroadcast(sender);
  const { resources } = harness;
  const one: typeof resources.acceptEmails.one = async (...call) => {
    await harness.pool.query(
      `UPDATE broadcasts SET status = 'canceled', canceled_at = now() WHERE id = $1 AND status = 'scheduled'`,
      [id],
    );
    return resources.acceptEmails.one(...call);
  };
  await harness.run(id, createTakeBroadcastTurn({ ...resources, acceptEmails: { one } }));
  expect(await harness.read(id)).toMatchObject({ status: 'canceled', recipients: 120 });
  const mailed = (await harness.mailedBy(id)).length;
  expect(mailed).toBeGreaterThan(0);
  expect(mailed).toBeLessThanOrEqual(100);
  const recipients = await harness.recipientsOf(id);
  expect(recipients.filter(({ lease_until }) => lease_until !== null)).toEqual([]);
});

it('counts those who are skipped by their reason', async () => {
  const [, suppressed, left, unwilling] = await harness.addContacts(sender, 5);
  const id = await harness.addBroadcast(sender, { text: '{{ contact.first_name }}' });
  await harness.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, 'manual')`,
    [newId(), sender.organizationId, addressOf(suppressed ?? '')],
  );
  await harness.pool.query(`UPDATE contacts SET status = 'UNSUBSCRIBED' WHERE id = $1`, [left]);
  await harness.pool.query(
    `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state) VALUES ($1, $2, $3, 'UNSUBSCRIBED')`,
    [unwilling, sender.topicId, sender.organizationId],
  );
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({
    ...{
      status: 'sent',
      recipients: 5,
      submitted: 2,
      suppressed: 1,
      unsubscribed: 2,
      over_quota: 0,
      invalid: 0,
    },
  });
  expect(await harness.mailedBy(id)).toHaveLength(2);
});

it('skips contacts that are deleted or unsubscribe between expansion and their turn', async () => {
  const contacts = await harness.addContacts(sender, 3);
  const id = await harness.addBroadcast(sender);
  await harness.pool.query(`UPDATE organizations SET sending_paused_at = now() WHERE id = $1`, [
    sender.organizationId,
  ]);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ recipients: 3, submitted: 0 });
  await harness.pool.query('DELETE FROM contacts WHERE id = $1', [contacts[0]]);
  await harness.pool.query(`UPDATE contacts SET status = 'UNSUBSCRIBED' WHERE id = $1`, [contacts[1]]);
  await harness.pool.query('UPDATE organizations SET sending_paused_at = NULL WHERE id = $1', [
    sender.organizationId,
  ]);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 1, unsubscribed: 2 });
});

it('mails everybody once when two workers share it', async () => {
  const contacts = await harness.addContacts(sender, 450);
  const id = await harness.addBroadcast(sender);
  const work = async () => {
    const turn = createTakeBroadcastTurn(harness.resources);
    await eventually(async () => {
      await harness.finish(id, turn);
      return (await harness.read(id)).status === 'sent';
    });
  };
  await Promise.all([work(), work()]);
  await expectSentOnce(id, contacts);
});

/** A worker that is lost at a step: before or after acceptance, or before the outcome is recorded. */
const losses: Record<string, (resources: TurnResources) => TurnResources> = {
  'before its messages are accepted': (resources) => ({
    ...resources,
    acceptEmails: { one: () => Promise.reject(new Error('lost before')) },
  }),
  'after some were accepted, without an answer': (resources) => {
    let calls = 0;
    return {
      ...resources,
      acceptEmails: {
        one: async (...call) => {
          const number = (calls += 1);
          const accepted = await resources.acceptEmails.one(...call);
          if (number % 2 === 0) throw new Error('lost after');
          return accepted;
        },
      },
    };
  },
  'before the outcomes are recorded': (resources) => ({
    ...resources,
    pool: new Proxy(resources.pool, {
      get: (pool, name) =>
        name === 'query'
          ? (statement: { name?: string }, ...rest: never[]) =>
              /settle|release/.test(statement.name ?? '')
                ? Promise.reject(new Error('lost before the outcomes'))
                : (pool.query as (...call: unknown[]) => unknown)(statement, ...rest)
          : (Reflect.get(pool, name) as unknown),
    }),
  }),
};

it.each(Object.keys(losses))('mails everybody once when a worker is lost %s', async (loss) => {
  const contacts = await harness.addContacts(sender, 5);
  const id = await harness.addBroadcast(sender);
  const lost = createTakeBroadcastTurn(losses[loss]!(harness.resources));
  await expect(harness.run(id, lost)).rejects.toThrow('lost');
  await endLeases(id);
  await harness.run(id);
  await expectSentOnce(id, contacts);
});

it('counts as submitted what was accepted before a crash, though the contact left since', async () => {
  const contacts = await harness.addContacts(sender, 2);
  const id = await harness.addBroadcast(sender);
  const lost = createTakeBroadcastTurn(losses['before the outcomes are recorded']!(harness.resources));
  await expect(harness.run(id, lost)).rejects.toThrow('lost');
  await harness.pool.query(`UPDATE contacts SET status = 'UNSUBSCRIBED' WHERE id = $1`, [contacts[0]]);
  await endLeases(id);
  await harness.run(id);
  await expectSentOnce(id, contacts);
});

it('waits for the next day at the daily cap, and goes on then', async () => {
  const capped = await harness.createSender({ kind: 'client', plan: 'free' });
  await harness.addContacts(capped, 5);
  const id = await harness.addBroadcast(capped);
  expect(await harness.run(id)).toMatchObject({
    kind: 'waits',
    reason: expect.stringContaining('daily limit'),
  });
  expect(await harness.read(id)).toMatchObject({ status: 'scheduled', submitted: 3, over_quota: 0 });
  expect((await harness.recipientsOf(id)).filter(({ lease_until }) => lease_until !== null)).toEqual([]);
  await harness.pool.query(`UPDATE organizations SET plan = 'internal' WHERE id = $1`, [
    capped.organizationId,
  ]);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 5 });
});

it('skips and counts whom the monthly limit has no room for', async () => {
  const limited = await harness.createSender({ kind: 'client', plan: 'starter' });
  await harness.addContacts(limited, 5);
  const id = await harness.addBroadcast(limited);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 2, over_quota: 3 });
});

it.each([
  ['UPDATE organizations SET under_review_at = now() WHERE id = $1', 'review', 'under_review'],
  ['UPDATE organizations SET sending_paused_at = now() WHERE id = $1', 'sending_paused', 'sending_paused'],
  ["UPDATE domains SET status = 'failed' WHERE organization_id = $1", 'domain', 'domain_not_verified'],
  ["UPDATE domains SET stream = 'transactional' WHERE organization_id = $1", 'domain', 'stream_mismatch'],
])('a broadcast waits, and says why: %s', async (change, obstacle, reason) => {
  await harness.addContacts(sender, 2);
  const id = await harness.addBroadcast(sender);
  await harness.pool.query(change, [sender.organizationId]);
  expect(await harness.run(id)).toMatchObject({
    ...{ kind: 'waits', obstacle, reason: expect.stringContaining(reason) },
  });
  expect(await harness.mailedBy(id)).toEqual([]);
});

it('submits no more than is held while the first messages of a new client are looked at', async () => {
  await harness.pool.query(`UPDATE organizations SET kind = 'client', approved_at = NULL WHERE id = $1`, [
    sender.organizationId,
  ]);
  await harness.addContacts(sender, 25);
  const id = await harness.addBroadcast(sender);
  expect(await harness.run(id)).toMatchObject({ kind: 'waits', obstacle: 'backlog' });
  expect((await harness.read(id)).submitted).toBe(10);
  await harness.pool.query('UPDATE organizations SET approved_at = now() WHERE id = $1', [
    sender.organizationId,
  ]);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 25 });
});

it('says why a recipient gets none: the subject is blank for this one', async () => {
  const [filled, blank] = [
    ...(await harness.addContacts(sender, 1, { first_name: 'Ada' })),
    ...(await harness.addContacts(sender, 1, { first_name: null })),
  ];
  const id = await harness.addBroadcast(sender, { subject: '{{ contact.first_name }}' });
  await harness.run(id);
  const recipients = await harness.recipientsOf(id);
  expect(
    new Map(recipients.map(({ contact_id: contact, outcome, detail }) => [contact, [outcome, detail]])),
  ).toEqual(
    new Map([
      [filled, ['submitted', null]],
      [blank, ['invalid', 'invalid_subject: The rendered subject is empty.']],
    ]),
  );
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 1, invalid: 1 });
});
