import type { OperatorSite } from '@postrider/contracts/console';
import { changeSite } from '@postrider/throttling';
import { createDomain, createMessage, createOrganization, createUser, eventually } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';
import { connectTestRedis } from '../../../test/test-redis';

let api: TestApi;
let user: Awaited<ReturnType<typeof createUser>>;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

const list = async (query = ''): Promise<readonly OperatorSite[]> => {
  const { body } = await operator.get<{ sites: OperatorSite[]; redis_answers: boolean }>(
    `/operator/sites${query}`,
  );
  expect(body.redis_answers).toBe(true);
  return body.sites;
};

/** A message that was deferred by the site for half an hour. */
async function deferMail(site: string, lane: 'bulk' | 'transactional'): Promise<string> {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  const { id } = await createMessage(pool, { organizationId, domainId, status: 'queued', finalAt: null });
  await pool.query(
    `UPDATE messages SET lane = $2, due_at = now() + interval '30 minutes', first_attempt_at = now() WHERE id = $1`,
    [id, lane],
  );
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, provider, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', 'rate: 421', $3, now())`,
    [id, organizationId, site],
  );
  return id;
}

it('shows what throttles a site until when, and ends all of it', async () => {
  const { pool } = api.context;
  const normal = { connectionsMax: 20, perSecond: Infinity };
  const redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
  await changeSite(redis, 'yahoo from 192.0.2.7', {
    change: {
      ...{ kind: 'suspend', class: 'rate', reason: 'rate: 421 [TSS04]', rule: 'yahoo-tss04' },
      ...{ replies: 1, withinMs: 1, forMs: 7_200_000, connections: 1, perSecond: 1 },
    },
    ...{ normal, stepMs: 300_000 },
  });
  await redis.quit();
  expect(await list('?state=throttled')).toMatchObject([
    {
      ...{ site: 'yahoo', source: '192.0.2.7', state: 'suspended', reason: 'rate: 421 [TSS04]' },
      ...{ rule: 'yahoo-tss04', operator: null, suspended_until: expect.any(String) },
    },
  ]);

  const suspend = { site: 'yahoo', reason: 'their maintenance', minutes: 120 };
  const { body: suspended } = await operator.post<{ suspended_until: string }>(
    '/operator/sites/suspend',
    suspend,
  );
  expect(await list('?search=YAHOO')).toMatchObject([
    { operator: user.email, reason: 'their maintenance', suspended_until: suspended.suspended_until },
  ]);
  await operator.post('/operator/sites/suspend', { site: 'unused.test', reason: 'for good' });
  expect(await list()).toMatchObject([
    { site: 'unused.test', source: null, state: 'suspended', suspended_until: null, used_at: null },
    { site: 'yahoo' },
  ]);

  const waiting = [await deferMail('yahoo', 'transactional'), await deferMail('yahoo', 'bulk')];
  const other = await deferMail('google', 'bulk');
  expect((await operator.post('/operator/sites/resume', { site: 'yahoo' })).body).toMatchObject({
    ...{ suspensions_ended: 1, throttles_ended: 1, messages_due: 2, next: null },
  });
  const { rows: due } = await pool.query<{ id: string }>(
    'SELECT id FROM messages WHERE due_at <= now() AND id = ANY($1::uuid[]) ORDER BY id',
    [[...waiting, other]],
  );
  expect(due.map(({ id }) => id)).toEqual(waiting);
  expect((await list('?state=throttled')).map(({ site }) => site)).toEqual(['unused.test']);
});

it('going on with mail ends nothing again, and the audit log has who did what', async () => {
  const site = 'later.test';
  const id = await deferMail(site, 'bulk');
  await operator.post('/operator/sites/suspend', { site, source: '192.0.2.9', reason: 'broken' });
  const { body } = await operator.post<{ messages_due: number }>('/operator/sites/resume', {
    ...{ site, after: { lane: 'bulk', due_at: null } },
  });
  expect(body).toMatchObject({ suspensions_ended: 0, throttles_ended: 0, messages_due: 1, next: null });
  // What is behind the position was looked at before.
  await api.context.pool.query(`UPDATE messages SET due_at = now() + interval '1 minute' WHERE id = $1`, [
    id,
  ]);
  const after = { lane: 'bulk', due_at: new Date(Date.now() + 3_600_000).toISOString() };
  expect((await operator.post('/operator/sites/resume', { site, after })).body).toMatchObject({
    messages_due: 0,
  });
  expect(await list('?search=later')).toMatchObject([{ state: 'suspended', source: '192.0.2.9' }]);

  await operator.post('/operator/sites/resume', { site, source: '192.0.2.9' });
  const { rows } = await api.context.pool.query(
    `SELECT organization_id, actor_type, actor_name, action, after FROM audit_entries
      WHERE target_type = 'site' AND target_id = $1 ORDER BY id`,
    [site],
  );
  const by = { organization_id: null, actor_type: 'operator', actor_name: user.email };
  const source = '192.0.2.9';
  expect(rows).toEqual([
    { ...by, action: 'site.suspend', after: { source, reason: 'broken', until: null } },
    { ...by, action: 'site.resume', after: { source, suspensions_ended: 1 } },
  ]);
});

it('shows what operators have suspended while Redis does not answer', async () => {
  await operator.post('/operator/sites/suspend', { site: 'shown.test', reason: 'broken' });
  api.loseRedis();
  const { body } = await operator.get('/operator/sites?search=shown');
  expect(body).toMatchObject({ redis_answers: false, sites: [{ site: 'shown.test' }] });
});
