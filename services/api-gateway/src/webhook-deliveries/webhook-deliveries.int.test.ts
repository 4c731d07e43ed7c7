import { newId } from '@postrider/contracts/ids';
import {
  webhookDeliveryId,
  type ReplayWebhookDeliveriesResponse,
  type WebhookDeliveryResource,
  type WebhookDeliverySummary,
  type WebhookReplayResource,
} from '@postrider/contracts/webhooks';
import {
  createApiKey,
  createOrganization,
  createEmailEvent,
  createMember,
  createMessage,
  createWebhookEndpoint,
  eventually,
} from '@postrider/testkit';
import type { Page } from '../paging/page';
import { openBrowser } from '../../test/console-browser';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { connectTestRedis } from '../../test/test-redis';

let endpointId: string;

const api = useApi();
beforeEach(async () => {
  endpointId = await endpoint();
});

async function endpoint(status: 'enabled' | 'disabled' = 'enabled'): Promise<string> {
  const url = 'https://hooks.example.com/';
  return (await createWebhookEndpoint(api.pool, { organizationId: api.organizationId, url, status })).id;
}

interface Delivered {
  readonly status?: string;
  readonly type?: string;
  readonly attempts?: number;
  readonly leaseUntil?: Date;
  readonly nextAttemptAt?: Date;
}

/** A row as the dispatcher leaves it. @returns its id */
async function delivery(options: Delivered = {}): Promise<string> {
  const { status = 'delivered', type = 'email.sent', attempts = 1 } = options;
  const id = newId();
  const isPending = status === 'pending';
  await api.pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status,
            attempts, next_attempt_at, lease_until, payload, created_at, delivered_at)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, now(), $11)`,
    [
      ...[id, endpointId, api.organizationId, newId(), type, status, attempts],
      isPending ? (options.nextAttemptAt ?? new Date(Date.now() + 3_600_000)) : null,
      options.leaseUntil ?? null,
      isPending ? '{"kept":true}' : null,
      status === 'delivered' ? new Date() : null,
    ],
  );
  return id;
}

const at = (rest = '', id = endpointId): string => `/webhooks/${id}${rest}`;
const list = (query = '', by = api.key): Promise<Answer<Page<WebhookDeliverySummary>>> =>
  api.get(at(`/deliveries${query}`), by);
const read = (id: string, by = api.key): Promise<Answer<WebhookDeliveryResource>> =>
  api.get(at(`/deliveries/${id}`), by);
const replayOne = (id: string, by = api.key): Promise<Answer<WebhookDeliveryResource>> =>
  api.post(at(`/deliveries/${id}/replay`), by);
const replay = (body: unknown, by = api.key): Promise<Answer<WebhookReplayResource>> =>
  api.post(at('/replay'), by, body);

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly attempts_before: number;
  readonly next_attempt_at: Date;
  readonly lease_until: Date | null;
  readonly payload: string | null;
}

async function rowOf(id: string): Promise<Row> {
  const { rows } = await api.pool.query<Row>('SELECT * FROM webhook_deliveries WHERE id = $1', [id]);
  if (!rows[0]) throw new Error('no delivery');
  return rows[0];
}

describe('the delivery log', () => {
  it('lists over pages, newest first, by status and by type', async () => {
    const sent = await delivery();
    const bounced = await delivery({ type: 'email.bounced', status: 'exhausted', attempts: 8 });
    const waiting = await delivery({ status: 'pending' });
    const ids = async (query = ''): Promise<string[]> => (await list(query)).body.data.map(({ id }) => id);
    expect(await ids()).toEqual([waiting, bounced, sent]);
    expect(await ids('?status=exhausted')).toEqual([bounced]);
    expect(await ids('?status=pending')).toEqual([waiting]);
    expect(await ids('?event_type=email.sent')).toEqual([waiting, sent]);
    expect(await ids('?event_type=email.sent&status=delivered')).toEqual([sent]);
    const first = await list('?limit=2');
    expect(await ids(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([sent]);
    expect((await list('?status=lost')).refusal).toBe('422 validation_error');
    expect((await list('?cursor=abc')).refusal).toBe('422 invalid_cursor');
  });

  it('is filtered by email and by time', async () => {
    const { pool } = api;
    const message = await createMessage(pool, { organizationId: api.organizationId });
    const event = await createEmailEvent(pool, message, { type: 'sent' });
    const ofEmail = webhookDeliveryId(event.id, endpointId);
    await pool.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, created_at)
       VALUES ($1, $2, $3, $4, $5, 'email.sent', 'delivered', 1, now())`,
      [ofEmail, endpointId, api.organizationId, event.id, message.id],
    );
    const other = await delivery();
    const ids = async (query: string): Promise<string[]> => (await list(query)).body.data.map(({ id }) => id);
    expect(await ids(`?email=${message.id}`)).toEqual([ofEmail]);
    expect(await ids(`?email=${message.id}&status=pending`)).toEqual([]);
    expect(await ids(`?email=${newId()}`)).toEqual([]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect((await ids(`?since=${hourAgo}`)).toSorted()).toEqual([ofEmail, other].toSorted());
    expect(await ids(`?until=${hourAgo}`)).toEqual([]);
    expect((await list(`?since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z`)).refusal).toBe(
      '422 validation_error',
    );
  });

  it('has a cursor for each endpoint', async () => {
    for (let n = 0; n < 2; n += 1) await delivery();
    const { next_cursor: cursor } = (await list('?limit=1')).body;
    const other = await endpoint();
    expect((await api.get(at(`/deliveries?cursor=${cursor}`, other), api.key)).refusal).toBe(
      '422 invalid_cursor',
    );
  });

  it('shows every attempt with status, latency and what was answered', async () => {
    const id = await delivery({ attempts: 2 });
    await api.pool.query(
      `INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms, error, response)
       VALUES ($1, 2, now(), 200, 31, NULL, 'ok'), ($1, 1, now(), NULL, 5000, 'timeout', NULL)`,
      [id],
    );
    const { body } = await read(id);
    expect(body).toMatchObject({
      object: 'webhook_delivery',
      id,
      webhook_id: endpointId,
      event_type: 'email.sent',
      status: 'delivered',
      attempt_count: 2,
      next_attempt_at: null,
    });
    expect(body.attempts).toMatchObject([
      { number: 1, status: null, latency_ms: 5_000, error: 'timeout', response: null },
      { number: 2, status: 200, latency_ms: 31, error: null, response: 'ok' },
    ]);
    // Its event is gone.
    expect(body).toMatchObject({ body: null, body_rebuilt: false });
  });
});

it('shows the stored body of a delivery while attempts remain, to those who may read content', async () => {
  const id = await delivery({ status: 'pending' });
  expect((await read(id)).body).toMatchObject({ body: '{"kept":true}', body_rebuilt: false });
  const member = await createMember(api.pool, {
    organizationId: api.organizationId,
    role: 'admin',
    content: false,
  });
  const answer = await openBrowser(api, member).get<WebhookDeliveryResource>(at(`/deliveries/${id}`), {
    organizationId: api.organizationId,
  });
  expect(answer.body).toMatchObject({ id, body: null });
});

it('replays several deliveries, each for itself', async () => {
  const [one, two] = [await delivery({ status: 'exhausted', attempts: 8 }), await delivery()];
  const ids = [one, newId(), two, 'x'];
  const { body } = await api.post<ReplayWebhookDeliveriesResponse>(at('/deliveries/replay'), api.key, {
    ids,
  });
  expect(body.data).toMatchObject([
    { id: one, status: 'pending' },
    { error: { code: 'not_found' } },
    { id: two, status: 'pending' },
    { error: { code: 'not_found' } },
  ]);
});

describe('a test', () => {
  it('is a delivery of its own that is due, whatever the endpoint chose', async () => {
    await api.send(at(), { method: 'PATCH', key: api.key, body: { events: ['email.bounced'] } });
    const { status, body } = await api.post<WebhookDeliveryResource>(at('/test'), api.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      event_type: 'webhook.test',
      status: 'pending',
      attempts: [],
      email_id: null,
    });
    expect((await read(body.id)).body).toEqual(body);
    expect((await rowOf(body.id)).next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

it('sends the sample of another event as a test, marked as one', async () => {
  const event = { event_type: 'email.bounced' };
  const before = Date.now();
  const { body } = await api.post<WebhookDeliveryResource>(at('/test'), api.key, event);
  expect(body).toMatchObject({ event_type: 'email.bounced', status: 'pending', email_id: null });
  const sent = JSON.parse(body.body ?? '') as { created_at: string };
  expect(sent).toMatchObject({ type: 'email.bounced', data: { mode: 'test', recipient: 'ada@example.com' } });
  expect(Date.parse(sent.created_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(sent.created_at)).toBeLessThanOrEqual(Date.now());
  const refused = await api.post(at('/test'), api.key, { event_type: 'email.burnt' });
  expect(refused).toMatchObject({ refusal: '422 validation_error' });
});

describe('a replay of one delivery', () => {
  it.each(['delivered', 'exhausted'])(
    'makes it due again after it was %s, with a new schedule',
    async (status) => {
      const id = await delivery({ status, attempts: 8 });
      expect((await replayOne(id)).body).toMatchObject({ id, status: 'pending', attempt_count: 8 });
      expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 8, attempts_before: 8 });
      expect((await rowOf(id)).next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
    },
  );

  it('has one that waits tried now, with the body it has', async () => {
    const id = await delivery({ status: 'pending', attempts: 5 });
    await replayOne(id);
    await replayOne(id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'pending', attempts_before: 5, payload: '{"kept":true}' });
    expect(row.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('does not touch a delivery that is being attempted', async () => {
    const leaseUntil = new Date(Date.now() + 30_000);
    const id = await delivery({ status: 'pending', leaseUntil, nextAttemptAt: leaseUntil });
    expect((await replayOne(id)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ lease_until: leaseUntil, next_attempt_at: leaseUntil });
  });
});

describe('a replay of a stretch', () => {
  const since = '2026-11-01T00:00:00Z';

  it('is kept as a row, which a wiped broker cannot lose', async () => {
    const until = '2026-11-02T00:00:00.000Z';
    const { status, body } = await replay({ since, until, events: ['email.sent', 'email.bounced'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'webhook_replay',
      webhook_id: endpointId,
      since: '2026-11-01T00:00:00.000Z',
      until,
      events: ['email.bounced', 'email.sent'],
      status: 'running',
      deliveries: 0,
      finished_at: null,
    });
    expect((await api.get(at(`/replays/${body.id}`), api.key)).body).toEqual(body);
  });

  it('goes up to now by default, and is not begun twice while it runs', async () => {
    const before = Date.now();
    const { body } = await replay({ since });
    expect(Date.parse(body.until)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.until)).toBeLessThanOrEqual(Date.now());
    const again = await Promise.all([1, 2, 3].map(() => replay({ since, until: body.until })));
    expect(again.map((answer) => answer.body.id)).toEqual([body.id, body.id, body.id]);
  });

  it('has to wait when many are under way', async () => {
    for (let day = 10; day < 20; day += 1) await replay({ since: `2026-10-${day}T00:00:00Z` });
    const refused = await replay({ since });
    expect(refused.refusal).toBe('429 rate_limited');
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  it.each([
    [{}],
    [{ since: 'yesterday' }],
    [{ since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' }],
    [{ since: '2126-11-02T00:00:00Z' }],
    [{ since: '2026-11-02T00:00:00Z', events: ['webhook.test'] }],
  ])('is refused for %j', async (body) => {
    expect((await replay(body)).refusal).toBe('422 validation_error');
  });
});

it('says that a disabled endpoint has to be enabled first', async () => {
  endpointId = await endpoint('disabled');
  const id = await delivery({ status: 'exhausted' });
  const answers = [
    await api.post(at('/test'), api.key),
    await replayOne(id),
    await replay({ since: '2026-11-01T00:00:00Z' }),
  ];
  for (const { refusal, text } of answers) {
    expect(refusal).toBe('422 validation_error');
    expect(text).toContain('Enable it first');
  }
  expect(await rowOf(id)).toMatchObject({ status: 'exhausted' });
});

it('records what was asked for, and tells the dispatchers', async () => {
  const subscriber = connectTestRedis(api.context.redisUrl);
  const heard: string[] = [];
  subscriber.on('message', (_channel: string, message: string) => heard.push(message));
  await eventually(() => subscriber.status === 'ready');
  await subscriber.subscribe('postrider:webhook-endpoints');
  const id = await delivery();
  await api.post(at('/test'), api.key);
  await replayOne(id);
  await replay({ since: '2026-11-01T00:00:00Z' });
  await eventually(() => heard.filter((message) => message === api.organizationId).length === 3);
  subscriber.disconnect();
  const { rows } = await api.pool.query(
    'SELECT action, target_type, target_id, actor_id FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const common = { actor_id: api.key.id };
  expect(rows).toEqual([
    { ...common, action: 'webhook.test', target_type: 'webhook', target_id: endpointId },
    { ...common, action: 'webhook_delivery.replay', target_type: 'webhook_delivery', target_id: id },
    { ...common, action: 'webhook.replay', target_type: 'webhook', target_id: endpointId },
  ]);
});

it('replaying deliveries is for live ADMIN keys of the organization that see every domain', async () => {
  const { pool } = api;
  const id = await delivery();
  const stranger = await createOrganization(pool);
  const domain = await api.createDomain();
  const refusals = [
    [await api.createKey({ permission: 'FULL' }), '403 forbidden'],
    [await api.createKey({ permission: 'ADMIN', mode: 'test' }), '403 test_key_not_allowed'],
    [await api.createKey({ domainIds: [domain.id] }), '403 forbidden_domain'],
    [await createApiKey(pool, { organizationId: stranger.id }), '404 not_found'],
  ] as const;
  for (const [by, refusal] of refusals) {
    const answers = [
      await list('', by),
      await read(id, by),
      await replayOne(id, by),
      await replay({ since: '2026-11-01T00:00:00Z' }, by),
      await api.post(at('/test'), by),
      await api.get(at(`/replays/${id}`), by),
    ];
    expect(answers.map((answer) => answer.refusal)).toEqual(answers.map(() => refusal));
  }
  expect(await rowOf(id)).toMatchObject({ status: 'delivered' });
});

it('knows a delivery and a replay under their own endpoint only', async () => {
  const id = await delivery();
  const started = await replay({ since: '2026-11-01T00:00:00Z' });
  const other = await endpoint();
  expect((await api.get(at(`/deliveries/${id}`, other), api.key)).refusal).toBe('404 not_found');
  expect((await api.post(at(`/deliveries/${id}/replay`, other), api.key)).refusal).toBe('404 not_found');
  expect((await api.get(at(`/replays/${started.body.id}`, other), api.key)).refusal).toBe('404 not_found');
  expect((await read('no-id')).refusal).toBe('404 not_found');
  expect((await replayOne(newId())).refusal).toBe('404 not_found');
});

it('shows the newest attempts of a delivery that was replayed again and again', async () => {
  const id = await delivery({ attempts: 60 });
  await api.pool.query(
    `INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms, response)
     SELECT $1, n, now(), 200, 5, repeat('x', 4096) FROM generate_series(1, 60) AS n`,
    [id],
  );
  const { body } = await read(id);
  expect(body.attempt_count).toBe(60);
  expect(body.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_none, n) => n + 11));
});

it('refuses to replay a delivery that was tried a thousand times', async () => {
  const id = await delivery({ attempts: 1_000 });
  const { refusal, body } = await replayOne(id);
  expect(refusal).toBe('422 validation_error');
  expect(JSON.stringify(body)).toContain('1000 times');
  expect((await read(id)).body.status).toBe('delivered');
  expect((await replayOne(await delivery({ attempts: 999 }))).status).toBe(200);
});

it('ends a search of the log that finds little with a cursor that goes on', async () => {
  const wanted = await delivery({ type: 'email.bounced' });
  await api.pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts, created_at)
     SELECT (left($3::text, 24) || lpad(n::text, 12, '0'))::uuid, $1, $2, $2, 'email.sent', 'delivered', 1, now()
       FROM generate_series(1, 4500) AS n`,
    [endpointId, api.organizationId, newId()],
  );
  const found: string[] = [];
  let [pages, cursor] = [0, ''];
  do {
    const { body } = await list(`?event_type=email.bounced${cursor && `&cursor=${cursor}`}`);
    found.push(...body.data.map(({ id }) => id));
    pages += 1;
    cursor = body.next_cursor ?? '';
  } while (cursor !== '');
  expect([found, pages]).toEqual([[wanted], 3]);
});
