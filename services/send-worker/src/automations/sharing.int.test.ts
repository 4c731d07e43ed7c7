import { eventually } from '@postrider/testkit';
import { createAutomationWorld, readRun } from '../../test/automation-world';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
let second: TestWorker;

beforeAll(async () => {
  harness = await startWorkerHarness();
  const routes = { DELIVERY_ROUTES: `*=${harness.sink.url}?final=true` };
  second = await startTestWorker(harness.context, routes, { name: 'second worker' });
});
afterAll(async () => {
  await second.close();
  await harness.close();
});

const count = async (sql: string, organizationId: string) => {
  const { rows } = await harness.context.pool.query<{ count: number }>(sql, [organizationId]);
  return rows[0]?.count ?? 0;
};

it('takes the first step of another organization at once, beside 20,000 due runs of one', async () => {
  const { context } = harness;
  const [flooded, victim] = [await createAutomationWorld(context), await createAutomationWorld(context)];
  const step = { type: 'update_contact', properties: { seen: true } };
  await (await flooded.automation([step])).startMany(20_000);
  await context.pool.query('ANALYZE automation_runs');
  const left = `SELECT count(*)::int FROM automation_runs WHERE organization_id = $1 AND status = 'running'`;
  await eventually(async () => (await count(left, flooded.organizationId)) < 20_000);
  const automation = await victim.automation([step]);
  const before: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const contactId = await victim.contact();
    const leftBefore = await count(left, flooded.organizationId);
    const id = await automation.start(contactId);
    await eventually(async () => (await readRun(context, id)).status === 'completed');
    before.push(leftBefore - (await count(left, flooded.organizationId)));
  }
  expect(await count(left, flooded.organizationId)).toBeGreaterThan(1_000);
  // Runs of the flood that ended while one of the victim waited.
  expect(Math.max(...before)).toBeLessThan(5_000);
  await context.pool.query(`DELETE FROM automation_runs WHERE organization_id = $1`, [
    flooded.organizationId,
  ]);
});

it('shares runs among workers: each step once, each mail once', async () => {
  const world = await createAutomationWorld(harness.context);
  const send = { type: 'send', from: world.from, subject: 'Hello', text: 'Hello' };
  const steps = [send, { type: 'update_contact', properties: { seen: true } }, send];
  await (await world.automation(steps)).startMany(300);
  const left = `SELECT count(*)::int FROM automation_runs WHERE organization_id = $1 AND status <> 'completed'`;
  await eventually(async () => (await count(left, world.organizationId)) === 0, { timeoutMs: 60_000 });
  const taken = `SELECT count(*)::int FROM automation_steps s JOIN automation_runs r ON r.id = s.run_id
    WHERE r.organization_id = $1`;
  expect(await count(taken, world.organizationId)).toBe(900);
  const mails = 'SELECT count(*)::int FROM messages WHERE organization_id = $1';
  expect(await count(mails, world.organizationId)).toBe(600);
});
