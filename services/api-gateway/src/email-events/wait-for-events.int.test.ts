import { consoleChangesChannel } from '@postrider/contracts/queues';
import type { EmailEventEntry } from '@postrider/contracts/webhooks';
import type { RedisClient } from '@postrider/messaging';
import {
  createApiKey,
  createEmailEvent,
  createMessage,
  createOrganization,
  eventually,
  type ApiKeyFixture,
  type MessageFixture,
} from '@postrider/testkit';
import { connectTestRedis } from '../../test/test-redis';
import { useApi } from '../../test/use-api';

interface EventPage {
  readonly data: readonly EmailEventEntry[];
  readonly recent?: readonly EmailEventEntry[];
  readonly has_more: boolean;
  readonly next_cursor: string;
}

const api = useApi({ alone: true });
let redis: RedisClient;
let message: MessageFixture;
beforeAll(async () => {
  redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
});
afterAll(() => redis.disconnect());
beforeEach(async () => {
  message = await createMessage(api.pool, { organizationId: api.organizationId });
});

const read = (query: string, key: ApiKeyFixture = api.key) =>
  api.get<EventPage>(`/email-events?since=now&recent=start&${query}`, key);
/** An event is recent for ten seconds. */
const eventsOf = ({ data, recent = [] }: EventPage): string[] => [...data, ...recent].map(({ id }) => id);
const waits = async () => Number(/^email_waits (\d+)$/m.exec(await api.metrics())?.[1] ?? Number.NaN);
const happens = (of: MessageFixture = message) =>
  createEmailEvent(api.pool, of, { type: 'delivered', recordedAt: new Date() });

/** As metrics-aggregator publishes it, until `stop`: the gateway may not have subscribed yet. */
function publishing({ id, domainId }: MessageFixture): { stop(): void } {
  const change = JSON.stringify({ [api.organizationId]: [['email', id, domainId]] });
  const timer = setInterval(() => void redis.publish(consoleChangesChannel, change), 50);
  return { stop: () => clearInterval(timer) };
}

it('answers with an event as soon as its change is published', async () => {
  const answer = read('wait=60');
  await eventually(async () => (await waits()) === 1);
  const { id } = await happens();
  const published = publishing(message);
  const { body } = await answer;
  published.stop();
  expect(eventsOf(body)).toEqual([id]);
  expect(await waits()).toBe(0);
});

it('answers at once when there are events, and after the time without one', async () => {
  const { id } = await happens();
  const at = new Date(Date.now() - 60_000).toISOString();
  const known = await api.get<EventPage>(`/email-events?since=${at}&recent=start&wait=60`);
  expect(eventsOf(known.body)).toContain(id);
  const empty = await read('wait=1&email_id=00000000-0000-7000-8000-000000000000');
  expect(empty.body).toMatchObject({ data: [], recent: [], has_more: false });
});

it('looks for itself if nothing is published, and keeps on waiting after a change that does not match', async () => {
  const answer = read('wait=60&type=email.delivered');
  await eventually(async () => (await waits()) === 1);
  await createEmailEvent(api.pool, message, { type: 'sent', recordedAt: new Date() });
  const published = publishing(message);
  await api.get('/keys/me');
  published.stop();
  const { id } = await happens();
  expect(eventsOf((await answer).body)).toEqual([id]);
});

it('shows another organization and a key of other domains nothing', async () => {
  const stranger = await createOrganization(api.pool);
  const foreign = await createApiKey(api.pool, { organizationId: stranger.id });
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  const answers = [foreign, restricted].map((key) => read('wait=60', key));
  await eventually(async () => (await waits()) === 2);
  await happens();
  const published = publishing(message);
  await api.get('/keys/me');
  const own = [
    await createMessage(api.pool, { organizationId: stranger.id }),
    await createMessage(api.pool, { organizationId: api.organizationId, domainId: domain.id }),
  ];
  const ids: string[] = [];
  for (const each of own) ids.push((await happens(each)).id);
  const seen = (await Promise.all(answers)).map(({ body }) => eventsOf(body));
  expect(seen).toEqual(ids.map((id) => [id]));
  published.stop();
});

it('refuses more than twenty of a key, and holds no connection to the database meanwhile', async () => {
  const open = Array.from({ length: 20 }, () => read('wait=60'));
  await eventually(async () => (await waits()) === 20);
  expect((await read('wait=60')).refusal).toBe('429 rate_limited');
  expect((await read('limit=1')).status).toBe(200);
  // Each looks once more when it begins to wait, and every five seconds.
  await eventually(async () => {
    const { rows } = await api.pool.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
        WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() AND query LIKE '%email_events%'`,
    );
    return rows[0]?.busy === 0;
  });
  await happens();
  const published = publishing(message);
  for (const { status } of await Promise.all(open)) expect(status).toBe(200);
  published.stop();
  await eventually(async () => (await waits()) === 0);
});

it.each(['0', '61', 'x', '1.5'])('refuses wait=%s', async (seconds) => {
  const { refusal, body } = await read(`wait=${seconds}`);
  expect(refusal).toBe('422 validation_error');
  expect(JSON.stringify(body)).toContain('wait: must be a whole number between 1 and 60');
});
