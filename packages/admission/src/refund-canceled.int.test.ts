import { newId } from '@postrider/contracts/ids';
import { ensurePartitions } from '@postrider/db';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createMetrics } from '@postrider/runtime';
import {
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  type MessageFixture,
  type TestContext,
} from '@postrider/testkit';
import { createAdmissionControl, type AdmissionControl } from './admission-control';
import type { AdmissionRequest } from './admission-request';
import { cacheVersionKey, quotaCounters } from './redis-keys';
import { createRebuildCounters } from './rebuild-counters';
import { readUsage } from './usage.repository';

const today = new Date();
/** The third of the month, noon: the day before and the day before that belong to the same one. */
const now = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 3, 12));
const yesterday = new Date(now.getTime() - 86_400_000);
const plan = 'free';
const log = createLogger({ name: 'refund test', level: 'silent' });
let context: TestContext;
let redis: RedisClient;
let admissionControl: AdmissionControl;

beforeAll(async () => {
  context = await createTestContext();
  await ensurePartitions(context.pool, { from: new Date(now.getTime() - 7 * 86_400_000) });
  redis = createRedis({ url: context.redisUrl, name: 'refund test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.status === 'ready');
  const clock = { now: () => now };
  admissionControl = createAdmissionControl({
    redis,
    pool: context.pool,
    clock,
    log,
    metrics: createMetrics(),
    rebuildDelayMs: 1,
  });
});
afterAll(async () => {
  await admissionControl.drain();
  await redis.quit();
  await context.close();
});

interface Party {
  readonly id: string;
  /** An accepted message that is still queued. */
  readonly queued: (recipients: number, createdAt?: Date) => Promise<MessageFixture>;
  /** While other things happen before and after its commit. */
  readonly cancel: (message: MessageFixture, recipients: number, meanwhile?: Meanwhile) => Promise<void>;
  /** Has counters rebuilt that are missing, as a send does that then finds no room. */
  readonly build: () => Promise<void>;
  readonly counted: () => Promise<readonly (string | null)[]>;
  /** Of day and month, as they are rebuilt. */
  readonly stored: () => Promise<{ readonly month: number; readonly day: number }>;
}
type Meanwhile = { readonly before?: () => Promise<unknown>; readonly after?: () => Promise<unknown> };

async function newParty(): Promise<Party> {
  const { id } = await createOrganization(context.pool, { plan });
  const { monthKey, dayKey } = quotaCounters(id, plan, now);
  let cacheVersion = '';
  const build = async (): Promise<void> => {
    const request: AdmissionRequest = {
      organizationId: id,
      keyId: newId(),
      plan,
      rateLimit: 0,
      sharesRate: true,
      cacheVersion,
      recipientCounts: [1_000_000],
    };
    const answer = await admissionControl.check(request);
    if (answer.state !== 'stale') return;
    cacheVersion = answer.cacheVersion;
    await build();
  };
  return {
    id,
    build,
    queued: (recipientCount, createdAt = now) =>
      createMessage(context.pool, {
        organizationId: id,
        status: 'queued',
        recipientCount,
        createdAt,
        finalAt: null,
      }),
    cancel: async (message, recipients, { before, after } = {}) => {
      const refund = await admissionControl.beginRefund({ id, plan });
      await before?.();
      await context.pool.query(
        `INSERT INTO usage_shards (organization_id, day, shard, recipients) VALUES ($1, $2, $3, $4)`,
        [id, message.createdAt.toISOString().slice(0, 10), newId(), -recipients],
      );
      await after?.();
      await refund({ createdAt: message.createdAt, recipients });
    },
    counted: () => redis.mget(monthKey, dayKey),
    stored: async () => {
      const { month, day } = await readUsage(context.pool, id, now);
      return { month: Number(month), day: Number(day) };
    },
  };
}

it('takes a canceled message off the counters that hold it', async () => {
  const party = await newParty();
  await party.queued(7);
  const message = await party.queued(10);
  await party.build();
  expect(await party.counted()).toEqual(['17', '17']);
  await party.cancel(message, 10);
  expect(await party.counted()).toEqual(['7', '7']);
  expect(await party.stored()).toEqual({ month: 7, day: 7 });
});

it('takes one of an earlier day off the month alone, also when that day has been summed up', async () => {
  const party = await newParty();
  await party.queued(7);
  const message = await party.queued(10, yesterday);
  await context.pool.query(
    `WITH moved AS (DELETE FROM usage_shards WHERE organization_id = $1 AND day = $2 RETURNING *)
     INSERT INTO usage_days (organization_id, day, recipients) SELECT organization_id, day, recipients FROM moved`,
    [party.id, yesterday.toISOString().slice(0, 10)],
  );
  await party.build();
  expect(await party.counted()).toEqual(['17', '7']);
  await party.cancel(message, 10);
  expect(await party.counted()).toEqual(['7', '7']);
  expect(await party.stored()).toEqual({ month: 7, day: 7 });
});

it('leaves this month alone when the message is of an earlier one', async () => {
  const party = await newParty();
  await party.queued(7);
  const message = await party.queued(10, new Date(now.getTime() - 5 * 86_400_000));
  await party.build();
  await party.cancel(message, 10);
  expect(await party.counted()).toEqual(['7', '7']);
  expect(await party.stored()).toEqual({ month: 7, day: 7 });
});

describe.each([
  ['were there before', true],
  ['were missing before', false],
])('when the counters %s, and Redis is wiped', (_name, wereThere) => {
  it.each<[string, (party: Party) => Meanwhile]>([
    ['and not built again', () => ({ after: () => redis.flushdb() })],
    [
      'and built while the message still counted',
      ({ build }) => ({
        before: async () => {
          await redis.flushdb();
          await build();
        },
      }),
    ],
    [
      'and built when it counted no more',
      ({ build }) => ({
        after: async () => {
          await redis.flushdb();
          await build();
        },
      }),
    ],
  ])('%s, it counts as if it had not been sent', async (_when, meanwhile) => {
    const party = await newParty();
    await party.queued(7);
    const message = await party.queued(10);
    if (wereThere) await party.build();
    await party.cancel(message, 10, meanwhile(party));
    await party.build();
    expect(await party.counted()).toEqual(['7', '7']);
  });
});

it('a count taken while the message still counted is not written after it was canceled', async () => {
  const party = await newParty();
  await party.queued(7);
  const message = await party.queued(10);
  await party.build();
  const { monthKey, dayKey } = quotaCounters(party.id, plan, now);
  await redis.del(monthKey, dayKey);
  const [taken, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowly = async (query: string): Promise<unknown> => {
    const answer = await context.pool.query(query);
    taken.resolve();
    await written.promise;
    return answer;
  };
  const pool = { query: slowly } as unknown as TestContext['pool'];
  const rebuild = createRebuildCounters({ redis, pool, log });
  const cacheVersion = (await redis.get(cacheVersionKey(party.id))) ?? '';
  let rebuilding: Promise<void> | undefined;
  await party.cancel(message, 10, {
    before: async () => {
      rebuilding = rebuild(quotaCounters(party.id, plan, now), { cacheVersion, isPlanCounted: true });
      await taken.promise;
    },
  });
  written.resolve();
  await rebuilding;
  expect(await party.counted()).toEqual([null, null]);
  await party.build();
  expect(await party.counted()).toEqual(['7', '7']);
});
