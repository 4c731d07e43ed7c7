import type { OperatorDrains, OperatorRestorations } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import {
  createBroadcast,
  createMessage,
  createOrganization,
  createTenant,
  createUser,
} from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let user: Awaited<ReturnType<typeof createUser>>;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

it('pauses all organizations after a count, each with an entry in its audit log, and resumes only those', async () => {
  const { pool } = api.context;
  const paused = await createOrganization(pool, {});
  await pool.query(
    `UPDATE organizations SET sending_paused_at = now(), sending_paused_reason = 'bounces' WHERE id = $1`,
    [paused.id],
  );
  // One more than a request changes.
  await pool.query(
    `INSERT INTO organizations (id, slug, name, kind, plan, created_at)
     SELECT gen_random_uuid(), 'pausable-' || n, 'Pausable', 'client', 'free', now() FROM generate_series(1, 201) n`,
  );
  const change = (what: 'pause' | 'resume', dry_run: boolean, reason = 'key leaked') =>
    operator.post<{ organizations: number; is_more: boolean }>('/operator/sending', {
      ...{ change: what, dry_run, reason },
    });
  const isPaused = async () =>
    (
      await pool.query<{ reason: string; count: number }>(
        `SELECT sending_paused_reason AS reason, count(*)::int FROM organizations
        WHERE sending_paused_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
      )
    ).rows;
  const { organizations } = (await change('pause', true)).body;
  expect(await isPaused()).toEqual([{ reason: 'bounces', count: 1 }]);
  expect((await change('pause', false)).body).toMatchObject({ organizations: 200, is_more: true });
  expect((await change('pause', false)).body).toMatchObject({
    organizations: organizations - 200,
    is_more: false,
  });
  expect(await isPaused()).toEqual([
    { reason: 'bounces', count: 1 },
    { reason: 'key leaked', count: organizations },
  ]);
  expect((await change('resume', true, 'another')).body).toMatchObject({ organizations: 0 });
  await change('resume', false);
  await change('resume', false);
  expect(await isPaused()).toEqual([{ reason: 'bounces', count: 1 }]);
  const { rows: entries } = await pool.query(
    `SELECT action, actor_name, count(*)::int FROM audit_entries WHERE action IN ('org.pause', 'org.resume')
      GROUP BY 1, 2 ORDER BY 1`,
  );
  expect(entries).toEqual([
    { action: 'org.pause', actor_name: user.email, count: organizations },
    { action: 'org.resume', actor_name: user.email, count: organizations },
  ]);
});

it('drains queues, counts what is being sent, and resumes them', async () => {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const { id } = await createMessage(pool, {
    organizationId,
    status: 'sending',
    finalAt: null,
  });
  await pool.query(
    `UPDATE messages SET lane = 'bulk', lease_until = now() + interval '1 minute' WHERE id = $1`,
    [id],
  );
  const drain = (queues: readonly string[], reason: string) =>
    operator.post<OperatorDrains>('/operator/drains', { queues, reason });
  expect((await drain(['bulk', 'retry', 'bulk'], 'new smart host')).body.queues).toMatchObject([
    { queue: 'transactional', drain: null },
    { queue: 'bulk', drain: { reason: 'new smart host', operator: user.email, in_progress: 1 } },
    { queue: 'test', drain: null },
    { queue: 'retry', drain: { in_progress: 0 } },
  ]);
  await drain(['bulk'], 'another');
  const { body } = await operator.post<OperatorDrains>('/operator/drains/resume', { queues: ['bulk'] });
  expect(body.queues[1]).toEqual({ queue: 'bulk', drain: null });
  expect((await operator.get<OperatorDrains>('/operator/drains')).body.history).toMatchObject([
    { queue: 'bulk', reason: 'new smart host', ended_by: user.email, ended_at: expect.any(String) },
    { queue: 'retry', ended_at: null },
  ]);
  const { rows: entries } = await pool.query(
    `SELECT action, target_id AS queue, actor_name FROM audit_entries WHERE action LIKE 'queue.%' ORDER BY action, queue`,
  );
  expect(entries).toEqual([
    { action: 'queue.drain', queue: 'bulk', actor_name: user.email },
    { action: 'queue.drain', queue: 'retry', actor_name: user.email },
    { action: 'queue.resume', queue: 'bulk', actor_name: user.email },
  ]);
  expect(await drain(['inbound'], 'x')).toMatchObject({ refusal: '422 validation_error' });
  expect(await drain(['bulk'], '')).toMatchObject({ refusal: '422 validation_error' });
});

it('shows what is held after a restored backup, and releases or cancels it after a count', async () => {
  const { pool } = api.context;
  const { id: organizationId, slug } = await createOrganization(pool);
  const topicId = newId();
  await pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'news', 'News', false, now())`,
    [topicId, organizationId],
  );
  for (let each = 0; each < 3; each += 1) {
    await createBroadcast(pool, { organizationId, topicId, status: 'scheduled', finishedAt: null });
  }
  await pool.query('UPDATE broadcasts SET held_at = now() WHERE organization_id = $1', [organizationId]);
  const read = async () => (await operator.get<OperatorRestorations>('/operator/restorations')).body;
  const change = (body: object) =>
    operator.post('/operator/restorations/changes', { kind: 'broadcasts', change: 'release', ...body });
  expect((await read()).held).toEqual([{ organization: slug, messages: 0, broadcasts: 3, runs: 0 }]);
  expect((await change({ dry_run: true })).body).toMatchObject({ count: 3, is_more: false });
  expect((await change({ dry_run: true, kind: 'runs' })).body).toMatchObject({ count: 0 });
  expect((await change({ dry_run: false, organization: slug })).body).toMatchObject({
    count: 3,
    is_more: false,
  });
  expect((await read()).held).toEqual([]);
  expect((await change({ dry_run: true, organization: 'nowhere' })).refusal).toBe('422 validation_error');
  expect(
    (await operator.post<OperatorRestorations>('/operator/restorations')).body.restorations,
  ).toMatchObject([{ reason: 'operator', held_at: null }]);
  expect((await operator.post('/operator/restorations')).refusal).toBe('422 validation_error');
  const { rows: entries } = await pool.query(
    `SELECT actor_name FROM audit_entries WHERE action = 'restoration.declare'`,
  );
  expect(entries).toEqual([{ actor_name: user.email }]);
});

it('cancels held runs of one organization, not those of another', async () => {
  const { pool } = api.context;
  const [one, other] = [await createTenant(pool), await createTenant(pool)];
  await pool.query(
    `UPDATE automation_runs SET held_at = now(), status = 'running', finished_at = NULL WHERE organization_id = ANY($1)`,
    [[one.organizationId, other.organizationId]],
  );
  const cancel = (dry_run: boolean) =>
    operator.post('/operator/restorations/changes', {
      ...{ kind: 'runs', change: 'cancel', organization: one.organizationId, dry_run },
    });
  expect((await cancel(true)).body).toMatchObject({ count: 1 });
  expect((await cancel(false)).body).toMatchObject({ count: 1, is_more: false });
  const { rows } = await pool.query(
    `SELECT organization_id, status, held_at IS NULL AS "isReleased" FROM automation_runs
      WHERE organization_id = ANY($1) ORDER BY organization_id`,
    [[one.organizationId, other.organizationId]],
  );
  expect(rows).toEqual([
    { organization_id: one.organizationId, status: 'canceled', isReleased: true },
    { organization_id: other.organizationId, status: 'running', isReleased: false },
  ]);
});
