import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually, freePort } from '@postrider/testkit';
import { Redis } from 'ioredis';
import { startMortalProxy } from './mortal-proxy';

const timeoutMs = 60_000;

/** A replica of a local Redis, on a port of its own. */
export interface RedisReplica {
  readonly port: number;
  /** It gets nothing more: what is written from now on is lost with its primary. */
  cutOff(): Promise<void>;
  promote(): Promise<void>;
  delete(): Promise<void>;
}

/** Returns when it has all that its primary has. */
export async function startRedisReplica(primaryUrl: string): Promise<RedisReplica> {
  const link = await startMortalProxy(Number(new URL(primaryUrl).port));
  const data = await fs.mkdtemp(path.join(os.tmpdir(), 'postrider-replica-'));
  const port = await freePort();
  const settings = [
    ['port', String(port)],
    ['bind', '127.0.0.1'],
    ['dir', data],
    ['replicaof', '127.0.0.1', String(link.port)],
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', 'yes'],
    ['save', ''],
    ['databases', '64'],
  ];
  const args = settings.flatMap(([name, ...values]) => [`--${name}`, ...values]);
  const server = spawn(await programOf(primaryUrl), args, { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const client = new Redis({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  const replica: RedisReplica = {
    port,
    cutOff: async () => {
      await link.die();
    },
    promote: async () => {
      await client.replicaof('NO', 'ONE');
    },
    delete: async () => {
      client.disconnect();
      server.kill('SIGKILL');
      await exited;
      await link.close();
      await fs.rm(data, { recursive: true, force: true });
    },
  };
  try {
    await eventually(async () => (await client.info('replication')).includes('master_link_status:up'), {
      timeoutMs,
      what: 'a replica that follows',
    });
    return replica;
  } catch (error) {
    await replica.delete();
    throw error;
  }
}

async function programOf(url: string): Promise<string> {
  const client = new Redis(url);
  try {
    return /^executable:(.*?)\r?$/m.exec(await client.info('server'))?.[1] ?? 'redis-server';
  } finally {
    client.disconnect();
  }
}
