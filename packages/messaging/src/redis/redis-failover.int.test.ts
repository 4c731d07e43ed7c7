import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@postrider/runtime';
import { eventually, freePort } from '@postrider/testkit';
import { Redis } from 'ioredis';
import { startLink } from '../../test/start-link';
import { createRedis, type RedisClient } from './redis-client';

const log = createLogger({ name: 'test', level: 'silent' });

interface Server {
  readonly port: number;
  readonly url: string;
  kill(): Promise<void>;
}

let folder: string;
let servers: Server[];
let clients: RedisClient[];

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'redis-failover-'));
  [servers, clients] = [[], []];
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await Promise.all(servers.map((server) => server.kill()));
  await fs.rm(folder, { recursive: true, force: true });
});

async function startServer(...settings: string[]): Promise<Server> {
  const port = await freePort();
  const dir = path.join(folder, String(port));
  await fs.mkdir(dir);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...settings];
  const server: ChildProcess = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const started = {
    ...{ port, url: `redis://127.0.0.1:${port}` },
    kill: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
  servers.push(started);
  const client = direct(started.url);
  await eventually(() => client.ping().then(() => true));
  return started;
}

function direct(url: string): Redis {
  const client = new Redis(url);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

function connect(url: string): RedisClient {
  const client = createRedis({ url, name: 'test', log });
  clients.push(client);
  return client;
}

test('behind one address, a primary that was demoted is left for the one that took over', async () => {
  const [former, next] = [await startServer(), await startServer()];
  const link = await startLink(former.url);
  try {
    const client = connect(link.url);
    await eventually(() => client.set('key', 'before').then(() => true));
    link.leadTo(next.url);
    // Its connections stay open: it only answers that it is read-only.
    await direct(former.url).replicaof('127.0.0.1', next.port);
    await eventually(() => client.set('key', 'after').then(() => true));
    expect(await direct(next.url).get('key')).toBe('after');
  } finally {
    await link.close();
  }
});

test('in a cluster, the replica of a primary that is gone takes over', async () => {
  for (let started = 0; started < 6; started += 1) {
    const bus = String(await freePort());
    await startServer('--cluster-enabled', 'yes', '--cluster-node-timeout', '1000', '--cluster-port', bus);
  }
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
  const form = ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes'];
  await promisify(execFile)('redis-cli', form, { timeout: 60_000 });
  await eventually(async () => {
    const states = await Promise.all(servers.map(({ url }) => direct(url).info('replication')));
    return states.filter((state) => state.includes('master_link_status:up')).length === 3;
  });

  const client = connect(`redis-cluster://${hosts.join(',')}`);
  await eventually(() => client.set('key', 'before').then(() => true));
  const roles = await Promise.all(
    servers.map(({ url }) =>
      direct(url)
        .get('key')
        .then(
          () => 'owner',
          () => 'other',
        ),
    ),
  );
  const owner = servers[roles.indexOf('owner')];
  await owner?.kill();
  await eventually(() => client.set('key', 'after').then(() => true), { timeoutMs: 60_000 });
  await eventually(async () => (await client.get('key')) === 'after');
});
