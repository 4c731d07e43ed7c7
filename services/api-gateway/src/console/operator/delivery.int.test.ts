import type { OperatorSource, OperatorTransport, OperatorTransports } from '@postrider/contracts/console';
import { transportStateKey } from '@postrider/contracts/transports';
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

it('adds a source address once, in one form of it', async () => {
  const add = (body: object) =>
    operator.post('/operator/sources', { hello_name: 'out3.mail.test', pool: 'added', ...body });
  const added = await add({ address: '2a00:1:0:0::25', hello_name: 'Out3.mail.test.', warm_up: true });
  expect(added.body).toEqual({ object: 'source_added', address: '2a00:1::25', is_public: true });
  expect((await add({ address: '10.0.0.9' })).body).toMatchObject({ is_public: false });
  const { body } = await operator.get<{ sources: OperatorSource[] }>('/operator/sources');
  expect(body.sources.find(({ address }) => address === '2a00:1::25')).toMatchObject({
    ...{ hello_name: 'out3.mail.test', pool: 'added', status: 'active', warm_up_today: 0 },
  });
  for (const [wrong, message] of [
    [{ address: '2a00:1::25' }, 'address: already exists'],
    [{ address: '1.2.3' }, 'address: must be an IPv4 or IPv6 address'],
    [
      { address: '9.9.9.9', bind_address: '2a00:1::26' },
      'bind_address: must be of the same family as the address',
    ],
    [{ address: '9.9.9.9', hello_name: 'out 1' }, 'hello_name: must be a host name'],
    [{ address: '9.9.9.9', pool: 'No Pool' }, 'pool: must consist of lowercase letters, digits and hyphens'],
  ] as const) {
    expect(await add(wrong)).toMatchObject({ status: 422, body: { error: { message } } });
  }
  expect(await audited('source')).toContain('source.add 2a00:1::25 olga');
});

it('sets up a smart host and a provider, keeps their secrets sealed, and removes what is not used', async () => {
  const { pool } = api.context;
  const set = (name: string, body: object) => operator.send('PUT', `/operator/transports/${name}`, { body });
  const find = async (name: string) => {
    const { body } = await operator.get<OperatorTransports>('/operator/transports');
    expect(JSON.stringify(body)).not.toContain('hunter2');
    return body.transports.find((each) => each.name === name);
  };
  const options = {
    host: 'relay.test',
    port: 587,
    tls: 'required',
    user: 'u',
    final: false,
    connections: 20,
  };
  const smtp = { kind: 'smtp', options, secret: 'hunter2', fallback: 'mx' };
  expect(await set('office', smtp)).toMatchObject({ status: 200, body: { name: 'office' } });
  const stored = async () =>
    (await pool.query<{ secret: string }>(`SELECT secret FROM transports WHERE name = 'office'`)).rows[0]
      ?.secret;
  const secret = await stored();
  expect(secret).not.toContain('hunter2');
  await set('office', { ...smtp, secret: undefined, options: { ...options, port: 25 } });
  expect(await stored()).toBe(secret);
  expect(await find('office')).toMatchObject({
    kind: 'smtp',
    options: { port: 25 },
    has_secret: true,
    fallback: 'mx',
  });
  await set('eu', { kind: 'ses', options: { regions: ['eu-west-1'] }, fallback: 'office' });
  expect(await find('eu')).toMatchObject({
    options: { regions: ['eu-west-1'], accessKeyId: null },
    has_secret: false,
  });
  await set('ses', { kind: 'ses', fallback: 'mx' });
  expect(await find('ses')).toMatchObject({ given_by: 'settings', fallback: 'mx' });

  for (const [name, body, message] of [
    ['office', { kind: 'pigeon' }, 'kind: must be one of mx, smtp'],
    ['office', { ...smtp, options: { ...options, port: 0 } }, 'options.port: must be'],
    ['office', { ...smtp, options: {} }, 'options.host: required'],
    ['office', { ...smtp, fallback: 'office' }, 'fallback: cannot be the transport itself'],
    ['office', { ...smtp, fallback: 'nowhere' }, 'fallback: there is no transport nowhere'],
    ['Office!', smtp, 'name: must be lowercase letters'],
    ['smtp', smtp, 'name: smtp is defined by settings'],
    [
      'office',
      { ...smtp, secret: undefined, options: { ...options, host: 'evil.test' } },
      'secret: is required',
    ],
    ['office', { kind: 'mailgun', options: { domain: 'mg.test' } }, 'secret: is required'],
  ] as const) {
    const answer = await set(name, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(message) } },
    });
  }
  const remove = (name: string) => operator.send('DELETE', `/operator/transports/${name}`);
  expect(await remove('office')).toMatchObject({
    ...{ status: 422, body: { error: { message: 'name: is still used by fallback of eu' } } },
  });
  expect(await remove('eu')).toMatchObject({ status: 204 });
  expect(await remove('office')).toMatchObject({ status: 204 });
  expect(await remove('office')).toMatchObject({ refusal: '404 not_found' });
  expect(await audited('transport')).toEqual([
    ...['transport.set office olga', 'transport.set office olga', 'transport.set eu olga'],
    ...['transport.set ses olga', 'transport.remove eu olga', 'transport.remove office olga'],
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
  expect((await audited('transport')).slice(-4)).toEqual([
    'transport.resume relay olga',
    'transport.resume ses olga',
    'transport.disable mx olga',
    'transport.enable mx olga',
  ]);
});
