import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { createOperator, useOperator } from '../test/run-operator';

const operator = useOperator();

it('refuses in a sentence, with an exit code, and as JSON when asked', async () => {
  const plain = await operator.run('organizations', 'show', 'unknown');
  expect(plain).toMatchObject({ exitCode: 1, stdout: '' });
  expect(plain.stderr).toBe('There is no organization with the id or slug unknown.\n');
  const reserved = await operator.run('--json', 'organizations', 'create', '--name', 'A', '--slug', 'admin');
  expect(JSON.parse(reserved.stderr)).toEqual({ error: { message: 'The slug admin is reserved.' } });
  expect((await operator.run('organizations', 'create', '--name', 'A', '--slug', 'A b')).stderr).toMatch(
    /^slug: /,
  );
});

it('shows queues and partitions, and runs retention', async () => {
  const queues = await operator.json<{ queue: string; dead: number }[]>('queues', 'list');
  expect(queues.map(({ queue }) => queue)).toContain('send.transactional');
  expect(await operator.json('queues', 'redrive', 'send.bulk')).toEqual({ queue: 'send.bulk', redriven: 0 });
  expect(await operator.json('queues', 'discard', 'send.bulk')).toEqual({ queue: 'send.bulk', discarded: 0 });
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

it('names the setting that is missing', async () => {
  const bare = createOperator({
    ...operator.context,
    settings: { DATABASE_URL: '', REDIS_URL: '', AMQP_URL: '' },
  });
  const { exitCode, stderr } = await bare.run('organizations', 'list');
  expect(exitCode).toBe(78);
  expect(stderr).toContain('DATABASE_URL');
});

/** Files of the modules that a command has loaded by its end, in a process of its own. */
async function loadedModules(...args: readonly string[]): Promise<readonly string[]> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  const print = 'process.stderr.write(JSON.stringify(Object.keys(require.cache)))';
  const script = `process.on('exit', () => ${print}); require(${JSON.stringify(main)})`;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--eval', script, '--', '--json', ...args],
    {
      env: operator.context.settings,
    },
  );
  return JSON.parse(stderr) as string[];
}

it('loads only what a command needs, and so starts quickly', async () => {
  const loaded = await loadedModules('organizations', 'list');
  expect(loaded.filter((file) => /packages\/operator\/dist\/organizations/.test(file))).not.toEqual([]);
  const unused =
    /packages\/operator\/dist\/(keys|messages)\/|node_modules\/(bullmq|ioredis|amqplib|@prisma|nodemailer)\//;
  expect(loaded.filter((file) => unused.test(file))).toEqual([]);
});
