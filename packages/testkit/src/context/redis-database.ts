import { Redis } from 'ioredis';

/** Longer than any test file; frees the number when its holder was killed. */
const leaseSeconds = 1_800;

export interface RedisDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/** Leases one of the server's numbered databases, emptied. Database 0 keeps the leases. */
export async function leaseRedisDatabase(redisUrl: string): Promise<RedisDatabase> {
  const client = new Redis(redisUrl, { maxRetriesPerRequest: 2 });
  try {
    const number = await claimNumber(client);
    await client.select(number);
    await client.flushdb();
    const url = new URL(redisUrl);
    url.pathname = `/${number}`;
    return { url: url.toString(), release: () => release(redisUrl, number) };
  } finally {
    client.disconnect();
  }
}

async function claimNumber(client: Redis): Promise<number> {
  const [, count = '16'] = await client.config('GET', 'databases');
  for (let number = 1; number < Number(count); number += 1) {
    const key = leaseKey(number);
    if (await client.set(key, process.pid, 'EX', leaseSeconds, 'NX')) return number;
    if (!holderLives(Number(await client.get(key)))) {
      await client.set(key, process.pid, 'EX', leaseSeconds);
      return number;
    }
  }
  throw new Error(`all ${count} Redis databases are leased to running tests`);
}

async function release(redisUrl: string, number: number): Promise<void> {
  const client = new Redis(redisUrl, { maxRetriesPerRequest: 2 });
  try {
    await client.select(number);
    await client.flushdb();
    await client.select(0);
    await client.del(leaseKey(number));
  } finally {
    client.disconnect();
  }
}

function leaseKey(number: number): string {
  return `testkit:database:${number}`;
}

function holderLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
