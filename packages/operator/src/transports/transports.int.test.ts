import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transportStateKey } from '@postrider/contracts';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  createTestContext,
  testMasterKey,
  type TestContext,
} from '@postrider/testkit';
import { createOperator } from '../../test/run-operator';

// Every command is a process of its own, which takes a second or more to start.
jest.setTimeout(120_000);

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
  });
  await writeFile(passwordFile, `${password}\n`);
});
afterAll(async () => {
  redis.disconnect();
  await context.close();
});

const transports = (...args: string[]) => operator.run('transports', ...args);

it('a smart host is made, shown without its password, disabled, and removed once nobody names it', async () => {
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
    'There is no transport nowhere: transports list shows them.\n',
  );
  expect(await operator.run('domains', 'set-transport', name, 'relay')).toMatchObject({ exitCode: 0 });
  expect((await transports('remove', 'relay')).stderr).toBe(`relay is still named by domain ${name}.\n`);
  expect((await transports('disable', 'relay')).stdout).toMatch(/disabled_at +\d{4}-/);
  await operator.run('domains', 'set-transport', name, 'mx');
  expect(await transports('remove', 'relay')).toMatchObject({ exitCode: 0 });
});

it('refuses what cannot be a transport, and says which option', async () => {
  expect((await transports('set', 'x')).stderr).toBe('A transport needs --kind.\n');
  expect((await transports('set', 'x', '--kind', 'smtp')).stderr).toContain('host');
  expect((await transports('set', 'x', '--kind', 'ses', '--region', 'moon')).stderr).toContain('region');
  expect((await transports('set', 'smtp', '--host', 'relay.test')).stderr).toContain('given by settings');
  expect((await transports('set', 'mx', '--fallback', 'mx')).stderr).toContain(
    'cannot take over from itself',
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
  // What nobody has used yet is not unknown.
  for (const unused of ['mx', 'sendgrid']) {
    expect(list.find(({ name }) => name === unused)?.state).toBe('up');
  }
});
