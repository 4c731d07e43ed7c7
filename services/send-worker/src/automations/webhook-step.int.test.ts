import {
  eventually,
  startWebhookReceiver,
  type ReceiverAnswer,
  type WebhookReceiver,
} from '@postrider/testkit';
import { createAutomationWorld, makeDue, readRun, type AutomationWorld } from '../../test/automation-world';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
let worker: TestWorker;
let receiver: WebhookReceiver;
let world: AutomationWorld;

beforeAll(async () => {
  harness = await startWorkerHarness({ WEBHOOK_ALLOW_LOOPBACK: 'on', WEBHOOK_TIMEOUT_MS: '30000' });
  ({ worker } = harness);
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await harness.close();
});
beforeEach(async () => {
  receiver.clear();
  receiver.answer({ kind: 'status', status: 200 });
  world = await createAutomationWorld(harness.context);
});

async function restartWorker(settings: Readonly<Record<string, string>>): Promise<void> {
  await worker.close();
  worker = await startTestWorker(harness.context, settings);
}

const read = (id: string) => readRun(harness.context, id);
const call = () => ({ type: 'webhook', url: `${receiver.url}/hook` });
const tried = (id: string, attempts: number) =>
  eventually(async () => {
    const run = await read(id);
    return run.status !== 'running' || (run.attempts === attempts && run.lease_until === null);
  });

it('tells the receiver who it is about, under the identity of the step', async () => {
  const automation = await world.automation([call()], { slug: 'welcome' });
  const contact = await world.contact({ properties: { city: 'Rome' }, email: 'ada@example.test' });
  const id = await automation.start(contact, { properties: { plan: 'gold' } });
  await eventually(async () => (await read(id)).status === 'completed');
  expect(receiver.bodies()).toEqual([
    {
      ...{ type: 'automation.webhook', run_id: id, step: '0' },
      automation: { id: automation.id, slug: 'welcome', version: 1 },
      contact: {
        ...{
          id: contact,
          email: 'ada@example.test',
          first_name: 'Ada',
          last_name: null,
          status: 'SUBSCRIBED',
        },
        properties: { city: 'Rome' },
      },
      event: { id: expect.any(String), name: 'user.joined', properties: { plan: 'gold' } },
    },
  ]);
  expect(receiver.received[0]?.headers['postrider-delivery-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it.each<[string, ReceiverAnswer, string]>([
  ['resets the connection', { kind: 'reset' }, 'ECONNRESET'],
  ['fails', { kind: 'status', status: 500 }, '500'],
  [
    'redirects into a private network',
    { kind: 'redirect', location: 'http://169.254.169.254/latest' },
    '302',
  ],
  ['answers 10 MB', { kind: 'status', status: 200, body: 'x'.repeat(10_000_000) }, 'response_too_long'],
])('tries a receiver that %s five times under one id, then goes on', (_, answer, detail) =>
  triesFiveTimes(answer, detail),
);

async function triesFiveTimes(answer: ReceiverAnswer, detail: string): Promise<void> {
  receiver.answer(answer);
  const { start } = await world.automation([call(), { type: 'update_contact', last_name: 'On' }]);
  const id = await start(await world.contact());
  for (let attempts = 1; attempts <= 4; attempts += 1) {
    await tried(id, attempts);
    expect(await read(id)).toMatchObject({ status: 'running', detail, attempts });
    await makeDue(harness.context, id);
  }
  await eventually(async () => (await read(id)).status === 'completed');
  expect((await read(id)).history).toMatchObject([
    { type: 'webhook', outcome: 'failed', detail },
    { type: 'update_contact', outcome: 'done' },
  ]);
  const calls = receiver.received.filter(({ rawBody }) => rawBody.includes(id));
  expect(calls).toHaveLength(5);
  expect(new Set(calls.map(({ headers }) => headers['postrider-delivery-id'])).size).toBe(1);
}

it('waits ten seconds, then minutes, between the tries', async () => {
  receiver.answer({ kind: 'status', status: 503 });
  const { start } = await world.automation([call()]);
  const id = await start(await world.contact());
  await tried(id, 1);
  const { due_at: dueAt, due_in_days: days } = await read(id);
  // The next try is at most so far from now, and at least so far from the one before.
  expect((days ?? 0) * 86_400).toBeLessThan(11);
  const calledAt = receiver.received[0]?.receivedAt.getTime() ?? 0;
  expect((dueAt?.getTime() ?? 0) - calledAt).toBeGreaterThan(5_000);
});

it('does not call again who answers 410', async () => {
  receiver.answer({ kind: 'status', status: 410 });
  const { start } = await world.automation([call()]);
  const id = await start(await world.contact());
  await eventually(async () => (await read(id)).status === 'completed');
  expect((await read(id)).history).toMatchObject([{ outcome: 'failed', detail: '410' }]);
});

it('finishes the step in hand when the worker stops, and leaves the next to others', async () => {
  receiver.answer({ kind: 'slow', delayMs: 300 });
  const stopping = await startTestWorker(
    harness.context,
    { WEBHOOK_ALLOW_LOOPBACK: 'on', WEBHOOK_TIMEOUT_MS: '30000' },
    { name: 'stopping' },
  );
  const { start } = await world.automation([call(), { type: 'update_contact', last_name: 'On' }]);
  const ids = await Promise.all(Array.from({ length: 8 }, async () => start(await world.contact())));
  const called = () => receiver.bodies<{ run_id: string }>().filter(({ run_id: run }) => ids.includes(run));
  await eventually(() => called().length > 0);
  await stopping.close();
  for (const id of ids) await eventually(async () => (await read(id)).status === 'completed');
  expect(called()).toHaveLength(8);
});

it('lets receivers of six organizations that hang delay no run of another', async () => {
  receiver.answer({ kind: 'hang' });
  const hanging: string[] = [];
  const automations = [];
  for (let n = 0; n < 6; n += 1) {
    const { organizationId, automation } = await createAutomationWorld(harness.context);
    automations.push(await automation([call()]));
    hanging.push(organizationId);
  }
  // Together: a call ends after thirty seconds.
  await Promise.all(automations.map(({ startMany }) => startMany(50)));
  await eventually(() => receiver.received.length >= 64);
  const { start } = await world.automation([{ type: 'update_contact', last_name: 'On' }]);
  for (let n = 0; n < 3; n += 1) {
    const id = await start(await world.contact());
    await eventually(async () => (await read(id)).status === 'completed');
  }
  // None of the calls has ended meanwhile.
  const { rowCount } = await harness.context.pool.query(
    `SELECT FROM automation_runs WHERE organization_id = ANY($1::uuid[]) AND (attempts > 0 OR status <> 'running')`,
    [hanging],
  );
  expect(rowCount).toBe(0);
  await harness.context.pool.query('DELETE FROM automation_runs WHERE organization_id = ANY($1::uuid[])', [
    hanging,
  ]);
  // Resets those that hang.
  receiver.answer({ kind: 'status', status: 200 });
});

describe('with three seconds for an answer', () => {
  beforeAll(() => restartWorker({ WEBHOOK_ALLOW_LOOPBACK: 'on', WEBHOOK_TIMEOUT_MS: '3000' }));

  it('tries a receiver that never answers five times under one id, then goes on', () =>
    triesFiveTimes({ kind: 'hang' }, 'timeout'));
});

describe('without the setting of development', () => {
  beforeAll(() => restartWorker({}));

  it.each([
    ['plain http', 'http://example.test/hook', 'https_required'],
    ['this machine', 'https://127.0.0.1:4000/hook', 'refused_address'],
    ['this machine by IPv6', 'https://[::ffff:127.0.0.1]:4000/hook', 'refused_address'],
    ['the metadata service', 'https://169.254.169.254/latest', 'refused_address'],
  ])('never calls %s', async (_, url, detail) => {
    const { start } = await world.automation([{ type: 'webhook', url }]);
    const id = await start(await world.contact());
    await tried(id, 1);
    expect(await read(id)).toMatchObject({ detail, attempts: 1 });
  });
});
