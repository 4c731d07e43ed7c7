import { newId } from '@postrider/contracts/ids';
import { openTransaction } from '@postrider/testkit';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { begin } from './begin';
import { readBroadcast } from './broadcasts.repository';
import { expandPage } from './expand';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

async function start(id: string) {
  const broadcast = await readBroadcast(harness.pool, { id, organizationId: sender.organizationId });
  if (!broadcast) throw new Error('it is not open');
  return begin(harness.resources, broadcast);
}

/** @returns how many each page wrote */
async function expandAll(id: string, pageSize: number): Promise<number[]> {
  const pages: number[] = [];
  for (;;) {
    const inserted = await expandPage(harness.pool, id, pageSize);
    if (inserted === null) return pages;
    pages.push(inserted);
  }
}

const contactsOf = async (id: string) => (await harness.recipientsOf(id)).map(({ contact_id }) => contact_id);

it('gives each contact of the segment one row, page by page, and none of another organization', async () => {
  const contacts = await harness.addContacts(sender, 7);
  await harness.addContacts(await harness.createSender(), 3);
  const id = await harness.addBroadcast(sender);
  await start(id);
  expect(await expandAll(id, 3)).toEqual([3, 3, 1]);
  expect(await contactsOf(id)).toEqual(contacts);
  expect(await harness.read(id)).toMatchObject({ recipients: 7 });
});

it('chooses by the filter that the segment had when it began', async () => {
  const inBerlin = await harness.addContacts(sender, 2, { properties: { city: 'Berlin' } });
  await harness.addContacts(sender, 2, { properties: { city: 'Rome' } });
  const berlin = { all: [{ property: 'city', op: 'eq', value: 'Berlin' }] };
  const setFilter = (filter: object) =>
    harness.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [sender.segmentId, filter]);
  await setFilter(berlin);
  const id = await harness.addBroadcast(sender);
  await start(id);
  await setFilter({ all: [] });
  await expandAll(id, 2);
  expect(await contactsOf(id)).toEqual(inBerlin);
  expect((await harness.read(id)).filter).toEqual(berlin);
});

it('waits, and says why, for a segment that is gone or cannot be read, and for content that cannot', async () => {
  const gone = await harness.addBroadcast(sender, { segment_id: newId() });
  expect(await start(gone)).toMatchObject({
    kind: 'waits',
    reason: expect.stringContaining('unknown_segment'),
  });
  await harness.pool.query(`UPDATE segments SET filter = '{"none": []}' WHERE id = $1`, [sender.segmentId]);
  const unreadable = await harness.addBroadcast(sender);
  expect(await start(unreadable)).toMatchObject({
    kind: 'waits',
    reason: expect.stringContaining('invalid_segment'),
  });
  await harness.pool.query(`UPDATE segments SET filter = '{"all": []}' WHERE id = $1`, [sender.segmentId]);
  const broken = await harness.addBroadcast(sender, { html: '{{#if' });
  expect(await start(broken)).toMatchObject({ kind: 'waits', reason: expect.stringContaining('html') });
  expect((await harness.read(broken)).started_at).toBeNull();
});

it('repeats a page that a crash undid, and skips none', async () => {
  const contacts = await harness.addContacts(sender, 4);
  const id = await harness.addBroadcast(sender);
  await start(id);
  await expandPage(harness.pool, id, 2);
  // As if the rows had been committed and the cursor not, which one transaction rules out.
  await harness.pool.query('UPDATE broadcasts SET expanded_to = NULL, recipients = 0 WHERE id = $1', [id]);
  await expandAll(id, 3);
  expect(await contactsOf(id)).toEqual(contacts);
});

it('leaves a page to the worker that has it', async () => {
  await harness.addContacts(sender, 2);
  const id = await harness.addBroadcast(sender);
  await start(id);
  const other = await openTransaction(harness.pool, 'SELECT FROM broadcasts WHERE id = $1 FOR UPDATE', [id]);
  expect(await expandPage(harness.pool, id, 5_000)).toBeNull();
  await other.rollback();
  expect(await expandPage(harness.pool, id, 5_000)).toBe(2);
});

it.each([
  { contacts: 40, percent: 50, sizes: { rest: 20, 0: 10, 1: 10 } },
  { contacts: 10, percent: 20, sizes: { rest: 8, 0: 1, 1: 1 } },
  { contacts: 6, percent: 100, sizes: { 0: 3, 1: 3 } },
])('samples $percent % of $contacts recipients in equal parts, over pages', async (sample) => {
  await harness.addContacts(sender, sample.contacts);
  const variants = [{ subject: 'A' }, { subject: 'B' }];
  const abTest = { variants, percent: sample.percent, waitMinutes: 60, metric: 'open' };
  const id = await harness.addBroadcast(sender, { ab_test: abTest });
  await start(id);
  await expandAll(id, 7);
  const sizes: Record<string, number> = {};
  for (const { variant } of await harness.recipientsOf(id)) {
    sizes[variant ?? 'rest'] = (sizes[variant ?? 'rest'] ?? 0) + 1;
  }
  expect(sizes).toEqual(sample.sizes);
});

it('does not resend to those whose first mail is still on its way', async () => {
  const [, sent] = await harness.addContacts(sender, 2);
  const parent = await harness.addBroadcast(sender);
  await harness.finish(parent);
  const { message_id: messageId } =
    (await harness.recipientsOf(parent)).find(({ contact_id }) => contact_id === sent) ?? {};
  await harness.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [messageId]);
  const id = await harness.addBroadcast(sender, { audience: 'not_opened', parent_id: parent });
  await start(id);
  await expandAll(id, 4);
  expect(await contactsOf(id)).toEqual([sent]);
});

it('resends to those who got it, are contacts still, and did neither open nor click it themselves', async () => {
  const parent = await harness.addBroadcast(sender, { status: 'sent' });
  const names = ['silent', 'opened', 'clicked', 'scanned', 'skipped', 'deleted'] as const;
  const ids = await harness.addContacts(sender, names.length);
  for (const [index, name] of names.entries()) {
    const messageId = newId();
    await harness.pool.query(
      `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, message_id, outcome)
       VALUES ($1, $2, $3, $4, $5)`,
      [
        parent,
        ids[index],
        sender.organizationId,
        messageId,
        name === 'skipped' ? 'unsubscribed' : 'submitted',
      ],
    );
    if (name === 'deleted') await harness.pool.query('DELETE FROM contacts WHERE id = $1', [ids[index]]);
    if (name === 'silent' || name === 'skipped' || name === 'deleted') continue;
    await harness.pool.query(
      `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, machine)
       VALUES ($1, $2, $3, 0, 'x@example.test', $4, 'test', now(), 'live', $5)`,
      [
        messageId,
        newId(),
        sender.organizationId,
        name === 'clicked' ? 'clicked' : 'opened',
        name === 'scanned',
      ],
    );
  }
  const id = await harness.addBroadcast(sender, { audience: 'not_opened', parent_id: parent });
  await start(id);
  await expandAll(id, 4);
  expect(await contactsOf(id)).toEqual([ids[0], ids[3]]);
});
