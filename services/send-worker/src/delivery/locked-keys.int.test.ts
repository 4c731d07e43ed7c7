import { eventually } from '@postrider/testkit';
import { createSender, queueMessage, type TestSender } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
/** Domains are looked at again after a minute. */
let clockOffsetMs = 0;

beforeAll(async () => {
  harness = await startWorkerHarness({}, { clock: { now: () => new Date(Date.now() + clockOffsetMs) } });
});
afterAll(() => harness.close());

/** A sender whose signing key does not open; answers what puts it right. */
async function lockedSender(): Promise<{ sender: TestSender; repair: () => Promise<unknown> }> {
  const { pool } = harness.context;
  const sender = await createSender(harness.context);
  const { rows } = await pool.query<{ private_key: string }>(
    `UPDATE dkim_keys k SET private_key = 'v1.deadbeef.AAAA.BBBB' FROM dkim_keys before
      WHERE k.domain_id = $1 AND before.id = k.id RETURNING before.private_key`,
    [sender.domain.id],
  );
  const repair = () =>
    pool.query('UPDATE dkim_keys SET private_key = $2 WHERE domain_id = $1', [
      sender.domain.id,
      rows[0]?.private_key,
    ]);
  return { sender, repair };
}

const events = async (id: string) =>
  (await harness.read(id)).events.map(({ type, recipient, detail }) => `${recipient} ${type} ${detail}`);
const locked =
  'delivery_delayed signing_key: the platform cannot open the signing key of the domain at present';

test('a message waits while the key of its domain cannot be opened, others do not, and it leaves when it opens', async () => {
  const { sender, repair } = await lockedSender();
  const waiting = await queueMessage(harness.context, sender, { to: ['a@x.test', 'b@x.test'] });
  await harness.enqueue(waiting);
  const good = await harness.send();
  await harness.reaches(good, 'delivered');
  await eventually(async () => (await harness.read(waiting)).events.length === 2);
  expect(await events(waiting)).toEqual([`a@x.test ${locked}`, `b@x.test ${locked}`]);
  const message = await harness.read(waiting);
  expect(message).toMatchObject({ status: 'queued', rounds: 0, attempts: [], lease_until: null });
  expect(message.recipients.map(({ status }) => status)).toEqual(['queued', 'queued']);
  expect(new Date(message.due_at).getTime() - Date.now()).toBeGreaterThan(30_000);
  await expect(harness.worker.signingKeysOpen()).rejects.toMatchObject({ code: 'secrets_locked' });

  await repair();
  clockOffsetMs += 61_000;
  await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [waiting]);
  await harness.enqueue(waiting);
  await harness.reaches(waiting, 'delivered');
  await harness.worker.signingKeysOpen();
});

test('mail waits for as long as it lasts, with one log line an hour', async () => {
  const { sender } = await lockedSender();
  const waiting = await queueMessage(harness.context, sender, { to: ['a@x.test'] });
  await harness.enqueue(waiting);
  await eventually(async () => (await harness.read(waiting)).events.length === 1);
  // Thirty days of waiting: the patience for destinations ended after two.
  await harness.context.pool.query(
    "UPDATE messages SET first_attempt_at = now() - interval '30 days', due_at = now() WHERE id = $1",
    [waiting],
  );
  await harness.enqueue(waiting);
  // By now it is looked at every half hour.
  await eventually(
    async () => new Date((await harness.read(waiting)).due_at).getTime() > Date.now() + 1_500_000,
  );
  expect((await harness.read(waiting)).status).toBe('queued');
  expect(new Set(await events(waiting))).toEqual(new Set([`a@x.test ${locked}`]));
});

test('a message that waits for a locked key fails when it expires', async () => {
  const { sender } = await lockedSender();
  const waiting = await queueMessage(harness.context, sender, {
    to: ['a@x.test'],
    expiresAt: new Date(Date.now() + 3_000),
  });
  await harness.enqueue(waiting);
  const message = await harness.reaches(waiting, 'failed');
  expect(message.recipients[0]?.detail).toBe('expired');
});
