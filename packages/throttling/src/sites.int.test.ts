import { newId } from '@postrider/contracts/ids';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, wait } from '@postrider/runtime';
import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { changeSite, type SiteChange } from './change-site';
import { leaseSites, type SiteGrant, type SiteRequest } from './lease-sites';
import { listSites } from './list-sites';

let context: TestContext;
let redis: RedisClient;
const log = createLogger({ name: 'sites test', level: 'silent' });
/** Longer than any test takes, where none says otherwise. */
const longMs = 600_000;
const times = { leaseMs: longMs, settleMs: 0, stepMs: 300_000, sliceMs: 250 };
const normal = { connectionsMax: 10, perSecond: 100 };
const cause = { class: 'rate', reason: 'rate: slow down' } as const;
const byRule = { ...cause, rule: 'r', replies: 1, withinMs: 3_600_000 };
let site: string;

beforeAll(async () => {
  context = await createTestContext();
  redis = createRedis({ url: context.redisUrl, name: 'sites test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.status === 'ready');
});
afterAll(async () => {
  await redis.quit();
  await context.close();
});
beforeEach(() => {
  site = `site-${newId()}`;
});

async function lease(
  workerId: string,
  request: Partial<SiteRequest> = {},
  given: Partial<typeof times> = {},
): Promise<SiteGrant> {
  const asked = { name: site, ...normal, held: 0, demand: 0, messages: 0, ...request };
  const { grants } = await leaseSites(redis, [asked], { workerId, times: { ...times, ...given } });
  if (!grants[0]) throw new Error('no answer');
  return grants[0];
}
const change = (fact: SiteChange) => changeSite(redis, site, { change: fact, normal, stepMs: 300_000 });

describe('connections of a site', () => {
  it('go whole to a worker that asks alone, and are shared when another asks, as soon as they are given back', async () => {
    expect((await lease('a', { demand: 50 })).connections).toBe(10);
    expect((await lease('b', { demand: 50 })).connections).toBe(0);
    expect((await lease('a', { held: 10, demand: 50 })).connections).toBe(5);
    expect((await lease('b', { demand: 50 })).connections).toBe(0);
    expect((await lease('a', { held: 5, demand: 50 })).connections).toBe(5);
    expect((await lease('b', { demand: 50 })).connections).toBe(5);
  });

  it('are shared by demand', async () => {
    await lease('a', { demand: 2 });
    expect((await lease('b', { demand: 50 })).connections).toBe(8);
    expect((await lease('a', { held: 2, demand: 2 })).connections).toBe(2);
  });

  it('that are idle stay while no other worker has use for them', async () => {
    await lease('a', { demand: 6 });
    expect((await lease('a', { held: 6, demand: 0 })).connections).toBe(6);
    expect((await lease('b', { demand: 8 })).connections).toBe(4);
    expect((await lease('a', { held: 6, demand: 0 })).connections).toBe(2);
  });

  it('of a dead worker are free when its lease ends', async () => {
    await lease('a', { demand: 10 });
    expect((await lease('b', { demand: 10 })).connections).toBe(0);
    await lease('a', { held: 10, demand: 10 }, { leaseMs: 100 });
    await eventually(async () => (await lease('b', { demand: 10 })).connections === 10);
  });

  it('of one that leaves are free at once', async () => {
    await lease('a', { demand: 10 });
    await lease('a', {}, { leaseMs: 0 });
    expect((await lease('b', { demand: 10 })).connections).toBe(10);
  });

  it('of which there is one are taken in turns', async () => {
    const one = { connectionsMax: 1, demand: 5 };
    const first = await lease('a', one);
    const second = await lease('b', one);
    expect(first.connections + second.connections).toBe(1);
  });

  it('are not leased again right after a wipe, before their holders have reported', async () => {
    const begun = 'postrider:{sites}:begun';
    const known = await redis.get(begun);
    await redis.del(begun);
    const settling = { settleMs: longMs };
    expect((await lease('b', { demand: 10 }, settling)).connections).toBe(0);
    expect((await lease('a', { held: 7, demand: 10 }, settling)).connections).toBe(7);
    await eventually(async () => (await lease('b', { demand: 3 }, { settleMs: 300 })).connections === 3);
    if (known) await redis.set(begun, known);
  });

  it('are not leased again right after everybody was away', async () => {
    await redis.hset('postrider:{sites}:workers', 'gone', '1');
    for (const id of Object.keys(await redis.hgetall('postrider:{sites}:workers'))) {
      await redis.hset('postrider:{sites}:workers', id, '1');
    }
    expect((await lease('b', { demand: 10 }, { settleMs: longMs })).connections).toBe(0);
    await eventually(async () => (await lease('b', { demand: 3 }, { settleMs: 300 })).connections === 3);
  });
});

describe('send times', () => {
  it('follow each other at equal distance, for any worker', async () => {
    const asked = { demand: 1, perSecond: 0.02, messages: 100, connectionsMax: 4 };
    const slice = { sliceMs: 250_000 };
    const first = (await lease('a', asked, slice)).times;
    expect(first).toMatchObject({ count: 5, firstMs: 0, apartMs: 50_000 });
    const second = (await lease('b', asked, slice)).times;
    expect(second.count).toBe(5);
    expect(second.firstMs).toBeGreaterThan(200_000);
    expect(second.firstMs).toBeLessThanOrEqual(250_000);
    expect((await lease('a', asked, slice)).times).toMatchObject({ count: 0 });
  });

  it('are never more than the rate over any time', async () => {
    const startedMs = performance.now();
    let count = 0;
    while (count < 40) {
      for (const worker of ['a', 'b', 'c']) {
        count += (await lease(worker, { demand: 1, held: 1, perSecond: 40, messages: 10 })).times.count;
      }
      await wait(20);
    }
    const tookMs = performance.now() - startedMs;
    // Those of a slice ahead belong to the time that follows.
    expect(count).toBeLessThanOrEqual((40 * tookMs) / 1_000 + 2 * 10 + 1);
  });
});

describe('what is known of a site', () => {
  const failed = {
    kind: 'fail',
    baseMs: 300_000,
    maxMs: 300_000,
    less: 0,
    blocked: false,
    ...cause,
  } as const;

  it('is known to all workers: a suspension with its cause, until one of them succeeds', async () => {
    await change(failed);
    expect((await lease('b')).state).toMatchObject({ suspended: { by: 'failures', ...cause }, inARow: 1 });
    await change({ kind: 'succeed' });
    expect((await lease('c')).state).toMatchObject({ suspended: null, inARow: 0 });
  });

  it('is not ended by a success when a rule has suspended it', async () => {
    await change({ kind: 'suspend', ...byRule, forMs: 7_200_000, connections: 1, perSecond: 1 });
    await change({ kind: 'succeed' });
    const { state } = await lease('a');
    expect(state.suspended).toMatchObject({ by: 'rule', rule: 'r', reason: cause.reason });
    expect(state.suspended?.leftMs).toBeGreaterThan(7_190_000);
    expect(state.limit?.leftMs).toBe(state.suspended?.leftMs);
    await change({ kind: 'resume' });
    expect((await lease('a')).state).toMatchObject({ suspended: null, limit: null });
  });

  it('is the stricter of two limits', async () => {
    await change({ kind: 'limit', ...byRule, forMs: 60_000, perSecond: 5 });
    await change({ kind: 'limit', ...byRule, forMs: 30_000, connections: 2, perSecond: 50 });
    const { allowed, state } = await lease('a', { demand: 9 });
    expect(allowed).toEqual({ connections: 2, perSecond: 5 });
    expect(state.limit?.leftMs).toBeGreaterThan(50_000);
  });

  it('is a rule that waits for more replies, until they come in time', async () => {
    const limit = { kind: 'limit', ...byRule, replies: 3, forMs: 60_000, perSecond: 5 } as const;
    expect((await change(limit)).applied).toBe(false);
    expect((await change(limit)).applied).toBe(false);
    expect((await lease('a')).state.limit).toBeNull();
    expect((await change(limit)).applied).toBe(true);
  });

  it('recovers by doubling, steps back when it is throttled again, and is forgotten in the end', async () => {
    const limit = { kind: 'limit', ...byRule, connections: 1, perSecond: 1 } as const;
    const allowedAfter = async (steps: number) => {
      await change({ kind: 'resume' });
      // In the middle of a step.
      await change({ ...limit, forMs: -(steps + 0.5) * times.stepMs });
      return (await lease('a', { demand: 9 })).allowed;
    };
    expect(await allowedAfter(0)).toEqual({ connections: 2, perSecond: 2 });
    expect(await allowedAfter(2)).toEqual({ connections: 8, perSecond: 8 });
    await changeSite(redis, site, { change: { ...failed, blocked: true }, normal, stepMs: 4 * times.stepMs });
    expect((await lease('a')).allowed).toEqual({ connections: 1, perSecond: 1 });
    expect(await allowedAfter(6)).toEqual({ connections: 10, perSecond: 100 });
    expect((await lease('a')).state.limit).toBeNull();
  });
});

it('lists sites with what is used of them', async () => {
  await lease('a', { demand: 12 });
  await change({ kind: 'suspend', ...byRule, forMs: 60_000, connections: 1, perSecond: 1 });
  const found = (await listSites(redis, 1_000)).find(({ name }) => name === site);
  expect(found).toMatchObject({ site, source: null, workers: 1, connections: 10, missing: 2 });
  expect(found).toMatchObject({ normal: { connections: 10, perSecond: 100 }, state: { suspended: cause } });
});
