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
    const holder = await client.get(key);
    if (holder !== null && !holderLives(Number(holder)) && (await takeOver(client, key, holder)))
      return number;
  }
  throw new Error(`all ${count} Redis databases are leased to running tests`);
}

/** One of those who find the holder dead gets the number. */
async function takeOver(client: Redis, key: string, holder: string): Promise<boolean> {
  const script = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1`;
  return (await client.eval(script, 1, key, holder, process.pid, leaseSeconds)) === 1;
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
