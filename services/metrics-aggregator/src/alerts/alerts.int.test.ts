import { defaultAlertRules, type AlertKind } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  type EmailEventOverrides,
  type TestContext,
} from '@postrider/testkit';
import { startTestAggregator, type TestAggregator } from '../../test/start-test-aggregator';
import { evaluateRules } from './evaluate-rules';
import { platformNoticeKind } from '@postrider/submission';

let context: TestContext;
let aggregator: TestAggregator;
let redis: RedisClient;
let organizationId: string;
let now: Date;
const log = createLogger({ name: 'alerts test', level: 'silent' });
const noon = () => new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`);

beforeAll(async () => {
  context = await createTestContext();
  aggregator = await startTestAggregator(context, { alertsIntervalMs: 3_600_000 });
  redis = createRedis({ url: context.redisUrl, name: 'alerts test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.status === 'ready');
});
afterAll(async () => {
  redis.disconnect();
  await aggregator.close();
  await context.close();
});
beforeEach(async () => {
  await context.pool.query('UPDATE alert_rules SET enabled = false');
  await context.pool.query('UPDATE alerts SET closed_at = now() WHERE closed_at IS NULL');
  now = noon();
  organizationId = (await createOrganization(context.pool)).id;
  await context.pool.query(`UPDATE organizations SET alert_email = 'owner@example.test' WHERE id = $1`, [
    organizationId,
  ]);
  for (const { kind, warnRate, pauseRate, minimum, windowMinutes } of defaultAlertRules) {
    await context.pool.query(
      `INSERT INTO alert_rules (id, organization_id, kind, warn_rate, pause_rate, minimum, window_minutes)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), organizationId, kind, warnRate, pauseRate, minimum, windowMinutes],
    );
  }
});

const evaluate = () => evaluateRules({ pool: aggregator.database.pool, clock: { now: () => now }, log });
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

/** Adds to the counters, as counting does. Bounces and complaints are also events, each from another mailbox of a provider. */
async function count(
  counters: Parameters<typeof addCounters>[0],
  options: Parameters<typeof addCounters>[1] = {},
): Promise<void> {
  await addCounters(counters, options);
  const at = options.day ?? now;
  const { sent = 0, bounced = 0, complained = 0 } = counters;
  const overrides = { organizationId, ...(options.kind !== undefined && { kind: options.kind }) };
  const message = await createMessage(context.pool, { ...overrides, createdAt: at });
  await context.pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
     SELECT $1, ($2 || right(gen_random_uuid()::text, 22))::uuid, $3, 0, t.type || n || $4 || '@gmail.com', t.type, $4 || n, $5, 'live'
     FROM (VALUES ('sent', $6::int), ('bounced', $7::int), ('complained', $8::int)) AS t (type, number), generate_series(1, t.number) n`,
    [...[message.id, message.id.slice(0, 14), organizationId, newId(), at], ...[sent, bounced, complained]],
  );
}

async function addCounters(
  counters: { sent?: number; delivered?: number; bounced?: number; complained?: number; blocked?: number },
  { day = now, kind }: { day?: Date; kind?: string } = {},
): Promise<void> {
  await context.pool.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard, complained, blocked)
     SELECT $1, $2, $3::date, f.facet, f.key, $5, $6, $7, $8, $9
     FROM (VALUES ('total', ''), ('kind', $4)) AS f(facet, key) WHERE f.key IS NOT NULL`,
    [
      ...[organizationId, newId(), day.toISOString().slice(0, 10), kind ?? null],
      ...[counters.sent ?? 0, counters.delivered ?? 0, counters.bounced ?? 0],
      ...[counters.complained ?? 0, counters.blocked ?? 0],
    ],
  );
}

async function events(number: number, at: Date, overrides: EmailEventOverrides): Promise<void> {
  const message = await createMessage(context.pool, { organizationId, createdAt: at });
  for (let event = 0; event < number; event += 1) {
    await createEmailEvent(context.pool, message, {
      ...{ recipient: `${event}@gmail.com`, recordedAt: at },
      ...overrides,
    });
  }
}

async function alerts(kind: AlertKind) {
  const { rows } = await context.pool.query<{ level: string; value: number; isOpen: boolean }>(
    `SELECT a.level, a.value, a.closed_at IS NULL AS "isOpen" FROM alerts a JOIN alert_rules r ON r.id = a.rule_id
     WHERE a.organization_id = $1 AND r.kind = $2 ORDER BY a.id`,
    [organizationId, kind],
  );
  return rows;
}
async function noticeKinds(): Promise<string[]> {
  const { rows } = await context.pool.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  return rows.map(({ kind }) => kind);
}
async function pausedBecause(): Promise<string | null | undefined> {
  const { rows } = await context.pool.query<{ reason: string | null }>(
    `SELECT sending_paused_reason AS reason FROM organizations WHERE id = $1 AND sending_paused_at IS NOT NULL`,
    [organizationId],
  );
  return rows[0]?.reason;
}
/** As the organization settings do it. */
const resume = () =>
  context.pool.query(
    'UPDATE organizations SET sending_paused_at = NULL, sending_paused_reason = NULL WHERE id = $1',
    [organizationId],
  );

describe('the bounce rate', () => {
  it('warns once, raises the value, and closes when it recovers', async () => {
    await count({ sent: 97, delivered: 97, bounced: 3 });
    await evaluate();
    await evaluate();
    expect(await alerts('bounce')).toEqual([{ level: 'warn', value: 0.03, isOpen: true }]);
    expect(await noticeKinds()).toEqual(['alert_bounce']);
    await count({ bounced: 1 });
    await evaluate();
    expect(await alerts('bounce')).toMatchObject([{ value: 4 / 101, isOpen: true }]);
    await count({ sent: 400, delivered: 400 });
    await evaluate();
    expect(await alerts('bounce')).toMatchObject([{ isOpen: false }]);
    expect(await noticeKinds()).toEqual(['alert_bounce']);
    expect(await pausedBecause()).toBeUndefined();
  });

  it('says nothing below its minimum, and nothing about what is older than yesterday', async () => {
    await count({ sent: 99, bounced: 50 });
    await count({ sent: 1_000, bounced: 500 }, { day: daysAgo(2) });
    await evaluate();
    expect(await alerts('bounce')).toEqual([]);
    await count({ sent: 1 }, { day: daysAgo(1) });
    await evaluate();
    expect(await alerts('bounce')).toHaveLength(1);
  });

  it('counts refusals that were never counted as sent, and not the outcomes of notices', async () => {
    await count({ delivered: 90, sent: 90, bounced: 10 });
    await count({ sent: 500, bounced: 400 }, { kind: platformNoticeKind });
    await evaluate();
    expect(await alerts('bounce')).toMatchObject([{ value: 0.1 }]);
  });
});

describe('a pause', () => {
  it('stops sending with its reason, a notice, an audit entry and a new epoch, once', async () => {
    await count({ sent: 1_000, complained: 5 });
    await expect(evaluate()).resolves.toEqual([organizationId]);
    expect(await alerts('complaint')).toEqual([{ level: 'pause', value: 0.005, isOpen: true }]);
    expect(await pausedBecause()).toBe('alert rule: complaint');
    await expect(evaluate()).resolves.toEqual([]);
    expect(await noticeKinds()).toEqual(['sending_paused']);
    const { rows } = await context.pool.query(
      'SELECT actor_type, actor_name, action FROM audit_entries WHERE organization_id = $1',
      [organizationId],
    );
    expect(rows).toEqual([{ actor_type: 'system', actor_name: 'alert rule', action: 'org.pause' }]);
  });

  it('follows a warning of the same incident', async () => {
    await count({ sent: 200, bounced: 6 });
    await evaluate();
    await count({ bounced: 6 });
    await expect(evaluate()).resolves.toEqual([organizationId]);
    expect(await alerts('bounce')).toEqual([{ level: 'pause', value: 0.06, isOpen: true }]);
    expect(await noticeKinds()).toEqual(['alert_bounce', 'sending_paused']);
  });

  it('does not come again from the numbers that led to it, only from what was sent since', async () => {
    await count({ sent: 200, bounced: 100, complained: 100 });
    await evaluate();
    expect(await alerts('complaint')).toMatchObject([{ level: 'pause' }]);
    await resume();
    // The old numbers even get worse: late bounces of what was sent before.
    await count({ bounced: 50 });
    await events(150, minutesAgo(1), { type: 'bounced', bounceType: 'hard' });
    now = new Date(now.getTime() + 60_000);
    await expect(evaluate()).resolves.toEqual([]);
    expect(await alerts('bounce')).toMatchObject([{ isOpen: false }]);
    now = new Date(now.getTime() + 60_000);
    await expect(evaluate()).resolves.toEqual([]);
    expect(await pausedBecause()).toBeUndefined();

    now = new Date(now.getTime() + 600_000);
    await events(110, minutesAgo(5), { type: 'sent' });
    await events(12, minutesAgo(5), { type: 'bounced', bounceType: 'hard' });
    await expect(evaluate()).resolves.toEqual([organizationId]);
    expect(await alerts('bounce')).toMatchObject([{ isOpen: false }, { level: 'pause', isOpen: true }]);
  });
});

describe('a provider block', () => {
  it('warns of twenty blocks in ten minutes, not of twenty in an hour', async () => {
    await events(19, minutesAgo(9), { type: 'delivery_delayed', blocked: true });
    await events(30, minutesAgo(50), { type: 'delivery_delayed', blocked: true });
    await count({ blocked: 49 });
    await evaluate();
    expect(await alerts('provider_block')).toEqual([]);
    await events(1, minutesAgo(1), { type: 'bounced', blocked: true });
    await evaluate();
    expect(await alerts('provider_block')).toEqual([{ level: 'warn', value: 20, isOpen: true }]);
    now = new Date(now.getTime() + 10 * 60_000);
    await evaluate();
    expect(await alerts('provider_block')).toMatchObject([{ isOpen: false }]);
    expect((await noticeKinds()).filter((kind) => kind === 'alert_provider_block')).toHaveLength(1);
  });
});

describe('delivery silence', () => {
  beforeEach(() => count({ sent: 5, delivered: 5 }, { day: daysAgo(1) }));

  it('is half an hour of sends without a delivery, and ends with the first one', async () => {
    await events(1, minutesAgo(29), { type: 'delivery_delayed' });
    await evaluate();
    expect(await alerts('delivery_silence')).toEqual([]);
    now = new Date(now.getTime() + 60_000);
    await evaluate();
    expect(await alerts('delivery_silence')).toEqual([{ level: 'warn', value: 1, isOpen: true }]);
    await events(1, minutesAgo(0), { type: 'delivered' });
    await evaluate();
    expect(await alerts('delivery_silence')).toMatchObject([{ isOpen: false }]);
  });

  it('is not where mail was delivered meanwhile, and not where addresses do not exist', async () => {
    await events(3, minutesAgo(40), { type: 'sent' });
    await events(3, minutesAgo(40), { type: 'bounced', bounceType: 'hard' });
    await events(1, minutesAgo(39), { type: 'delivered' });
    await events(3, minutesAgo(35), { type: 'bounced', bounceType: 'hard' });
    await evaluate();
    expect(await alerts('delivery_silence')).toEqual([]);
  });
});

it('the evaluation of alert rules is done by one replica at a time: an incident is opened once', async () => {
  await count({ sent: 200, bounced: 100 });
  const paused = await Promise.all(Array.from({ length: 5 }, () => evaluate()));
  expect(paused.flat()).toEqual([organizationId]);
  expect(await noticeKinds()).toEqual(['sending_paused']);
});

it('runs by itself in the service and tells the gateways', async () => {
  await count({ sent: 200, bounced: 100 });
  const service = await startTestAggregator(context, { alertsIntervalMs: 50, clock: { now: () => now } });
  await eventually(async () => (await redis.keys(`*${organizationId}*`)).length === 1);
  expect(await pausedBecause()).toBe('alert rule: bounce');
  await service.close();
});
