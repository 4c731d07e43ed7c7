import { randomInt } from 'node:crypto';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { createTakeBroadcastTurn, type TurnResources } from './take-broadcast-turn';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

const set = (id: string, sets: string): Promise<unknown> =>
  harness.pool.query(`UPDATE broadcasts SET ${sets} WHERE id = $1`, [id]);
// As the API does it.
const pause = (id: string): Promise<unknown> => set(id, 'paused_at = now(), waiting_for = NULL');
const resume = (id: string): Promise<unknown> => set(id, 'paused_at = NULL, turn_at = least(turn_at, now())');
const abTest = {
  variants: [{ subject: 'A' }, { subject: 'B' }],
  percent: 40,
  waitMinutes: 60,
  metric: 'click',
};

interface Emails {
  accepted: number;
  afterPause: number;
}

/** Workers whose broadcast is paused when so many of its emails have been accepted, in the middle of a slice. */
function pausedAt(id: string, marks: readonly number[]): { emails: Emails; resources: TurnResources } {
  const emails: Emails = { accepted: 0, afterPause: 0 };
  const left = [...marks];
  let paused = false;
  const one: TurnResources['acceptEmails']['one'] = async (...call) => {
    emails.accepted += 1;
    if (left[0] !== undefined && emails.accepted >= left[0]) {
      left.shift();
      await pause(id);
      paused = true;
      emails.afterPause = 0;
    } else if (paused) emails.afterPause += 1;
    return harness.resources.acceptEmails.one(...call);
  };
  return { emails, resources: { ...harness.resources, acceptEmails: { one } } };
}

it('mails each of thousands of contacts once, however often it is paused and by whichever worker it is sent', async () => {
  const contacts = 3_000;
  await harness.addContacts(sender, contacts);
  const id = await harness.addBroadcast(sender);
  const marks = Array.from({ length: 6 }, () => randomInt(1, contacts - 200)).sort((a, b) => a - b);
  const { emails, resources } = pausedAt(id, marks);
  const slice = resources.pace.sizes().slice;
  let pauses = 0;
  for (;;) {
    // Each round has new workers, as after a restart; the second has positions of its own.
    const workers = [createTakeBroadcastTurn(resources), createTakeBroadcastTurn(resources)];
    await Promise.all(workers.map((turn) => harness.run(id, turn)));
    await harness.attempt(id);
    const [{ rows }, { status }] = [
      await harness.pool.query('SELECT FROM broadcasts WHERE id = $1 AND paused_at IS NOT NULL', [id]),
      await harness.read(id),
    ];
    if (status === 'sent') break;
    if (rows.length === 0) continue;
    pauses += 1;
    // What each worker had begun, and no more.
    expect(emails.afterPause).toBeLessThanOrEqual(workers.length * slice);
    const mailed = await harness.mailedBy(id);
    for (const turn of workers) expect(await harness.run(id, turn)).toMatchObject({ kind: 'idle' });
    expect(await harness.mailedBy(id)).toEqual(mailed);
    emails.afterPause = 0;
    await resume(id);
  }
  expect(pauses).toBeGreaterThanOrEqual(2);
  const mailed = await harness.mailedBy(id);
  expect(mailed).toHaveLength(contacts);
  expect(new Set(mailed).size).toBe(contacts);
  expect(await harness.read(id)).toMatchObject({ recipients: contacts, submitted: contacts, status: 'sent' });
});

it('does not begin, and does not look for recipients, while it is paused', async () => {
  await harness.addContacts(sender, 3);
  const id = await harness.addBroadcast(sender, { paused_at: new Date() });
  expect(await harness.run(id)).toMatchObject({ kind: 'idle' });
  expect(await harness.read(id)).toMatchObject({ started_at: null, recipients: 0 });
  // Its time has passed: it begins at once.
  await resume(id);
  const turn = createTakeBroadcastTurn(harness.resources);
  const { organization_id: organizationId } = await harness.read(id);
  await turn({ id, organizationId, failures: 0 });
  await pause(id);
  expect(await harness.run(id, turn)).toMatchObject({ kind: 'idle' });
  expect(await harness.read(id)).toMatchObject({ started_at: expect.any(Date), recipients: 0 });
  await resume(id);
  await harness.finish(id, turn);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 3 });
});

it('leaves a test undecided while it is paused, and decides it when it is resumed', async () => {
  await harness.addContacts(sender, 10);
  const id = await harness.addBroadcast(sender, { ab_test: abTest });
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'testing', submitted: 4 });
  await set(id, `decide_at = now(), paused_at = now()`);
  expect(await harness.run(id)).toMatchObject({ kind: 'idle' });
  expect(await harness.read(id)).toMatchObject({ status: 'testing', winner: null });
  await resume(id);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', winner: 0, submitted: 10 });
});

it('a paused broadcast is not finished, though all of its emails are sent', async () => {
  await harness.addContacts(sender, 3);
  const id = await harness.addBroadcast(sender);
  await harness.run(id);
  await pause(id);
  await harness.attempt(id);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ status: 'scheduled', submitted: 3, finished_at: null });
  await resume(id);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ status: 'sent' });
});

it('takes back unsent emails when it is canceled while it is paused', async () => {
  await harness.addContacts(sender, 5);
  const id = await harness.addBroadcast(sender);
  await harness.run(id);
  await pause(id);
  await set(id, `status = 'canceled', canceled_at = now() - interval '1 hour'`);
  await harness.run(id);
  expect(await harness.read(id)).toMatchObject({ status: 'canceled', canceled: 5 });
});

it('skips contacts that were deleted or have unsubscribed while it was paused', async () => {
  const ids = await harness.addContacts(sender, 6);
  const id = await harness.addBroadcast(sender);
  const { emails, resources } = pausedAt(id, [1]);
  const single = {
    ...resources,
    pace: { ...resources.pace, sizes: () => ({ ...resources.pace.sizes(), slice: 1 }) },
  };
  await harness.run(id, createTakeBroadcastTurn(single));
  expect(emails.accepted).toBe(1);
  const [first] = await harness.mailedBy(id);
  const { rows } = await harness.pool.query<{ id: string }>(
    `SELECT id FROM contacts WHERE organization_id = $1 AND email <> $2 ORDER BY id`,
    [sender.organizationId, first],
  );
  const [deleted, left] = rows;
  await harness.pool.query('DELETE FROM contacts WHERE id = $1', [deleted?.id]);
  await harness.pool.query(`UPDATE contacts SET status = 'UNSUBSCRIBED' WHERE id = $1`, [left?.id]);
  await resume(id);
  await harness.finish(id);
  expect(await harness.mailedBy(id)).toHaveLength(ids.length - 2);
  expect(await harness.read(id)).toMatchObject({ status: 'sent', submitted: 4, unsubscribed: 2 });
});

it('lets other broadcasts of the organization go on', async () => {
  await harness.addContacts(sender, 3);
  const [paused, other] = [await harness.addBroadcast(sender), await harness.addBroadcast(sender)];
  await pause(paused);
  await harness.finish(other);
  expect(await harness.read(other)).toMatchObject({ status: 'sent', submitted: 3 });
  expect(await harness.read(paused)).toMatchObject({ submitted: 0 });
});
