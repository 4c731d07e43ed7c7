import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts';
import { createRedis } from '@postrider/messaging';
import { linkSecretProof, proveSecrets } from '@postrider/db';
import { createLogger, createSecretBox } from '@postrider/runtime';
import { quotaCounters } from '@postrider/admission';
import {
  createDomain,
  createMessage,
  createOrganization,
  createTestContext,
  type TestContext,
  eventually,
} from '@postrider/testkit';
import { createOperator } from '../test/run-operator';

// Every command is a process of its own, which takes a second or more to start.
jest.setTimeout(120_000);

let context: TestContext;
let operator: ReturnType<typeof createOperator>;
const oldKey = randomBytes(32);
const newKey = randomBytes(32);

beforeAll(async () => {
  context = await createTestContext();
  operator = createOperator(context, {
    MASTER_KEY: newKey.toString('base64'),
    MASTER_KEYS_PREVIOUS: oldKey.toString('base64'),
  });
});
afterAll(() => context.close());

const rowOf = async <T>(text: string, values: unknown[]): Promise<T | undefined> =>
  (await context.pool.query<T & object>(text, values)).rows[0];

it('brings an organization into being, with its first admin key, and writes down who did it', async () => {
  const created = await operator.json<{ id: string; slug: string }>(
    ...[
      'organizations',
      'create',
      '--name',
      'Acme Inc',
      '--slug',
      'acme',
      '--kind',
      'client',
      '--plan',
      'starter',
    ],
  );
  const key = await operator.json<{ id: string; token: string }>('keys', 'create', 'acme');
  expect(key.token).toMatch(/^pr_live_/);
  expect(await operator.json('organizations', 'show', created.id)).toMatchObject({
    slug: 'acme',
    kind: 'client',
    plan: 'starter',
    keys: 1,
  });
  const { rows } = await context.pool.query<{ action: string; actor_name: string }>(
    'SELECT action, actor_name FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [created.id],
  );
  expect(rows).toEqual([
    { action: 'org.create', actor_name: 'olga' },
    { action: 'api_key.create', actor_name: 'olga' },
  ]);
  const stored = await rowOf<{ dump: string }>(
    `SELECT row_to_json(k)::text || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_entries a) AS dump
       FROM api_keys k WHERE id = $1`,
    [key.id],
  );
  expect(stored?.dump).not.toContain(key.token);
  expect(await rowOf('SELECT count(*) FROM alert_rules WHERE organization_id = $1', [created.id])).toEqual({
    count: '4',
  });
});

it('refuses in a sentence, with an exit code, and as JSON when asked', async () => {
  const plain = await operator.run('organizations', 'show', 'nobody');
  expect(plain).toMatchObject({ exitCode: 1, stdout: '' });
  expect(plain.stderr).toBe('No organization has the id or slug nobody.\n');
  const reserved = await operator.run('--json', 'organizations', 'create', '--name', 'A', '--slug', 'admin');
  expect(JSON.parse(reserved.stderr)).toEqual({ error: { message: 'The slug admin is reserved.' } });
  expect((await operator.run('organizations', 'create', '--name', 'A', '--slug', 'A b')).stderr).toMatch(
    /^slug: /,
  );
});

it('changes plan and pauses, and tells the gateways', async () => {
  const { id } = await createOrganization(context.pool, { slug: 'paused' });
  await operator.json('organizations', 'set-plan', 'paused', 'scale');
  await operator.json('organizations', 'pause', id, '--reason', 'too many bounces');
  expect(await operator.json('organizations', 'show', 'paused')).toMatchObject({
    plan: 'scale',
    sending_paused_reason: 'too many bounces',
  });
  const resumed = await operator.json('organizations', 'resume', id);
  expect(resumed).toMatchObject({ sending_paused_at: null, sending_paused_reason: null });
  const entry = await rowOf<{ before: object; after: object }>(
    `SELECT before, after FROM audit_entries WHERE organization_id = $1 AND action = 'org.set_plan'`,
    [id],
  );
  expect(entry).toEqual({ before: { plan: 'internal' }, after: { plan: 'scale' } });
});

it('has the quota counted again under the plan that it changes to', async () => {
  const { id } = await createOrganization(context.pool, { slug: 'back-to-free' });
  const log = createLogger({ name: 'operator test', level: 'silent' });
  const redis = createRedis({ url: context.redisUrl, name: 'operator test', log });
  await eventually(() => redis.status === 'ready');
  const { monthKey } = quotaCounters(id, 'free', new Date());
  await redis.set(monthKey, 7);
  await operator.json('organizations', 'set-plan', id, 'free');
  expect(await redis.exists(monthKey)).toBe(0);
  await redis.quit();
});

it('closes what an outage left unconfirmed, with events, and nothing else', async () => {
  const { id: organizationId } = await createOrganization(context.pool, { slug: 'outage' });
  const createdAt = new Date(Date.now() - 3_600_000);
  const close = async (status: 'unconfirmed' | 'delivered'): Promise<string> => {
    const message = await createMessage(context.pool, { organizationId, status, createdAt });
    await context.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       VALUES ($1, 0, $2, 'jane@example.com', 'jane@example.com', 'to', $3, now())`,
      [message.id, organizationId, status],
    );
    return message.id;
  };
  const [lost, fine] = [await close('unconfirmed'), await close('delivered')];
  const window = [
    '--organization',
    'outage',
    '--since',
    new Date(createdAt.getTime() - 1_000).toISOString(),
    '--until',
    new Date().toISOString(),
  ];
  expect(await operator.json('unconfirmed', 'list', ...window)).toEqual([
    { organization: 'outage', day: createdAt.toISOString().slice(0, 10), messages: 1 },
  ]);
  await context.pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, result, transport)
     VALUES ($1, 0, 1, $1, 'ses:eu-west-1', now(), 'accepted', 'ses')`,
    [lost],
  );
  expect(await operator.json('unconfirmed', 'list', ...window, '--transport', 'relay')).toEqual([]);
  expect(await operator.json('unconfirmed', 'list', ...window, '--provider', 'google')).toEqual([]);
  const byTransport = [...window, '--transport', 'ses'];
  expect(await operator.json('unconfirmed', 'close', '--as', 'delivered', ...byTransport)).toEqual({
    closed: 1,
    as: 'delivered',
  });
  expect(await operator.json('unconfirmed', 'close', '--as', 'failed', ...window)).toMatchObject({
    closed: 0,
  });
  expect(await rowOf('SELECT status FROM messages WHERE id = $1', [lost])).toEqual({ status: 'delivered' });
  const { rows } = await context.pool.query(
    'SELECT message_id, type, detail FROM email_events WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ message_id: lost, type: 'delivered', detail: 'closed by the operator' }]);
  expect(fine).not.toBe(lost);
});

it('seals every secret again under a new master key, and can be repeated', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const domain = await createDomain(context.pool, { organizationId });
  const before = createSecretBox({ masterKey: oldKey });
  const keyId = newId();
  await context.pool.query('DELETE FROM dkim_keys');
  await context.pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key)
     VALUES ($1, $2, 'old', 'rsa-2048', 'x', $3)`,
    [keyId, domain.id, before.seal('a private key', keyId)],
  );
  const first = await operator.json<object[]>('secrets', 'reseal');
  expect(first).toContainEqual({ secret: 'dkim_keys.private_key', resealed: 1, current: 0 });
  const stored = await rowOf<{ private_key: string }>('SELECT private_key FROM dkim_keys WHERE id = $1', [
    keyId,
  ]);
  expect(createSecretBox({ masterKey: newKey }).open(stored?.private_key ?? '', keyId)).toBe('a private key');
  expect(await operator.json('secrets', 'reseal')).toContainEqual({
    secret: 'dkim_keys.private_key',
    resealed: 0,
    current: 1,
  });
});

describe('secrets', () => {
  const operatorWith = (settings: Record<string, string>) =>
    createOperator(context, {
      LINK_SECRET: oldKey.toString('base64'),
      RETURN_PATH_SECRET: 'a secret of return paths',
      ...settings,
    });
  const states = async (by: ReturnType<typeof createOperator>) =>
    Object.fromEntries(
      (await by.json<{ secret: string; state: string }[]>('secrets', 'check')).map(({ secret, state }) => [
        secret,
        state,
      ]),
    );

  it('come under a new master key in three steps, after which the old one starts nothing', async () => {
    await context.pool.query('DELETE FROM secret_proofs; DELETE FROM dkim_keys');
    const before = createSecretBox({ masterKey: oldKey });
    await proveSecrets(context.pool, { secretBox: before });
    const rotating = operatorWith({
      MASTER_KEY: newKey.toString('base64'),
      MASTER_KEYS_PREVIOUS: oldKey.toString('base64'),
    });
    expect(await states(rotating)).toMatchObject({
      MASTER_KEY: 'right, by a previous one: not accepted or resealed yet',
      LINK_SECRET: 'no service has started with one yet',
    });
    await rotating.json('secrets', 'reseal');
    await expect(proveSecrets(context.pool, { secretBox: before })).rejects.toThrow('MASTER_KEY');
    expect(await states(operatorWith({ MASTER_KEY: newKey.toString('base64') }))).toMatchObject({
      MASTER_KEY: 'right',
    });
  });

  it('are not sealed again with a key that is not the one before', async () => {
    const mistaken = operatorWith({ MASTER_KEY: randomBytes(32).toString('base64') });
    const { exitCode, stderr } = await mistaken.run('secrets', 'reseal');
    expect([exitCode, stderr]).toEqual([
      78,
      'MASTER_KEY: is not the key that the secrets in this database are sealed with, nor is one of MASTER_KEYS_PREVIOUS\n',
    ]);
  });

  it('that were changed on purpose are accepted; a master key only when it is said that what it sealed is lost', async () => {
    await proveSecrets(context.pool, { others: [linkSecretProof(newKey, [])] });
    const changed = operatorWith({ MASTER_KEY: newKey.toString('base64') });
    expect(await states(changed)).toMatchObject({ LINK_SECRET: 'not the one of this database' });
    await changed.json('secrets', 'accept', 'LINK_SECRET');
    await changed.json('secrets', 'accept', 'RETURN_PATH_SECRET');
    expect(await states(changed)).toMatchObject({ LINK_SECRET: 'right', RETURN_PATH_SECRET: 'right' });

    const { id: organizationId } = await createOrganization(context.pool);
    const masterKey = newKey.toString('base64');
    const domain = await createDomain(context.pool, { organizationId, masterKey });
    const stranger = operatorWith({ MASTER_KEY: oldKey.toString('base64') });
    const { exitCode, stderr } = await stranger.run('secrets', 'accept', 'MASTER_KEY');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('MASTER_KEYS_PREVIOUS')]);
    await stranger.json('secrets', 'accept', 'MASTER_KEY', '--although-sealed-secrets-are-lost');
    const { rows } = await context.pool.query<{ id: string }>(
      'SELECT id FROM dkim_keys WHERE domain_id = $1',
      [domain.id],
    );
    expect(await states(stranger)).toMatchObject({
      MASTER_KEY: 'right',
      [`dkim_keys.private_key of ${rows[0]?.id}`]: 'does not open',
    });
  });
});

it('sets what only the platform decides about a domain', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { name } = await createDomain(context.pool, { organizationId });
  await operator.json('domains', 'set-daily-cap', name, '500');
  await operator.json('domains', 'warm-up', name, 'start');
  const columns = 'daily_cap, warm_up_started_at IS NOT NULL AS warms_up';
  const read = () => rowOf(`SELECT ${columns} FROM domains WHERE name = $1`, [name]);
  expect(await read()).toEqual({ daily_cap: 500, warms_up: true });
  await operator.json('domains', 'set-daily-cap', name, 'none');
  await operator.json('domains', 'warm-up', name, 'end');
  expect(await read()).toEqual({ daily_cap: null, warms_up: false });
});

it('asks for new signing keys, of one domain or of those whose keys are old, and shows them', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { id, name } = await createDomain(context.pool, { organizationId });
  await createDomain(context.pool, { organizationId, status: 'pending' });
  const isAsked = () =>
    rowOf('SELECT key_rotation_requested_at IS NOT NULL AS asked FROM domains WHERE id = $1', [id]);
  expect(await operator.json('domains', 'show', name)).toMatchObject([{ selector: 'pr1', state: 'signs' }]);
  await operator.json('domains', 'rotate-keys', '--older-than', '180d');
  expect(await isAsked()).toEqual({ asked: false });
  await context.pool.query(
    `UPDATE dkim_keys SET created_at = now() - interval '200 days' WHERE domain_id = $1`,
    [id],
  );
  expect(await operator.json('domains', 'rotate-keys', '--older-than', '180d')).toEqual([
    { domain: name, keys: 'will be made' },
  ]);
  expect(await isAsked()).toEqual({ asked: true });
  expect(await operator.json('domains', 'rotate-keys', name)).toHaveLength(1);
  await context.pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key, active)
     VALUES (gen_random_uuid(), $1, 'pr2', 'rsa-2048', '', '', false)`,
    [id],
  );
  await expect(operator.json('domains', 'rotate-keys', name)).rejects.toThrow();
  expect(await operator.json('domains', 'list')).toContainEqual(
    expect.objectContaining({ name, waiting_keys: 'pr2' }),
  );
  expect(await operator.json('domains', 'rotate-keys', '--all')).not.toContainEqual(
    expect.objectContaining({ domain: name }),
  );
});

it('shows queues and partitions, and runs retention', async () => {
  const queues = await operator.json<{ queue: string; dead: number }[]>('queues', 'list');
  expect(queues.map(({ queue }) => queue)).toContain('send.transactional');
  expect(await operator.json('queues', 'redrive', 'send.bulk')).toEqual({ queue: 'send.bulk', redriven: 0 });
  const partitions = await operator.json<{ table: string }[]>('partitions', 'list');
  expect(partitions.some(({ table }) => table === 'messages')).toBe(true);
  // A week may have begun since the database was made.
  await operator.json('partitions', 'ensure');
  expect(await operator.json('partitions', 'ensure')).toEqual({ created: [] });
  expect(await operator.json('retention', 'run')).toMatchObject({ idempotency_keys_deleted: 0 });
});

it('drops weeks of mail that end before a time', async () => {
  const before = ['--before', '2020-01-06T00:00:00Z'];
  expect(await operator.json('retention', 'drop-mail', ...before)).toEqual({
    ...{ dropped: [], kept: [], reviewsDeleted: 0 },
  });
});

it('shows who gets no mail from an organization, and the files that said so', async () => {
  const { id: organizationId, slug } = await createOrganization(context.pool);
  for (const [email, reason] of [
    ['a@example.com', 'manual'],
    ['b@example.com', 'hard_bounce'],
  ]) {
    await context.pool.query(
      'INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, $4)',
      [newId(), organizationId, email, reason],
    );
  }
  await context.pool.query(
    `INSERT INTO imports (id, organization_id, api_key_id, kind, status, format, rows_read)
     VALUES ($1, $2, $1, 'suppressions', 'finished', 'plain', 2)`,
    [newId(), organizationId],
  );
  const list = (...filters: string[]) =>
    operator.json<{ email: string }[]>('suppressions', 'list', '--organization', slug, ...filters);
  expect((await list()).map(({ email }) => email)).toEqual(['b@example.com', 'a@example.com']);
  expect(await list('--reason', 'manual', '--email', 'A@example.com')).toMatchObject([
    { email: 'a@example.com' },
  ]);
  const imports = await operator.json('imports', 'list', '--organization', slug);
  expect(imports).toMatchObject([{ organization: slug, status: 'finished', rows_read: 2 }]);
});

it('names the setting that is missing', async () => {
  const bare = createOperator({ ...context, settings: { DATABASE_URL: '', REDIS_URL: '', AMQP_URL: '' } });
  const { exitCode, stderr } = await bare.run('organizations', 'list');
  expect(exitCode).toBe(78);
  expect(stderr).toContain('DATABASE_URL');
});
