import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeSite } from '@postrider/throttling';
import { transportStateKey } from '@postrider/contracts/transports';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  createDomain,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  testMasterKey,
  type TestContext,
} from '@postrider/testkit';
import { createOperator } from '../../test/run-operator';

let context: TestContext;
let redis: RedisClient;
let operator: ReturnType<typeof createOperator>;
const password = 'correct horse';
const passwordFile = path.join(tmpdir(), `postrider-password-${process.pid}`);

beforeAll(async () => {
  context = await createTestContext();
  operator = createOperator(context, { MASTER_KEY: testMasterKey });
  redis = createRedis({
    url: context.redisUrl,
    name: 'transports test',
    log: createLogger({ name: 'transports test', level: 'silent' }),
    commandTimeoutMs: 60_000,
  });
  await eventually(() => redis.status === 'ready');
  await writeFile(passwordFile, `${password}\n`);
});
afterAll(async () => {
  redis.disconnect();
  await context.close();
});

const transports = (...args: string[]) => operator.run('transports', ...args);

it('a smart host is made, shown without its password, disabled, and removed once no domain uses it', async () => {
  const made = await transports(
    ...[
      'set',
      'relay',
      '--kind',
      'smtp',
      '--host',
      'relay.test',
      '--user',
      'u',
      '--password-file',
      passwordFile,
    ],
    ...['--fallback', 'mx'],
  );
  expect(made).toMatchObject({ exitCode: 0 });
  expect(made.stdout).toMatch(/"tls":"required".*"port":587/);
  expect(made.stdout).not.toContain(password);
  const { rows } = await context.pool.query<{ secret: string }>(`SELECT secret FROM transports`);
  expect(rows[0]?.secret).not.toContain(password);

  const { id: organizationId } = await createOrganization(context.pool);
  const { name } = await createDomain(context.pool, { organizationId });
  expect((await operator.run('domains', 'set-transport', name, 'nowhere')).stderr).toBe(
    'There is no transport nowhere. transports list shows all transports.\n',
  );
  expect(await operator.run('domains', 'set-transport', name, 'relay')).toMatchObject({ exitCode: 0 });
  expect((await transports('remove', 'relay')).stderr).toBe(`relay is still used by domain ${name}.\n`);
  expect((await transports('disable', 'relay')).stdout).toMatch(/disabled_at +\d{4}-/);
  await operator.run('domains', 'set-transport', name, 'mx');
  expect(await transports('remove', 'relay')).toMatchObject({ exitCode: 0 });
});

it('a transport of the settings loses its row, and so what was changed, although domains use it', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  await createDomain(context.pool, { organizationId });
  await transports('disable', 'smtp');
  expect((await transports('remove', 'smtp')).stdout).toContain('removed');
  const { rows } = await context.pool.query(`SELECT name FROM transports WHERE name = 'smtp'`);
  expect(rows).toEqual([]);
  expect((await transports('remove', 'smtp')).stderr).toContain('There is no transport smtp');
});

it('refuses what cannot be a transport, and says which option', async () => {
  expect((await transports('set', 'x')).stderr).toBe('--kind is required for a transport.\n');
  expect((await transports('set', 'x', '--kind', 'smtp')).stderr).toContain('host');
  expect((await transports('set', 'x', '--kind', 'ses', '--region', 'moon')).stderr).toContain('region');
  expect((await transports('set', 'smtp', '--host', 'relay.test')).stderr).toContain('defined by settings');
  expect((await transports('set', 'mx', '--fallback', 'mx')).stderr).toContain(
    'cannot be the transport itself',
  );
});

it('the list tells what is out, why, and when it is tried again', async () => {
  await transports('set', 'ses', '--fallback', 'smtp');
  const state = {
    ...{ state: 'out', failures: 3, failedAt: 0, reason: 'ECONNREFUSED', cause: 'outage', since: 0 },
    ...{ probeAt: 1_000, probeUntil: 0, coolDownMs: 30_000, successes: 0 },
  };
  await redis.set(transportStateKey('smtp'), JSON.stringify(state));
  const list = await operator.json<{ name: string; state: string; fallback: string | null }[]>(
    'transports',
    'list',
  );
  expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['mx', 'sendgrid', 'ses', 'smtp']));
  expect(list.find(({ name }) => name === 'ses')).toMatchObject({ fallback: 'smtp', state: 'up' });
  expect(list.find(({ name }) => name === 'smtp')?.state).toContain('outage: ECONNREFUSED');
  // An unused transport is not unknown.
  for (const unused of ['mx', 'sendgrid']) {
    expect(list.find(({ name }) => name === unused)?.state).toBe('up');
  }
});

describe('resume', () => {
  const out = (reason: string): string =>
    JSON.stringify({
      ...{ state: 'out', failures: 3, failedAt: 0, reason, cause: 'outage', since: 0 },
      ...{ probeAt: Date.now() + 600_000, probeUntil: 0, coolDownMs: 600_000, successes: 0 },
    });

  it('ends that a smart host is out, its back-off, and the wait of its mail, and of no other', async () => {
    await transports('set', 'relay', '--kind', 'smtp', '--host', 'relay.test', '--port', '2525');
    await redis.set(transportStateKey('relay'), out('ECONNREFUSED'));
    const normal = { connectionsMax: 5, perSecond: 100 };
    for (const site of ['relay.test:2525', 'google']) {
      await changeSite(redis, site, {
        change: {
          ...{ kind: 'fail', class: 'no_answer', reason: 'ECONNREFUSED', baseMs: 300_000, maxMs: 300_000 },
          ...{ less: 0, blocked: false },
        },
        normal,
        stepMs: 300_000,
      });
    }
    const { id: organizationId } = await createOrganization(context.pool);
    const [ours, other] = [
      await createDomain(context.pool, { organizationId }),
      await createDomain(context.pool, { organizationId }),
    ];
    await context.pool.query(`UPDATE domains SET transport = 'relay' WHERE id = $1`, [ours.id]);
    const deferred = await createDeferred(organizationId, ours.id);
    const scheduled = await createDeferred(organizationId, ours.id, { attempted: false });
    const another = await createDeferred(organizationId, other.id);

    expect(await operator.json('transports', 'resume', 'relay')).toMatchObject({
      ...{ name: 'relay', state: 'up', throttles_ended: 1, messages_due: 1 },
    });
    const { rows } = await context.pool.query<{ id: string }>(
      'SELECT id FROM messages WHERE due_at <= now() AND id = ANY($1::uuid[])',
      [[deferred, scheduled, another]],
    );
    expect(rows).toEqual([{ id: deferred }]);
    const sites = await operator.json<{ site: string }[]>('sites', 'list', '--suspended');
    expect(sites.map(({ site }) => site)).toEqual(['google']);
  });

  it('knows regions of Amazon SES that only workers have settings of, as the list does', async () => {
    await redis.set(transportStateKey('ses@eu-west-1'), out('account suspended'));
    const stateOf = async () =>
      (await operator.json<{ name: string; state: string }[]>('transports', 'list')).find(
        ({ name }) => name === 'ses',
      )?.state;
    expect(await stateOf()).toContain('ses@eu-west-1 down since');
    await operator.json('transports', 'resume', 'ses');
    expect(await stateOf()).toBe('up');
  });

  it('refuses a name that is no transport', async () => {
    expect(await transports('resume', 'nowhere')).toMatchObject({
      ...{ exitCode: 1, stderr: 'There is no transport nowhere. transports list shows all transports.\n' },
    });
  });
});

async function createDeferred(
  organizationId: string,
  domainId: string,
  { attempted = true }: { readonly attempted?: boolean } = {},
): Promise<string> {
  const { id } = await createMessage(context.pool, { organizationId });
  await context.pool.query(
    `UPDATE messages SET domain_id = $2, status = 'queued', due_at = now() + interval '1 hour',
       first_attempt_at = CASE WHEN $3 THEN now() END WHERE id = $1`,
    [id, domainId, attempted],
  );
  await context.pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, provider, updated_at)
     VALUES ($1, 0, $2, 'a@example.test', 'a@example.test', 'to', 'queued', 'no_answer: ECONNREFUSED', 'example.test', now())`,
    [id, organizationId],
  );
  return id;
}
