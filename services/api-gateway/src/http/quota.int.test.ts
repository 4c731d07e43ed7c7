import type { BatchResponse } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { plans, type PlanName, type UsageResource } from '@postrider/contracts/organizations';
import type { RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createDropQuotaCounters } from '@postrider/admission';
import {
  createApiKey,
  createDomain,
  createMessage,
  createOrganization,
  eventually,
  openTransaction,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startCutProxy, type CutProxy } from '../../test/cut-proxy';
import { startTestApi, type Answer, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { connectTestRedis } from '../../test/test-redis';
import { createTurnedClock } from '../../test/turned-clock';

const dayMs = 86_400_000;
const dailyCap = 100;
/** Longer than a statement takes on a machine that does much else. */
const limits = { rebuildDelayMs: 6_000 };
const timeoutMs = 120_000;
const clock = createTurnedClock();
let proxy: CutProxy;
let replica: TestApi;
let redis: RedisClient;

beforeAll(() => clock.toNoon());
const api = useApi({
  clock,
  limits,
  databaseUrl: async ({ databaseUrl }) => {
    proxy = await startCutProxy(databaseUrl);
    return proxy.url;
  },
});
beforeAll(async () => {
  replica = await api.startReplica({ clock, limits });
  redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
});
afterAll(async () => {
  await redis.quit();
  await proxy.close();
});

interface Party {
  readonly organizationId: string;
  readonly key: ApiKeyFixture;
  email(recipients?: number, further?: object): object;
  send(recipients?: number, further?: object, via?: TestApi): Promise<Answer<{ id: string }>>;
  usage(via?: TestApi): Promise<UsageResource>;
  /** Live recipients that are stored: what may never exceed a limit. */
  stored(): Promise<number>;
}

async function newParty(plan: PlanName): Promise<Party> {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan });
  const { name } = await createDomain(pool, { organizationId });
  const key = await createApiKey(pool, { organizationId });
  // As creating an organization does: otherwise Redis seems to have been wiped, and its counters settle first.
  await api.bumpCacheVersion(organizationId);
  const email = (recipients = 1, further: object = {}): object => ({
    from: `a@${name}`,
    to: Array.from({ length: recipients }, (_, index) => `r${index}@example.com`),
    subject: 'Hello',
    text: 'Hi',
    ...further,
  });
  return {
    organizationId,
    key,
    email,
    send: (recipients, further, via = api) => via.post('/emails', key, email(recipients, further)),
    usage: async (via = api) => (await via.get<UsageResource>('/usage', key)).body,
    stored: async () => {
      const { rows } = await pool.query<{ sum: string }>(
        `SELECT coalesce(sum(recipient_count), 0) AS sum FROM messages WHERE organization_id = $1 AND mode = 'live'`,
        [organizationId],
      );
      return Number(rows[0]?.sum);
    },
  };
}

/** Sends to one recipient each until there is no more room. */
async function fillUp(party: Party): Promise<void> {
  for (let sent = 0; sent <= dailyCap; sent += 1) {
    const { status, refusal } = await party.send(1, {}, sent % 2 ? api : replica);
    if (status === 200) continue;
    expect(refusal).toBe('429 quota_exceeded');
    return;
  }
}

/** What was sent before, as counters that are rebuilt find it. */
async function sentBefore({ organizationId }: Party, recipientCount: number): Promise<void> {
  await createMessage(api.pool, { organizationId, recipientCount, createdAt: clock.now() });
}

it(
  'the quota is never exceeded and never lost when Redis is wiped amid sends and batches on two gateways',
  async () => {
    const party = await newParty('free');
    let accepted = 0;
    const wipes: Promise<unknown>[] = [];
    const count = (recipients: number): void => {
      const wipesDue = Math.floor((accepted + recipients) / 30) - Math.floor(accepted / 30);
      accepted += recipients;
      for (let wipe = 0; wipe < wipesDue; wipe += 1) wipes.push(api.flushRedis());
    };
    const one = async (via: TestApi): Promise<void> => {
      if ((await party.send(1, {}, via)).status === 200) count(1);
    };
    const batch = async (via: TestApi): Promise<void> => {
      const items = [party.email(2), party.email(1), party.email(2)];
      const { body } = await via.post<BatchResponse>('/emails/batch', party.key, items);
      for (const [index, entry] of body.data.entries()) if ('id' in entry) count(index === 1 ? 1 : 2);
    };
    const sends = Array.from({ length: 150 }, (_, index) => () => {
      const via = index % 2 ? api : replica;
      return index % 5 === 0 ? batch(via) : one(via);
    });
    const work = async (): Promise<void> => {
      for (let send = sends.pop(); send !== undefined; send = sends.pop()) await send();
    };
    await Promise.all(Array.from({ length: 20 }, work));
    await Promise.all(wipes);
    expect(wipes.length).toBeGreaterThanOrEqual(2);
    expect(accepted).toBeLessThanOrEqual(dailyCap);
    expect(await party.stored()).toBe(accepted);
    await fillUp(party);
    expect(await party.stored()).toBe(dailyCap);
    expect((await party.usage()).emails.daily).toMatchObject({ used: dailyCap, limit: dailyCap });
  },
  timeoutMs,
);

it(
  'counts a message that PostgreSQL stored though its answer never came',
  async () => {
    const party = await newParty('free');
    expect((await party.send(10)).status).toBe(200);
    const { pool } = api;
    const blocker = await openTransaction(
      pool,
      `INSERT INTO idempotency_keys (organization_id, mode, key, message_id, created_at, expires_at)
     VALUES ($1, 'live', 'held', $2, now(), now() + interval '1 day')`,
      [party.organizationId, newId()],
    );
    const unanswered = party.send(50, { idempotency_key: 'held' });
    await blocker.isWaitedFor();
    proxy.cut();
    expect((await unanswered).refusal).toBe('503 service_unavailable');
    await blocker.rollback();
    proxy.mend();
    await eventually(async () => (await party.stored()) === 60);
    await fillUp(party);
    expect(await party.stored()).toBe(dailyCap);
  },
  timeoutMs,
);

it(
  'goes past the allowance of a paid plan, up to the limit',
  async () => {
    const party = await newParty('starter');
    const [monthlyAllowance, monthlyLimit] = [50_000, 100_000];
    expect(plans.starter).toMatchObject({ monthlyAllowance, monthlyLimit });
    await sentBefore(party, monthlyAllowance - 1);
    expect((await party.send(3)).status).toBe(200);
    expect((await party.usage()).emails.monthly).toMatchObject({
      used: monthlyAllowance + 2,
      allowance: monthlyAllowance,
      limit: monthlyLimit,
      overage: true,
    });
    await sentBefore(party, monthlyLimit - (monthlyAllowance + 2) - 7);
    await api.flushRedis();
    expect((await party.send(8)).refusal).toBe('429 quota_exceeded');
    expect((await party.send(7)).status).toBe(200);
    const refused = await party.send(1);
    const now = clock.now();
    const untilMonth = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000;
    expect(refused.refusal).toBe('429 quota_exceeded');
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMonth)).toBeLessThan(60);
  },
  timeoutMs,
);

it('counts a scheduled email on the day it is accepted', async () => {
  const party = await newParty('free');
  const scheduledAt = new Date(clock.now().getTime() + 5 * dayMs).toISOString();
  await party.send(40, { scheduled_at: scheduledAt });
  const counted = { daily: { used: 40 }, monthly: { used: 40 } };
  expect((await party.usage()).emails).toMatchObject(counted);
  await api.flushRedis();
  expect((await party.usage(replica)).emails).toMatchObject(counted);
});

it(
  'counts what was sent under another plan when an organization comes back to one with limits',
  async () => {
    const party = await newParty('free');
    const log = createLogger({ name: 'quota test', level: 'silent' });
    const dropQuotaCounters = createDropQuotaCounters({ redis, log });
    const change = async (plan: PlanName): Promise<void> => {
      await api.pool.query('UPDATE organizations SET plan = $2 WHERE id = $1', [party.organizationId, plan]);
      expect(await dropQuotaCounters(party.organizationId, clock.now())).toBe(true);
      await api.bumpCacheVersion(party.organizationId);
    };
    expect((await party.send(10)).status).toBe(200);
    await change('internal');
    expect((await party.send(50)).status).toBe(200);
    await change('free');
    expect((await party.send(41)).refusal).toBe('429 quota_exceeded');
    expect((await party.send(40, {}, replica)).status).toBe(200);
  },
  timeoutMs,
);

it('follows plan numbers that a setting changed', async () => {
  const free = { ...plans.free, dailyCap: 3, monthlyLimit: 5_000 };
  const changed = await startTestApi({
    replicaOf: api,
    clock,
    limits: { ...limits, plans: { ...plans, free } },
  });
  const party = await newParty('free');
  expect((await party.usage(changed)).emails).toMatchObject({
    daily: { limit: 3 },
    monthly: { limit: 5_000, allowance: 3_000, overage: true },
  });
  expect((await party.send(4, {}, changed)).refusal).toBe('429 quota_exceeded');
  expect((await party.send(3, {}, changed)).status).toBe(200);
  await changed.close();
});
