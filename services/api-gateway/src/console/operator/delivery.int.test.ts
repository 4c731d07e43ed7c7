import { transportStateKey, type OperatorSource, type OperatorTransport } from '@postrider/contracts';
import { createDomain, createOrganization, createUser, eventually } from '@postrider/testkit';
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

async function audited(type: string): Promise<readonly string[]> {
  const { rows } = await api.context.pool.query<{ entry: string }>(
    `SELECT action || ' ' || target_id || ' ' || actor_name AS entry FROM audit_entries
      WHERE target_type = $1 AND organization_id IS NULL ORDER BY id`,
    [type],
  );
  return rows.map(({ entry }) => entry.replace(user.email, 'olga'));
}

it('shows source addresses with their PTR check and warm-up, and changes them', async () => {
  const { pool } = api.context;
  await pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, reverse_name_checked_at, reverse_name_error)
     VALUES (gen_random_uuid(), '192.0.2.1', 'out1.test', 'vip', now(), 'no PTR record'),
       (gen_random_uuid(), '2001:db8::2', 'out2.test', 'vip', now(), NULL)`,
  );
  const list = async () =>
    (await operator.get<{ sources: OperatorSource[] }>('/operator/sources')).body.sources;
  const change = (address: string, what: string) =>
    operator.post('/operator/sources/change', { address, change: what });
  expect(await list()).toMatchObject([
    { address: '192.0.2.1', status: 'active', reverse_dns: 'wrong', reverse_dns_error: 'no PTR record' },
    { address: '2001:db8::2', status: 'active', reverse_dns: 'ok', warm_up_today: null },
  ]);
  expect((await change('2001:db8::2', 'start_warm_up')).body).toMatchObject({ pool_active: 2 });
  expect((await change('2001:db8::2', 'pause')).body).toMatchObject({ pool_active: 1 });
  expect(await list()).toMatchObject([
    {},
    { status: 'draining', warm_up_today: 0, warm_up_started_at: expect.any(String) },
  ]);
  expect((await change('192.0.2.1', 'remove')).body).toMatchObject({ pool_active: null });

  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  await pool.query(`UPDATE domains SET source_pool = 'vip' WHERE id = $1`, [domainId]);
  expect(await change('2001:db8::2', 'remove')).toMatchObject({ refusal: '422 validation_error' });
  expect(await change('192.0.2.1', 'pause')).toMatchObject({ refusal: '404 not_found' });
  expect(await audited('source')).toEqual([
    'source.start_warm_up 2001:db8::2 olga',
    'source.pause 2001:db8::2 olga',
    'source.remove 192.0.2.1 olga',
  ]);
});

it('shows what failed at a transport, and resumes, disables and enables it', async () => {
  const { pool } = api.context;
  const redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
  const now = Date.now();
  const out = {
    ...{ state: 'out', failures: 5, failedAt: now, reason: 'account suspended', cause: 'blocked' },
    ...{ since: now, probeAt: now + 60_000, probeUntil: now + 120_000, coolDownMs: 60_000, successes: 0 },
  };
  await redis.set(transportStateKey('relay'), JSON.stringify(out));
  await redis.set(transportStateKey('ses@eu-west-1'), JSON.stringify(out));
  // Workers have used the region.
  await redis.zadd('postrider:{sites}:index', now, 'ses@eu-west-1');
  await redis.quit();
  await pool.query(
    `INSERT INTO transports (name, kind, options, secret, fallback, updated_at)
     VALUES ('relay', 'smtp', '{"host": "relay.test", "port": 587}', 'sealed', 'mx', now())`,
  );
  const find = async (name: string) => {
    const { body } = await operator.get<{ transports: OperatorTransport[] }>('/operator/transports');
    expect(JSON.stringify(body)).not.toContain('sealed');
    return body.transports.find((each) => each.name === name);
  };
  const change = (name: string, what: string) =>
    operator.post('/operator/transports/change', { name, change: what });
  const unit = { state: 'out', reason: 'account suspended', next_attempt_at: expect.any(String) };
  expect(await find('relay')).toMatchObject({
    ...{ kind: 'smtp', given_by: 'table', fallback: 'mx', state: 'out', units: [{ ...unit, name: 'relay' }] },
  });
  expect(await find('ses')).toMatchObject({ state: 'out', units: [{ ...unit, name: 'ses@eu-west-1' }] });
  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  await pool.query(`UPDATE domains SET transport = 'mx' WHERE id = $1`, [domainId]);
  expect(await find('mx')).toMatchObject({ given_by: 'settings', state: 'up', units: [], domains: 1 });

  expect((await change('relay', 'resume')).body).toMatchObject({ messages_due: 0, next: null });
  await change('ses', 'resume');
  await change('mx', 'disable');
  expect(await find('relay')).toMatchObject({ state: 'up', units: [] });
  expect(await find('ses')).toMatchObject({ state: 'up', units: [] });
  expect(await find('mx')).toMatchObject({ disabled_at: expect.any(String), domains: 1 });
  await change('mx', 'enable');
  expect(await find('mx')).toMatchObject({ disabled_at: null });
  expect(await change('unknown', 'resume')).toMatchObject({ refusal: '404 not_found' });
  expect(await change('unknown', 'disable')).toMatchObject({ refusal: '404 not_found' });
  expect(await audited('transport')).toEqual([
    'transport.resume relay olga',
    'transport.resume ses olga',
    'transport.disable mx olga',
    'transport.enable mx olga',
  ]);
});
