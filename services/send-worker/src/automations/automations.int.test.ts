import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import { contactActivityPasses } from '@postrider/db';
import { eventually } from '@postrider/testkit';
import {
  createAutomationWorld,
  makeDue,
  postWaitedEvent,
  readRun,
  type AutomationWorld,
  type StoredRun,
} from '../../test/automation-world';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
let world: AutomationWorld;
let send: (fields?: object) => object;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await createAutomationWorld(harness.context);
  send = (fields = {}) => ({
    ...{
      type: 'send',
      from: world.from,
      subject: 'Hello {{contact.first_name}}',
      text: 'For {{event.properties.plan}}',
    },
    ...fields,
  });
});

const read = (id: string): Promise<StoredRun> => readRun(harness.context, id);
async function reaches(id: string, is: (run: StoredRun) => boolean): Promise<StoredRun> {
  let last: StoredRun | undefined;
  await eventually(async () => is((last = await read(id)))).catch((error: unknown) => {
    throw new Error(`still ${JSON.stringify(last)}`, { cause: error });
  });
  assert(last !== undefined);
  return last;
}
const ends = (id: string) => reaches(id, ({ status }) => status !== 'running');
const waits = (id: string) =>
  reaches(id, (run) => run.due_in_days !== null && run.due_in_days > 0 && run.lease_until === null);
const query = <T extends object>(text: string, values: readonly unknown[]) =>
  harness.context.pool.query<T & Record<string, unknown>>(text, [...values]).then(({ rows }) => rows);

/** By position: passed, stopped, failed. */
const countsOf = async (automationId: string): Promise<Record<string, number[]>> => {
  const rows = await query<{ position: string; counts: number[] }>(
    `SELECT position, ARRAY[sum(passed), sum(stopped), sum(failed)]::int[] AS counts FROM automation_step_counts
     WHERE automation_id = $1 AND version = 1 GROUP BY position`,
    [automationId],
  );
  return Object.fromEntries(rows.map(({ position, counts }) => [position, counts]));
};

it('sends, waits a year without a timer, branches, changes the contact and ends', async () => {
  const { start } = await world.automation([
    send(),
    { type: 'wait', duration: '365d' },
    {
      type: 'condition',
      if: {
        all: [
          { event_property: 'plan', op: 'eq', value: 'gold' },
          { property: 'city', op: 'eq', value: 'Rome' },
        ],
      },
      then: [{ type: 'update_contact', properties: { tier: 'vip' } }],
      else: [send({ subject: 'never' })],
    },
  ]);
  const contact = await world.contact({ properties: { city: 'Rome' }, email: 'ada@example.test' });
  const id = await start(contact, { properties: { plan: 'gold' } });
  const waiting = await waits(id);
  expect(Math.round(waiting.due_in_days ?? 0)).toBe(365);
  expect(waiting.position).toBe('1');
  await makeDue(harness.context, id);
  const run = await ends(id);
  expect(run).toMatchObject({ status: 'completed', due_at: null, lease_until: null });
  expect(
    run.history.map(({ number, position, type, outcome, detail }) => [
      number,
      position,
      type,
      outcome,
      detail,
    ]),
  ).toEqual([
    [0, '0', 'send', 'done', null],
    [1, '1', 'wait', 'done', null],
    [2, '2', 'condition', 'done', 'then'],
    [3, '2.then.0', 'update_contact', 'done', null],
  ]);
  const [message] = await query(
    `SELECT kind, source, subject, to_addresses, text FROM messages JOIN message_contents c ON c.message_id = id WHERE id = $1`,
    [run.history[0]?.message_id],
  );
  expect(message).toMatchObject({
    source: 'automation',
    subject: 'Hello Ada',
    to_addresses: ['ada@example.test'],
    text: 'For gold',
  });
  expect(message?.['kind']).toMatch(/^sequence\./);
  expect(await query('SELECT properties FROM contacts WHERE id = $1', [contact])).toEqual([
    { properties: { city: 'Rome', tier: 'vip' } },
  ]);
  await eventually(() => harness.sink.messages.length === 1);
});

it.each([
  { when: 'the event came', comes: true, details: ['event', 'then'] },
  { when: 'its time is over', comes: false, details: ['timeout', 'else'] },
])('goes on from a wait for an event when $when', async ({ comes, details }) => {
  const { start } = await world.automation([
    { type: 'wait_until', event: 'order.paid', timeout: '3d' },
    { type: 'condition', if: { all: [{ waited: 'event' }] }, then: [], else: [] },
  ]);
  const id = await start(await world.contact());
  const waiting = await waits(id);
  expect(waiting).toMatchObject({ waiting_event: 'order.paid', position: '0' });
  if (comes) await postWaitedEvent(harness.context, id, 'order.paid');
  else await makeDue(harness.context, id);
  const { history } = await ends(id);
  expect(history.map(({ detail }) => detail)).toEqual(details);
});

it('waits until a time of the day, and for a time that the event gives, but not for one that is past', async () => {
  const { start } = await world.automation([
    { type: 'wait_until', event_property: 'past' },
    { type: 'wait_until', event_property: 'renewal' },
    { type: 'wait_until', time: '09:30', timezone: 'Europe/Berlin' },
  ]);
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const id = await start(await world.contact(), { properties: { past: '2020-01-01', renewal: inTenDays } });
  const first = await waits(id);
  expect(first.position).toBe('1');
  expect(first.due_in_days).toBeGreaterThan(9.9);
  await makeDue(harness.context, id);
  const second = await reaches(id, ({ position, due_in_days: days }) => position === '2' && (days ?? 0) > 0);
  expect(
    second.due_at?.toLocaleTimeString('de', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ).toBe('09:30');
});

it('waits for a time more than a year away', async () => {
  const { start } = await world.automation([{ type: 'wait_until', event_property: 'ends' }, send()]);
  const ends = new Date(Date.now() + 800 * 86_400_000).toISOString();
  const waiting = await waits(await start(await world.contact(), { properties: { ends } }));
  expect([waiting.position, Math.round(waiting.due_in_days ?? 0)]).toEqual(['0', 800]);
});

it('fails with the reason, and sends nothing, when the event has no time to wait for', async () => {
  const { start } = await world.automation([{ type: 'wait_until', event_property: 'ends' }, send()]);
  const runs = await Promise.all(
    [{}, { ends: 1_798_192_800 }, { ends: '25.12.2026 10:00' }, { ends: '2999-01-01' }].map(
      async (properties) => start(await world.contact(), { properties }),
    ),
  );
  const ended = await Promise.all(runs.map(ends));
  expect(ended.map(({ status, detail }) => [status, detail])).toEqual([
    ['failed', 'property_missing: ends'],
    ['failed', 'property_not_a_time: ends'],
    ['failed', 'property_not_a_time: ends'],
    ['failed', 'time_too_far: ends'],
  ]);
  expect(ended.flatMap(({ history }) => history.flatMap(({ message_id: id }) => id ?? []))).toEqual([]);
});

it('keeps the topic of a step with its mail', async () => {
  const topicId = newId();
  await query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'news', 'News', true, now())`,
    [topicId, world.organizationId],
  );
  const { start } = await world.automation([send({ topic: 'news' }), send()]);
  const { history } = await ends(await start(await world.contact()));
  const messages = await query<{ topic_id: string | null }>(
    'SELECT topic_id FROM messages WHERE id = ANY($1) ORDER BY id',
    [history.map(({ message_id: id }) => id)],
  );
  expect(messages).toEqual([{ topic_id: topicId }, { topic_id: null }]);
});

it('adds the UTM parameters that the organization has when the email is sent', async () => {
  const html = '<a href="https://shop.test/">Shop</a> <a href="{{ preferences_url }}">Choose</a>';
  const { slug, start } = await world.automation([send({ html })]);
  await query('UPDATE organizations SET utm = $2 WHERE id = $1', [
    world.organizationId,
    JSON.stringify({ source: 'acme', medium: 'email' }),
  ]);
  const { history } = await ends(await start(await world.contact()));
  const [content] = await query<{ html: string }>('SELECT html FROM message_contents WHERE message_id = $1', [
    history[0]?.message_id,
  ]);
  const added = `utm_source=acme&amp;utm_medium=email&amp;utm_campaign=${slug}`;
  expect(content?.html).toMatch(
    new RegExp(`^<a href="https://shop\\.test/\\?${added}">Shop</a> <a href="[^"?]+">Choose</a>$`),
  );
});

it('stops when the contact has unsubscribed, is suppressed or was deleted', async () => {
  const { id: automationId, start } = await world.automation([{ type: 'wait', duration: '1d' }, send()]);
  const contacts = await Promise.all([world.contact(), world.contact(), world.contact()]);
  const runs = await Promise.all(contacts.map((contact) => start(contact)));
  await Promise.all(runs.map(waits));
  await world.setContact(contacts[0] ?? '', 'UNSUBSCRIBED');
  await world.setContact(contacts[1] ?? '', 'BOUNCED');
  await query('DELETE FROM contacts WHERE id = $1', [contacts[2]]);
  await Promise.all(runs.map((id) => makeDue(harness.context, id)));
  const ended = await Promise.all(runs.map(ends));
  expect(ended.map(({ status, detail }) => [status, detail])).toEqual([
    ['stopped', 'unsubscribed'],
    ['stopped', 'suppressed'],
    ['stopped', 'contact_deleted'],
  ]);
  expect(await query('SELECT FROM messages WHERE organization_id = $1', [world.organizationId])).toEqual([]);
  expect(await countsOf(automationId)).toEqual({ 0: [3, 0, 0], 1: [0, 3, 0] });
});

it('stops for a topic that the contact has left', async () => {
  const topicId = newId();
  await query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'news', 'News', true, now())`,
    [topicId, world.organizationId],
  );
  const { start } = await world.automation([send({ topic: 'news' })]);
  const [stays, leaves] = [await world.contact(), await world.contact()];
  await query(
    `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at) VALUES ($1, $2, $3, 'UNSUBSCRIBED', now())`,
    [leaves, topicId, world.organizationId],
  );
  expect((await ends(await start(stays))).status).toBe('completed');
  expect(await ends(await start(leaves))).toMatchObject({ status: 'stopped', detail: 'unsubscribed' });
});

it.each([
  [
    'a template that is gone',
    { template: { slug: 'none' }, subject: undefined, text: undefined },
    'template_not_found',
  ],
  ['a domain that is gone', { from: 'x@elsewhere.test' }, 'unknown_domain'],
  ['a topic that is gone', { topic: 'none' }, 'unknown_topic'],
])('fails with its reason for %s', async (_, fields, detail) => {
  const { id: automationId, start } = await world.automation([send(fields)]);
  const run = await ends(await start(await world.contact()));
  expect(run).toMatchObject({ status: 'failed', detail });
  expect(await countsOf(automationId)).toEqual({ 0: [0, 0, 1] });
  expect(run.history).toMatchObject([{ type: 'send', outcome: 'failed', detail }]);
});

it('tries again later while the organization is paused, and sends once when it goes on', async () => {
  await query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [world.organizationId]);
  const { start } = await world.automation([send()]);
  const id = await start(await world.contact());
  expect(await waits(id)).toMatchObject({ status: 'running', detail: 'sending_paused', attempts: 1 });
  await query('UPDATE organizations SET sending_paused_at = NULL WHERE id = $1', [world.organizationId]);
  await makeDue(harness.context, id);
  expect(await ends(id)).toMatchObject({ status: 'completed', detail: null });
});

it('waits for the next day when the daily cap of the plan is reached', async () => {
  world = await createAutomationWorld(harness.context, { plan: 'free' });
  await query(
    `INSERT INTO usage_days (organization_id, day, recipients) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 100)`,
    [world.organizationId],
  );
  const { start } = await world.automation([{ ...send(), from: world.from }]);
  const run = await waits(await start(await world.contact()));
  expect(run).toMatchObject({ status: 'running', detail: 'quota_exceeded' });
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect(run.due_at?.getTime()).toBeGreaterThanOrEqual(midnight - 1_000);
  expect(run.due_at?.getTime()).toBeLessThan(midnight + 11 * 60_000);
});

it('finishes on the version that it began with', async () => {
  const automation = await world.automation([
    { type: 'wait', duration: '1d' },
    { type: 'update_contact', last_name: 'Old' },
  ]);
  const contact = await world.contact();
  const id = await automation.start(contact);
  await waits(id);
  await automation.change([{ type: 'update_contact', last_name: 'New' }]);
  await makeDue(harness.context, id);
  await ends(id);
  expect(await query('SELECT last_name FROM contacts WHERE id = $1', [contact])).toEqual([
    { last_name: 'Old' },
  ]);
});

it('suspends due runs of a paused automation, and goes on when it is resumed', async () => {
  const automation = await world.automation([{ type: 'update_contact', last_name: 'Done' }]);
  await automation.pause();
  const id = await automation.start(await world.contact());
  await reaches(id, ({ due_at: dueAt }) => dueAt === null);
  expect(await read(id)).toMatchObject({ status: 'running', history: [], lease_until: null });
  await automation.resume();
  expect(await ends(id)).toMatchObject({ status: 'completed' });
});

it('cancels due runs of a deleted automation', async () => {
  const automation = await world.automation([{ type: 'update_contact', last_name: 'Done' }]);
  await automation.remove();
  expect(await ends(await automation.start(await world.contact()))).toMatchObject({
    ...{ status: 'canceled', detail: 'the automation was deleted', history: [] },
  });
});

it('takes fifty steps without waits, in turns', async () => {
  const steps = Array.from({ length: 50 }, (_, n) => ({ type: 'update_contact', properties: { n } }));
  const { id: automationId, start } = await world.automation(steps);
  const contact = await world.contact();
  const { history } = await ends(await start(contact));
  expect(history.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(await query('SELECT properties FROM contacts WHERE id = $1', [contact])).toEqual([
    { properties: { n: 49 } },
  ]);
  const once = steps.map((_step, n) => [n, [1, 0, 0]]);
  expect(await countsOf(automationId)).toEqual(Object.fromEntries(once));
});

it('waits to decide by what contacts did with email until that is known', async () => {
  const { start } = await world.automation([
    {
      type: 'condition',
      if: { all: [{ activity: 'opened', op: 'not_within_days', value: 30 }] },
      then: [{ type: 'update_contact', last_name: 'Quiet' }],
      else: [],
    },
  ]);
  const id = await start(await world.contact());
  const waiting = await reaches(id, ({ detail, lease_until: lease }) => detail !== null && lease === null);
  expect(waiting).toMatchObject({ status: 'running', detail: 'activity_unknown', history: [] });
  await harness.context.pool.query(
    'INSERT INTO sweep_cursors (name, position, updated_at) VALUES ($1, $2, now())',
    [contactActivityPasses[0].cursor, newId()],
  );
  await makeDue(harness.context, id);
  const { status, history } = await ends(id);
  expect([status, history.map(({ detail }) => detail)]).toEqual(['completed', ['then', null]]);
});
