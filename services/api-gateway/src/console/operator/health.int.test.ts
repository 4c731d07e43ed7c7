import type { PlatformHealth } from '@postrider/contracts/console';
import { createDomain, createMessage, createOrganization, createUser, eventually } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  operator = openBrowser(
    api,
    await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true }),
  );
});
afterAll(() => api.close());

async function queueMail(due: string): Promise<{ readonly id: string; readonly organizationId: string }> {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  const { id } = await createMessage(pool, { organizationId, domainId, status: 'queued' });
  await pool.query(
    `UPDATE messages SET due_at = now() + $2::interval, final_at = NULL, lane = 'transactional' WHERE id = $1`,
    [id, due],
  );
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', now())`,
    [id, organizationId],
  );
  return { id, organizationId };
}

const read = async (): Promise<PlatformHealth> =>
  (await operator.get<PlatformHealth>('/operator/health')).body;
/** RabbitMQ may take long to answer on a busy machine. */
const readAll = () =>
  eventually(async () => {
    const health = await read();
    return health.queues === null ? null : { ...health, queues: health.queues };
  });
const stateOf = ({ checks }: PlatformHealth, check: string) =>
  checks.find((each) => each.check === check)?.state;

it('says that due mail does not leave, unless its organization is paused or it is held', async () => {
  const healthy = await readAll();
  const [evaluated, ...checks] = healthy.checks;
  expect(evaluated).toMatchObject({ check: 'alert_rules', state: 'unknown' });
  expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['ok']));
  expect(healthy).toMatchObject({ waiting: [], lanes_cut: [] });
  expect(healthy.queues).toContainEqual({ queue: 'send.bulk', waiting: 0, dead: 0 });

  const { organizationId } = await queueMail('-10 minutes');
  const late = await read();
  expect(late.checks).toContainEqual(
    expect.objectContaining({
      ...{ check: 'PostriderMailOverdue', state: 'failed', runbook: '/docs/runbooks/mail-overdue' },
      detail: expect.stringMatching(
        /^Mail of the lane transactional has been due for 6\d\d seconds.$/,
      ) as string,
    }),
  );
  expect(late.waiting).toMatchObject([{ lane: 'transactional', reason: 'backlog', messages: 1, due: 1 }]);
  expect(late.waiting[0]?.oldest_due_seconds).toBeGreaterThanOrEqual(600);

  await api.context.pool.query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [
    organizationId,
  ]);
  const paused = await read();
  expect(stateOf(paused, 'PostriderMailOverdue')).toBe('ok');
  expect(paused.waiting).toMatchObject([{ reason: 'sending_paused' }]);
});

it('says what waits for an operator', async () => {
  const { pool } = api.context;
  const { id, organizationId } = await queueMail('1 hour');
  await pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     VALUES ($1, $2, 'restored', 'postrider', now(), now())`,
    [id, organizationId],
  );
  await pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'flagged')`,
    [id, organizationId],
  );
  await pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status, reverse_name_error)
     VALUES (gen_random_uuid(), '192.0.2.4', 'out4.test', 'shared', 'active', 'no PTR record')`,
  );
  await pool.query(
    `INSERT INTO queue_drains (id, queue, reason, operator) VALUES (gen_random_uuid(), 'bulk', 'maintenance', 'olga')`,
  );
  const { checks } = await readAll();
  expect(checks.filter(({ state }) => state === 'warning' || state === 'failed')).toMatchObject([
    { check: 'PostriderQueueDrained', detail: 'bulk (maintenance)' },
    { check: 'PostriderRestored', detail: '1 messages are held after restoring a backup.' },
    { check: 'source_names', detail: '192.0.2.4: no PTR record' },
    { check: 'reviews', runbook: null },
  ]);
});

it('shows the alerts of metrics-aggregator where it evaluates the rules, and their runbooks can be read', async () => {
  const { pool } = api.context;
  await pool.query(
    `INSERT INTO platform_watches (name, evaluated_at, unmeasured) VALUES ('platform', now(), '{PostriderBackupOld}')`,
  );
  await pool.query(
    `INSERT INTO platform_alerts (rule, labels, summary, active_since, firing_since) VALUES
       ('PostriderProcessDown', '[["service","smtp-relay"]]', 'smtp-relay does not answer.', now() - interval '3 minutes', now()),
       ('PostriderTransportOut', '[]', 'The transport relay is down.', now(), NULL)`,
  );
  const { checks } = await read();
  expect(checks).toContainEqual(
    expect.objectContaining({
      check: 'alert_rules',
      state: 'ok',
      detail: expect.stringContaining('seconds ago') as string,
    }),
  );
  expect(
    checks.filter(({ check }) => /Down|TransportOut$/.test(check) && check !== 'PostriderDependencyDown'),
  ).toMatchObject([
    { check: 'PostriderProcessDown', state: 'failed', detail: 'smtp-relay does not answer.' },
    { check: 'PostriderOnlyTransportOut', state: 'ok' },
    { check: 'PostriderTransportOut', state: 'pending' },
  ]);
  expect(checks.filter(({ state }) => state === 'unknown')).toMatchObject([{ check: 'PostriderBackupOld' }]);
  expect(checks.length).toBeGreaterThan(25);
  for (const runbook of new Set(checks.map((check) => check.runbook))) {
    if (runbook === null) continue;
    const page = await fetch(api.url + runbook);
    expect([runbook, page.status]).toEqual([runbook, 200]);
    expect(await page.text()).toContain('<h1 id="postrider');
  }
});
