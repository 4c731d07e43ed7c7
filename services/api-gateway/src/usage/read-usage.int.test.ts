import { newId } from '@postrider/contracts/ids';
import type { UsageResource } from '@postrider/contracts/organizations';
import { Redis } from 'ioredis';
import { createApiKey, createDomain, createOrganization } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';
import { createStoppedClock } from '../../test/turned-clock';

const clock = createStoppedClock();
let redis: Redis;

const api = useApi({ clock });
beforeAll(() => (redis = new Redis(api.context.redisUrl)));
afterAll(() => redis.disconnect());

const now = clock.now();
const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
const nextDay = new Date(
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
).toISOString();

it('answers the plan, what admission control has counted, and when it begins again', async () => {
  const organization = await createOrganization(api.pool, { plan: 'starter', kind: 'client' });
  const key = await createApiKey(api.pool, {
    organizationId: organization.id,
    mode: 'test',
    rateLimit: 10,
  });
  const day = now.toISOString().slice(0, 10);
  await redis.set(`postrider:{${organization.id}}:used:starter:${day.slice(0, 7)}`, 1_234);
  await redis.set(`postrider:{${organization.id}}:used:starter:${day}`, 56);
  const { status, body } = await api.get<UsageResource>('/usage', key);
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'usage',
    plan: 'starter',
    emails: {
      monthly: { used: 1_234, limit: 100_000, allowance: 50_000, overage: true, resets_at: nextMonth },
      daily: { used: 56, limit: null, resets_at: nextDay },
    },
    contacts: { used: 0, limit: 10_000 },
    rate_limit: { limit: 10, organization_limit: 100, duration: '1s' },
  });
});

it('usage has no overage on a plan whose limit is its allowance', async () => {
  const { id: organizationId } = await createOrganization(api.pool, { plan: 'free', kind: 'client' });
  const key = await createApiKey(api.pool, { organizationId });
  const { emails } = (await api.get<UsageResource>('/usage', key)).body;
  expect(emails.monthly).toMatchObject({ limit: 3_000, allowance: 3_000, overage: false });
  expect(emails.daily.limit).toBe(100);
});

it('counts live recipients from the messages when Redis was wiped or counts none, also for a restricted key', async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan: 'internal' });
  const domain = await createDomain(pool, { organizationId });
  const key = await createApiKey(pool, { organizationId, domainIds: [domain.id], rateLimit: 0 });
  await insertEmail(pool, { organizationId, to: ['a@example.com', 'b@example.com'], createdAt: now });
  await insertEmail(pool, { organizationId, mode: 'test', createdAt: now });
  const { body } = await api.get<UsageResource>('/usage', key);
  expect(body.emails).toMatchObject({
    monthly: { used: 2, limit: null, allowance: null, overage: false },
    daily: { used: 2, limit: null },
  });
  expect(body.rate_limit.limit).toBeNull();
});

it('shows nothing of another organization', async () => {
  const { pool } = api;
  const one = await createOrganization(pool);
  const other = await createOrganization(pool);
  await insertEmail(pool, { organizationId: one.id, createdAt: now });
  const { body } = await api.get<UsageResource>(
    '/usage',
    await createApiKey(pool, { organizationId: other.id }),
  );
  expect(body.emails.monthly.used).toBe(0);
});

it('counts the stored contacts, whatever their status', async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan: 'free', kind: 'client' });
  const other = await createOrganization(pool);
  const key = await createApiKey(pool, { organizationId });
  for (const [owner, name, status] of [
    [organizationId, 'a', 'SUBSCRIBED'],
    [organizationId, 'b', 'UNSUBSCRIBED'],
    [other.id, 'a', 'SUBSCRIBED'],
  ] as const) {
    await pool.query(
      `INSERT INTO contacts (id, organization_id, email, email_key, status, updated_at)
       VALUES ($1, $2, $3, $3, $4, now())`,
      [newId(), owner, `${name}@example.com`, status],
    );
  }
  expect((await api.get<UsageResource>('/usage', key)).body.contacts).toEqual({ used: 2, limit: 1_000 });
});
