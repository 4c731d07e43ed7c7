import { lowestId, newId } from '@postrider/contracts/ids';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  insertRow,
  openTransaction,
  type EmailEventOverrides,
  useTestContext,
} from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { contactActivityPasses, fillContactActivity, isContactActivityKnown } from './fill-contact-activity';

const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const jane = 'jane@example.com';
const [prompt, late] = contactActivityPasses;
let organizationId: string;

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(60) });
});
beforeEach(async () => {
  await context.pool.query('TRUNCATE email_events, sweep_cursors');
  organizationId = (await createOrganization(context.pool)).id;
});

/** As if all that was recorded until now were older than what a pass waits for. */
const clock = { now: () => new Date(Date.now() + 3_600_000) };
const fill = (pass = prompt, at = clock) =>
  fillContactActivity({ pool: context.servicePool, clock: at }, pass);

async function addContact(email = jane, of = organizationId): Promise<string> {
  const id = newId();
  await insertRow(context.pool, 'contacts', { id, organization_id: of, email, email_key: email });
  return id;
}

async function addMessage(mode: 'live' | 'test' = 'live', of = organizationId) {
  const message = await createMessage(context.pool, {
    ...{ organizationId: of, mode, recipient: 'Jane@Example.com', createdAt: daysAgo(50) },
  });
  await insertRow(context.pool, 'recipients', {
    ...{ message_id: message.id, ordinal: 0, organization_id: of, address: 'Jane@Example.com' },
    ...{ address_key: jane, role: 'to', status: 'delivered', updated_at: now },
  });
  return message;
}

async function record(...events: readonly EmailEventOverrides[]): Promise<void> {
  const message = await addMessage();
  for (const event of events) await createEmailEvent(context.pool, message, event);
}

async function activityOf(contactId: string): Promise<unknown> {
  const { rows } = await context.pool.query<Record<string, unknown>>(
    `SELECT organization_id AS "organizationId", last_received_at AS received, last_opened_at AS opened,
       last_clicked_at AS clicked FROM contact_activity WHERE contact_id = $1`,
    [contactId],
  );
  return rows[0] ?? null;
}

it('contact activity has the newest time of each activity, in whatever order and however often events are walked through', async () => {
  const contactId = await addContact();
  const foreign = (await createOrganization(context.pool)).id;
  const others = [await addContact('joe@example.com'), await addContact(jane, foreign)];
  await record(
    { type: 'opened', occurredAt: daysAgo(3) },
    { type: 'delivered', occurredAt: daysAgo(7) },
    { type: 'sent', occurredAt: daysAgo(8) },
    { type: 'opened', occurredAt: daysAgo(5), repeated: true },
    // Of machines, and of what is no activity.
    { type: 'opened', occurredAt: daysAgo(1), machine: true },
    { type: 'clicked', occurredAt: daysAgo(1), machine: true },
    { type: 'bounced', occurredAt: daysAgo(1) },
  );
  await createEmailEvent(context.pool, await addMessage('test'), { type: 'opened', occurredAt: daysAgo(1) });
  const first = { organizationId, received: daysAgo(7), opened: daysAgo(3), clicked: null };
  await fill();
  expect(await activityOf(contactId)).toEqual(first);
  for (const other of others) expect(await activityOf(other)).toBeNull();

  await context.pool.query('UPDATE sweep_cursors SET position = $1', [lowestId]);
  await record({ type: 'clicked', occurredAt: daysAgo(2) }, { type: 'sent', occurredAt: daysAgo(9) });
  await Promise.all([fill(), fill(), fill(late)]);
  await fill();
  expect(await activityOf(contactId)).toEqual({ ...first, clicked: daysAgo(2) });
});

it('does not believe that something was opened tomorrow', async () => {
  const contactId = await addContact();
  await record({ type: 'opened', occurredAt: daysAgo(-1) });
  await fill();
  const { opened } = (await activityOf(contactId)) as { opened: Date };
  expect(opened.getTime()).toBeLessThanOrEqual(Date.now());
});

it('walks page by page through what was stored before, and is known when it has come to the present', async () => {
  const contactId = await addContact();
  const message = await addMessage();
  await context.pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
     SELECT $1, (left($2, 24) || lpad(to_hex(n), 12, '0'))::uuid, $3, 0, 'r', 'opened', n::text, $4::timestamptz + n * interval '1 s', 'live'
       FROM generate_series(1, 2500) n`,
    [message.id, message.id, organizationId, daysAgo(50)],
  );
  const at = { now: () => new Date() };
  const steps: unknown[] = [];
  for (let isFull = true; isFull;) {
    isFull = await fill(prompt, at);
    const { opened } = (await activityOf(contactId)) as { opened: Date };
    const seconds = (opened.getTime() - daysAgo(50).getTime()) / 1_000;
    steps.push([seconds, await isContactActivityKnown(context.servicePool)]);
  }
  expect(steps).toEqual([
    [1_000, false],
    [2_000, false],
    [2_500, true],
  ]);
  // A sweep that stands still knows nothing of the last hours.
  const { rows } = await context.pool.query<{ position: string }>(
    'SELECT position FROM sweep_cursors WHERE name = $1',
    [prompt.cursor],
  );
  await context.pool.query('UPDATE sweep_cursors SET position = $1', [message.id]);
  expect([rows.length, await isContactActivityKnown(context.servicePool)]).toEqual([1, false]);
});

it('goes with the contact, also with one that is deleted while a page is made', async () => {
  const [gone, going] = [await addContact(), await addContact('ann@example.com')];
  await record({ type: 'opened' });
  await fill();
  expect(await activityOf(gone)).not.toBeNull();
  await context.pool.query('DELETE FROM contacts WHERE id = $1', [gone]);
  expect(await activityOf(gone)).toBeNull();

  const message = await addMessage();
  await context.pool.query(`UPDATE recipients SET address_key = 'ann@example.com' WHERE message_id = $1`, [
    message.id,
  ]);
  await createEmailEvent(context.pool, message, { type: 'opened' });
  await context.pool.query('UPDATE sweep_cursors SET position = $1', [lowestId]);
  const deletion = await openTransaction(context.pool, 'DELETE FROM contacts WHERE id = $1', [going]);
  const filling = fill();
  await deletion.isWaitedFor();
  await deletion.commit();
  expect(await filling).toBe(false);
  expect(await activityOf(going)).toBeNull();
});
