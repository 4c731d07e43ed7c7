import {
  createTestContext,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { createAutomationEngine, type AutomationEngine, type Death } from '../../test/automation-engine';
import {
  createAutomationWorld,
  makeDue,
  postWaitedEvent,
  readRun,
  type AutomationWorld,
} from '../../test/automation-world';
import { claimRuns } from './claim-runs';

let context: TestContext;
let engine: AutomationEngine;
let receiver: WebhookReceiver;
let world: AutomationWorld;

beforeAll(async () => {
  context = await createTestContext();
  engine = await createAutomationEngine(context);
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await engine.close();
  await receiver.close();
  await context.close();
});
beforeEach(async () => {
  receiver.clear();
  world = await createAutomationWorld(context);
});

const send = () => ({ type: 'send', from: world.from, subject: 'Hello', text: 'Hello' });
const messages = async () =>
  (
    await context.pool.query<{ id: string }>('SELECT id FROM messages WHERE organization_id = $1', [
      world.organizationId,
    ])
  ).rows;

describe.each<Death>(['before accept', 'behind accept', 'before record', 'behind record', 'behind call'])(
  'a worker that dies %s',
  (death) => {
    it.each([0, 1, 2])('takes each step once, sends each mail once (death number %d)', async (survived) => {
      const { start } = await world.automation([
        send(),
        { type: 'update_contact', properties: { seen: true } },
        { type: 'webhook', url: `${receiver.url}/hook` },
        send(),
      ]);
      const id = await start(await world.contact());
      // The same worker dies once more at the first such place of each later try.
      for (let deaths = 0; deaths <= survived; deaths += 1) {
        engine.dieAt(death);
        await engine.turn();
        await engine.endLeases();
      }
      await engine.turn();
      const run = await readRun(context, id);
      expect(run.status).toBe('completed');
      expect(run.history.map(({ number, type, outcome }) => [number, type, outcome])).toEqual([
        [0, 'send', 'done'],
        [1, 'update_contact', 'done'],
        [2, 'webhook', 'done'],
        [3, 'send', 'done'],
      ]);
      const sent = run.history.flatMap(({ message_id: messageId }) => messageId ?? []);
      expect((await messages()).map((message) => message.id).sort()).toEqual([...sent].sort());
      expect(sent).toHaveLength(2);
      const calls = new Set(receiver.received.map(({ headers }) => headers['postrider-delivery-id']));
      expect(calls.size).toBe(1);
    });
  },
);

it('records a mail as sent that was accepted before the contact unsubscribed', async () => {
  const { start } = await world.automation([send()]);
  const contact = await world.contact();
  const id = await start(contact);
  engine.dieAt('behind accept');
  await engine.turn();
  await world.setContact(contact, 'UNSUBSCRIBED');
  await engine.endLeases();
  await engine.turn();
  expect(await readRun(context, id)).toMatchObject({ status: 'completed', history: [{ outcome: 'done' }] });
});

it('fails a run whose step has killed ten workers', async () => {
  const { start } = await world.automation([send()]);
  const id = await start(await world.contact());
  for (let deaths = 0; deaths <= 10; deaths += 1) {
    engine.dieAt('before accept');
    await engine.turn();
    await engine.endLeases();
  }
  await engine.turn();
  expect(await readRun(context, id)).toMatchObject({
    status: 'failed',
    detail: 'crashed',
    lease_until: null,
  });
  expect(await messages()).toEqual([]);
});

it('lets an event win that comes while the time-out is being recorded', async () => {
  const { start } = await world.automation([{ type: 'wait_until', event: 'paid', timeout: '1d' }]);
  const id = await start(await world.contact());
  await engine.turn();
  await makeDue(context, id);
  engine.dieAt('before record');
  await engine.turn();
  await postWaitedEvent(context, id, 'paid');
  await engine.endLeases();
  await engine.turn();
  expect(await readRun(context, id)).toMatchObject({ status: 'completed', history: [{ detail: 'event' }] });
});

it('calls a receiver once, although a worker stands still for longer than its lease', async () => {
  const { startMany } = await world.automation([{ type: 'webhook', url: `${receiver.url}/hook` }]);
  await startMany(20);
  const slow = await engine.claim();
  await engine.endLeases();
  const fast = await engine.claim();
  expect([slow, fast].map(({ length }) => length)).toEqual([20, 20]);
  await Promise.all([engine.walk(slow), engine.walk(fast)]);
  expect(receiver.received).toHaveLength(20);
});

it('gives no run to two claims, and one organization no more than its share', async () => {
  const flooded = await createAutomationWorld(context);
  await (await flooded.automation([send()])).startMany(500);
  await (await world.automation([send()])).startMany(5);
  const shares = [flooded, world].map(({ organizationId }) => ({ organizationId, runsMax: 20 }));
  const claims = await Promise.all(
    [1, 2, 3, 4].map(() => claimRuns(context.pool, { shares, leaseMs: 60_000 })),
  );
  const runs = claims.flatMap((claim) => claim.runs);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  expect(runs.filter(({ organizationId }) => organizationId === world.organizationId)).toHaveLength(5);
  expect(runs.filter(({ organizationId }) => organizationId === flooded.organizationId)).toHaveLength(80);
  expect(new Set(runs.map(({ stepId }) => stepId)).size).toBe(runs.length);
});
