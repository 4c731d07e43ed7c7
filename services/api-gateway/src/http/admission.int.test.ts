import { plans } from '@postrider/contracts/organizations';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startTestApi, type Answer, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const dailyCap = plans.free.dailyCap ?? 0;
const dayMs = 86_400_000;
const clock = createTurnedClock();
let replica: TestApi;

beforeAll(() => {
  // In the middle of a month, so that a month has days before and no midnight comes between two calls of a test.
  clock.toNoon();
  while (clock.now().getUTCDate() !== 15) clock.forward(dayMs);
});
const api = useApi({ clock });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
});

interface Party {
  readonly organizationId: string;
  readonly key: ApiKeyFixture;
  readonly send: (
    recipients?: number,
    further?: { via?: TestApi; header?: string },
  ) => Promise<Answer<{ id: string }>>;
}

async function newParty(options: {
  plan?: 'free' | 'internal';
  rateLimit?: number | null;
  mode?: 'live' | 'test';
}): Promise<Party> {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan: options.plan ?? 'internal' });
  const { name } = await createDomain(pool, { organizationId });
  const key = await createApiKey(pool, {
    organizationId,
    mode: options.mode ?? 'live',
    rateLimit: options.rateLimit === undefined ? 0 : options.rateLimit,
  });
  return {
    organizationId,
    key,
    send: (recipients = 1, { via = api, header } = {}) =>
      via.send('/emails', {
        method: 'POST',
        key,
        body: {
          from: `a@${name}`,
          to: Array.from({ length: recipients }, (_, index) => `r${index}@example.com`),
          subject: 'Hello',
          text: 'Hi',
        },
        ...(header !== undefined && { headers: { 'idempotency-key': header } }),
      }),
  };
}

const accepted = (answers: readonly Answer<unknown>[]): number =>
  answers.filter(({ status }) => status === 200).length;

describe('the request rate', () => {
  it('is ten a second per key unless it has its own, over all gateways, and said in headers', async () => {
    const { key } = await newParty({ rateLimit: null });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? api : replica).get('/keys/me', key)),
    );
    const passed = accepted(answers);
    expect(passed).toBeGreaterThanOrEqual(10);
    // A slow machine takes seconds for a hundred calls; a tenth of one lets another through.
    expect(passed).toBeLessThan(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.refusal).toBe('429 rate_limited');
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('ratelimit-limit')).toBe('10');
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused?.headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1);
  });

  it('is counted before validation, and fills up again', async () => {
    const { key } = await newParty({ rateLimit: 2 });
    const invalid = () => api.post('/emails', key, {});
    const answers = await Promise.all(Array.from({ length: 30 }, invalid));
    expect(
      answers
        .map(({ refusal }) => refusal)
        .sort()
        .slice(0, 2),
    ).toEqual(['422 validation_error', '422 validation_error']);
    expect(answers.some(({ refusal }) => refusal === '429 rate_limited')).toBe(true);
    await eventually(async () => (await api.get('/keys/me', key)).status === 200);
  });
});

describe('the quota', () => {
  it('is never exceeded by sends at the same time on two gateways', async () => {
    const { send, organizationId } = await newParty({ plan: 'free' });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(3, { via: index % 2 ? api : replica })),
    );
    expect(accepted(answers)).toBe(Math.floor(dailyCap / 3));
    const { rows } = await api.pool.query<{ sum: string }>(
      'SELECT sum(recipient_count) FROM messages WHERE organization_id = $1',
      [organizationId],
    );
    expect(Number(rows[0]?.sum)).toBe(Math.floor(dailyCap / 3) * 3);
  });

  it('when used up refuses until the period ends, but still answers a replay', async () => {
    const { send } = await newParty({ plan: 'free' });
    const first = await send(50, { header: 'first' });
    expect((await send(50)).status).toBe(200);
    const refused = await send(1);
    expect(refused.refusal).toBe('429 quota_exceeded');
    const now = clock.now();
    const untilMidnight =
      (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1_000;
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMidnight)).toBeLessThan(30);
    const replay = await send(50, { header: 'first' });
    expect([replay.body.id, replay.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
    clock.forward(24 * 3_600_000);
    expect((await send(1)).status).toBe(200);
  });

  it('tells the seconds until the next month when that is its limit', async () => {
    const { send, organizationId } = await newParty({ plan: 'free' });
    await api.pool.query(
      `INSERT INTO usage_days (organization_id, day, recipients)
       VALUES ($1, date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC')::date, $3)`,
      [organizationId, clock.now(), plans.free.monthlyLimit],
    );
    const refused = await send(1);
    const now = clock.now();
    expect(refused.refusal).toBe('429 quota_exceeded');
    const untilMonth = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000;
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMonth)).toBeLessThan(30);
  });

  it('is refunded for replays, suppressed recipients and refused emails', async () => {
    const { send, organizationId } = await newParty({ plan: 'free' });
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason)
       SELECT gen_random_uuid(), $1, 'r' || n || '@example.com', 'manual' FROM generate_series(0, 39) n`,
      [organizationId],
    );
    for (let count = 0; count < 5; count += 1) expect((await send(50, { header: 'one' })).status).toBe(200);
    // 10 of 50 recipients were left, once.
    await eventually(async () => (await send(dailyCap - 10 > 50 ? 50 : 1)).status === 200);
  });

  it('does not count what test keys send', async () => {
    const { send } = await newParty({ plan: 'free', mode: 'test' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(50)));
    expect(accepted(answers)).toBe(5);
  });

  it('is built again from PostgreSQL when Redis was wiped', async () => {
    const { send } = await newParty({ plan: 'free' });
    expect((await send(50)).status).toBe(200);
    expect((await send(45)).status).toBe(200);
    await api.flushRedis();
    expect((await send(6)).refusal).toBe('429 quota_exceeded');
    expect((await send(5)).status).toBe(200);
  });
});

describe('while Redis is unavailable', () => {
  const recipientsOf = async (organizationId: string): Promise<number> => {
    const { rows } = await api.pool.query<{ sum: string }>(
      'SELECT coalesce(sum(recipient_count), 0) AS sum FROM messages WHERE organization_id = $1',
      [organizationId],
    );
    return Number(rows[0]?.sum);
  };
  const loseRedis = (): void => {
    api.loseRedis();
    replica.loseRedis();
  };
  const regainRedis = async (): Promise<void> => {
    await Promise.all([api.regainRedis(), replica.regainRedis()]);
    // Both use it when a request to one counts on the other: of a new key, which no gateway has counted by itself.
    await eventually(async () => {
      const { key } = await newParty({ rateLimit: 1 });
      const answers = await Promise.all([api.get('/keys/me', key), replica.get('/keys/me', key)]);
      return answers.some(({ status }) => status === 200) && answers.some(({ status }) => status === 429);
    });
  };

  beforeEach(() => clock.stop());
  afterEach(() => {
    clock.go();
    return regainRedis();
  });

  it('sends are accepted for hours, by each gateway within the rate of the key', async () => {
    const { send } = await newParty({ rateLimit: 2 });
    loseRedis();
    for (const hours of [0, 1, 10]) {
      clock.forward(hours * 3_600_000);
      const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    }
  });

  it('the rate of the organization holds over its keys in each gateway', async () => {
    const { organizationId, key } = await newParty({ plan: 'free', rateLimit: 10_000 });
    const other = await createApiKey(api.pool, { organizationId, rateLimit: 10_000 });
    loseRedis();
    const organizationRate = plans.free.requestsPerSecond ?? 0;
    const answers = await Promise.all(
      Array.from({ length: organizationRate + 6 }, (_none, index) =>
        api.get('/keys/me', index % 2 === 0 ? key : other),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(organizationRate);
    expect(answers.filter(({ refusal }) => refusal === '429 rate_limited')).toHaveLength(6);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe(String(organizationRate));
  });

  it('the quota goes on from what PostgreSQL has counted, and one gateway never exceeds it', async () => {
    const { send, organizationId } = await newParty({ plan: 'free' });
    expect((await send(50)).status).toBe(200);
    loseRedis();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(3)));
    expect(accepted(answers)).toBe(Math.floor((dailyCap - 50) / 3));
    expect(await recipientsOf(organizationId)).toBeLessThanOrEqual(dailyCap);
  });

  it('a quota is exceeded by what another gateway accepts within a second, and by no more', async () => {
    const { send, organizationId } = await newParty({ plan: 'free' });
    loseRedis();
    // Both have looked; the clock stands still until it is turned.
    expect((await send(1)).status).toBe(200);
    expect((await send(1, { via: replica })).status).toBe(200);
    for (const via of [api, replica]) {
      await Promise.all(Array.from({ length: 6 }, () => send(20, { via })));
    }
    const exceeded = await recipientsOf(organizationId);
    expect(exceeded).toBeLessThanOrEqual(2 * dailyCap);
    clock.forward(1_100);
    expect((await send(1)).refusal).toBe('429 quota_exceeded');
    expect((await send(1, { via: replica })).refusal).toBe('429 quota_exceeded');
    expect(await recipientsOf(organizationId)).toBe(exceeded);
  });

  it('what was accepted is counted exactly when Redis is back, whichever gateway accepted it', async () => {
    const { send } = await newParty({ plan: 'free' });
    expect((await send(10)).status).toBe(200);
    loseRedis();
    expect((await send(40)).status).toBe(200);
    expect((await send(30, { via: replica })).status).toBe(200);
    clock.go();
    await regainRedis();
    expect((await send(21)).refusal).toBe('429 quota_exceeded');
    expect((await send(20, { via: replica })).status).toBe(200);
    expect((await send(1)).refusal).toBe('429 quota_exceeded');
  });

  it('a gateway that starts without Redis accepts, and settles what its predecessor has accepted', async () => {
    const { send, key } = await newParty({ plan: 'free' });
    expect((await send(10)).status).toBe(200);
    api.loseRedis();
    expect((await send(40)).status).toBe(200);
    const started = await startTestApi({ replicaOf: api, clock, startWithoutRedis: true });
    try {
      expect((await send(30, { via: started })).status).toBe(200);
      clock.go();
      await started.regainRedis();
      await eventually(async () => (await send(21, { via: started })).refusal === '429 quota_exceeded');
      expect((await send(20, { via: started })).status).toBe(200);
      expect((await send(1, { via: started })).refusal).toBe('429 quota_exceeded');
      expect((await started.get('/keys/me', key)).status).toBe(200);
    } finally {
      await started.close();
    }
  });

  it('a revoked key is refused after five seconds at the latest', async () => {
    const { send, key } = await newParty({});
    expect((await send()).status).toBe(200);
    api.loseRedis();
    expect((await send()).status).toBe(200);
    await api.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key.id]);
    clock.forward(5_100);
    expect((await send()).refusal).toBe('401 unauthorized');
  });
});
