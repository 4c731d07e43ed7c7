import { eventually } from '@postrider/testkit';
import { createSender, queueMessage, type QueuedOverrides, type TestSender } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { dayOf } from './plan-days';

let harness: WorkerHarness;
let second: TestWorker;
let sender: TestSender;

beforeAll(async () => {
  harness = await startWorkerHarness();
  second = await startTestWorker(harness.context, { DELIVERY_ROUTES: `*=${harness.sink.url}?final=true` });
});
afterAll(async () => {
  await second.close();
  await harness.close();
});
beforeEach(async () => {
  sender = await createSender(harness.context);
});

const cap = (dailyCap: number | null, warmUpStartedAt: Date | null = null) =>
  harness.context.pool.query('UPDATE domains SET daily_cap = $2, warm_up_started_at = $3 WHERE id = $1', [
    sender.domain.id,
    dailyCap,
    warmUpStartedAt,
  ]);
const queue = (overrides: QueuedOverrides = {}) => queueMessage(harness.context, sender, overrides);
/** Recipients for whom a day is reserved, by days from the first. */
async function days(): Promise<number[]> {
  const { rows } = await harness.context.pool.query<{ recipients: number }>(
    'SELECT recipients FROM domain_sending_days WHERE domain_id = $1 ORDER BY day',
    [sender.domain.id],
  );
  return rows.map(({ recipients }) => recipients);
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await harness.context.pool.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM messages WHERE organization_id = $1 GROUP BY status',
    [sender.organizationId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

it('two workers together never send more than a day allows; the rest waits for its days, in order', async () => {
  await cap(10);
  const ids: string[] = [];
  for (let message = 0; message < 40; message += 1) ids.push(await queue());
  await Promise.all(ids.map((id) => harness.enqueue(id)));
  await eventually(async () => {
    const { delivered, queued, ...others } = await statuses();
    const reserved = (await days()).reduce((sum, recipients) => sum + recipients, 0);
    return reserved === 40 && delivered === 10 && queued === 30 && Object.keys(others).length === 0;
  });
  expect(await days()).toEqual([10, 10, 10, 10]);
  const waiting = [];
  for (const id of ids) {
    const message = await harness.read(id);
    if (message.status !== 'queued') continue;
    expect(message).toMatchObject({ rounds: 0, events: [], attempts: [], lease_until: null });
    waiting.push(dayOf(message.due_at));
  }
  // A day may have turned meanwhile: what counts is that each of three days has ten.
  expect([...Map.groupBy(waiting, (day) => day).values()].map((group) => group.length)).toEqual([10, 10, 10]);
});

it('what expires before its day fails on time, without that day', async () => {
  await cap(1);
  const first = await queue();
  await harness.enqueue(first);
  await harness.reaches(first, 'delivered');
  const id = await queue({ expiresAt: new Date(Date.now() + 3_000) });
  await harness.enqueue(id);
  const message = await harness.reaches(id, 'failed');
  expect(message.recipients[0]).toMatchObject({ detail: 'expired' });
  expect(await days()).toEqual([1]);
});
