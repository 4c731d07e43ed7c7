import { newId } from '@postrider/contracts/ids';
import type { MetricsResource } from '@postrider/contracts/metrics';
import { createApiKey, createDomain, createOrganization } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createStoppedClock } from '../../test/turned-clock';

const clock = createStoppedClock();

const api = useApi({ clock, permission: 'SEND', key: { mode: 'test' }, stream: 'transactional' });

/** `yyyy-mm-dd` of so many days ago, in UTC. */
const day = (daysAgo: number): string =>
  new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);

interface Counted {
  readonly daysAgo?: number;
  readonly facet?: string;
  readonly facetKey?: string;
  readonly domainId?: string;
  readonly organizationId?: string;
  readonly sent?: number;
  readonly delivered?: number;
  readonly hard?: number;
  readonly soft?: number;
  readonly complained?: number;
  readonly opened?: number;
  readonly clicked?: number;
}

async function count(row: Counted): Promise<void> {
  await api.pool.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard,
       bounced_soft, complained, opened, clicked, unsubscribed, delayed, blocked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, 2, 3)`,
    [
      ...[row.organizationId ?? api.organizationId, row.domainId ?? api.domain.id, day(row.daysAgo ?? 0)],
      ...[row.facet ?? 'total', row.facetKey ?? '', row.sent ?? 0, row.delivered ?? 0, row.hard ?? 0],
      ...[row.soft ?? 0, row.complained ?? 0, row.opened ?? 0, row.clicked ?? 0],
    ],
  );
}

const read = (query = '', by = api.key): Promise<Answer<MetricsResource>> => api.get(`/metrics${query}`, by);
const refusal = async (query = '', by = api.key): Promise<string | null> => (await read(query, by)).refusal;

it('GET /metrics has a row for each day of the window, oldest first, that add up to the totals', async () => {
  const other = await api.createDomain();
  await count({ daysAgo: 0, sent: 10, delivered: 8, hard: 1, soft: 1 });
  await count({ daysAgo: 0, domainId: other.id, sent: 5, delivered: 5 });
  await count({ daysAgo: 6, sent: 3, delivered: 1, soft: 2 });
  await count({ daysAgo: 7, sent: 1_000 });
  const { status, body } = await read('?days=7');
  expect(status).toBe(200);
  expect(body).toMatchObject({ object: 'metrics', days: 7, domain: null });
  expect(body.series.map((row) => row.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(day));
  expect(body.series.map((row) => row.sent)).toEqual([3, 0, 0, 0, 0, 0, 15]);
  expect(body.totals).toEqual({
    sent: 18,
    delivered: 14,
    bouncedHard: 1,
    bouncedSoft: 3,
    complained: 0,
    opened: 0,
    clicked: 0,
    unsubscribed: 3,
  });
  expect(body).not.toHaveProperty('by');
  expect(body).not.toHaveProperty('facet');
});

it('covers 30 days by default and up to 90', async () => {
  expect((await read()).body.series).toHaveLength(30);
  expect((await read('?days=90')).body.series).toHaveLength(90);
  expect((await read('?days=1')).body.series).toEqual([expect.objectContaining({ day: day(0), sent: 0 })]);
});

it('answers rates as fractions of what was attempted or delivered', async () => {
  await count({ sent: 100, delivered: 80, hard: 15, soft: 5, complained: 4, opened: 40, clicked: 20 });
  expect((await read()).body.rates).toEqual({
    delivery: 0.8,
    bounce: 0.2,
    hardBounce: 0.15,
    softBounce: 0.05,
    complaint: 0.05,
    open: 0.5,
    click: 0.25,
  });
});

it('counts recipients that were refused at once, and so never sent, as attempted', async () => {
  await count({ sent: 84, delivered: 84, hard: 12, soft: 4 });
  expect((await read()).body.rates).toMatchObject({
    delivery: 0.84,
    bounce: 0.16,
    hardBounce: 0.12,
    softBounce: 0.04,
  });
});

it('answers rates of 0 when nothing was sent', async () => {
  expect(Object.values((await read()).body.rates)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it('keeps large counts exact', async () => {
  await count({ sent: 4_503_599_627_370_497 });
  await count({ sent: 4_000_000_000_000_000, daysAgo: 1 });
  expect((await read()).body.totals.sent).toBe(8_503_599_627_370_497);
});

describe('domain', () => {
  it('is taken by name in any case or by id, and answered by name', async () => {
    await count({ sent: 7 });
    await count({ sent: 5, domainId: newId() });
    for (const named of [
      api.domain.name,
      api.domain.name.toUpperCase(),
      api.domain.id,
      api.domain.id.toUpperCase(),
    ]) {
      expect((await read(`?domain=${named}`)).body).toMatchObject({
        domain: api.domain.name,
        totals: { sent: 7 },
      });
    }
  });

  it('must be one of the organization', async () => {
    const foreign = await createOrganization(api.pool);
    const theirs = await createDomain(api.pool, { organizationId: foreign.id });
    for (const named of [theirs.name, theirs.id, 'unknown.test', newId()]) {
      expect(await refusal(`?domain=${named}`)).toBe('422 unknown_domain');
    }
  });

  it('must be named by a restricted key, and be one of its own', async () => {
    const other = await api.createDomain();
    const restricted = await api.createKey({ domainIds: [api.domain.id] });
    await count({ sent: 7 });
    await count({ sent: 5, domainId: other.id });
    expect(await refusal('', restricted)).toBe('403 forbidden_domain');
    expect(await refusal(`?domain=${other.name}`, restricted)).toBe('422 unknown_domain');
    expect((await read(`?domain=${api.domain.name}`, restricted)).body.totals.sent).toBe(7);
  });
});

describe('facet', () => {
  it('adds a row for each key, most sent first, with delays and blocks', async () => {
    await count({ facet: 'provider', facetKey: 'google', sent: 3, daysAgo: 1 });
    await count({ facet: 'provider', facetKey: 'google', sent: 4 });
    await count({ facet: 'provider', facetKey: 'yahoo', sent: 9 });
    await count({ facet: 'kind', facetKey: 'receipt', sent: 16 });
    await count({ sent: 16 });
    const { body } = await read('?facet=provider');
    expect(body.facet).toBe('provider');
    expect(body.totals.sent).toBe(16);
    expect(body.by).toEqual([
      expect.objectContaining({ key: 'yahoo', label: 'yahoo', sent: 9, delayed: 2, blocked: 3 }),
      expect.objectContaining({ key: 'google', label: 'google', sent: 7, delayed: 4, blocked: 6 }),
    ]);
    expect(body.by?.[0]).not.toHaveProperty('day');
  });

  it('labels keys by their names, also after they are gone', async () => {
    const shop = await api.createKey({ name: 'Shop' });
    const gone = newId();
    await count({ facet: 'key', facetKey: shop.id, sent: 2 });
    await count({ facet: 'key', facetKey: gone, sent: 1 });
    const { body } = await read('?facet=key');
    expect(body.by).toMatchObject([
      { key: shop.id, label: 'Shop' },
      { key: gone, label: gone },
    ]);
  });

  it('labels templates by their slugs, and shows none of another organization', async () => {
    const admin = await api.createKey();
    const content = { slug: 'welcome', subject: 's', text: 't' };
    const template = (await api.post<{ id: string }>('/templates', admin, content)).body.id;
    const stranger = await createOrganization(api.pool);
    const strangerKey = await createApiKey(api.pool, { organizationId: stranger.id });
    const foreign = (await api.post<{ id: string }>('/templates', strangerKey, content)).body.id;
    await count({ facet: 'template', facetKey: template, sent: 2 });
    await count({ facet: 'template', facetKey: foreign, sent: 1 });
    expect((await read('?facet=template')).body.by).toMatchObject([
      { key: template, label: 'welcome' },
      { key: foreign, label: foreign },
    ]);
  });

  it.each(['template', 'kind'])('breaks down by %s, to one key when asked', async (facet) => {
    await count({ facet, facetKey: 'welcome', sent: 2 });
    await count({ facet, facetKey: 'receipt', sent: 1 });
    expect((await read(`?facet=${facet}`)).body.by).toHaveLength(2);
    expect((await read(`?facet=${facet}&key=receipt`)).body.by).toMatchObject([{ key: 'receipt', sent: 1 }]);
    expect((await read(`?facet=${facet}&key=none`)).body.by).toEqual([]);
  });

  it('counts the domain asked for', async () => {
    await count({ facet: 'kind', facetKey: 'receipt', sent: 2 });
    await count({ facet: 'kind', facetKey: 'receipt', sent: 5, domainId: newId() });
    expect((await read(`?facet=kind&domain=${api.domain.name}`)).body.by).toMatchObject([{ sent: 2 }]);
  });
});

describe('csv', () => {
  it('is the series', async () => {
    await count({ sent: 3, delivered: 2, hard: 1 });
    const { text, headers } = await read('?format=csv&days=2');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      'day,sent,delivered,bouncedHard,bouncedSoft,complained,opened,clicked,unsubscribed\n' +
        `${day(1)},0,0,0,0,0,0,0,0\n${day(0)},3,2,1,0,0,0,0,1\n`,
    );
  });

  it('is the breakdown when a facet is set, with formulas made harmless', async () => {
    const shop = await api.createKey({ name: '=HYPERLINK("x","y"), Shop' });
    await count({ facet: 'key', facetKey: shop.id, sent: 3 });
    const { text } = await read('?format=csv&facet=key');
    expect(text).toBe(
      'key,label,sent,delivered,bouncedHard,bouncedSoft,complained,opened,clicked,unsubscribed,delayed,blocked\n' +
        `${shop.id},"'=HYPERLINK(""x"",""y""), Shop",3,0,0,0,0,0,0,1,2,3\n`,
    );
  });
});

it('shows nothing of another organization', async () => {
  const foreign = await createOrganization(api.pool);
  const foreignKey = await createApiKey(api.pool, { organizationId: foreign.id });
  await count({ sent: 7 });
  await count({ sent: 7, facet: 'kind', facetKey: 'receipt' });
  const { body } = await read('?facet=kind', foreignKey);
  expect([body.totals.sent, body.by]).toEqual([0, []]);
});

it.each([
  '?days=0',
  '?days=91',
  '?days=-1',
  '?days=1.5',
  '?days=x',
  '?days=',
  '?facet=day',
  '?format=xml',
  '?domain=',
])('GET /metrics refuses %s', async (query) => expect(await refusal(query)).toBe('422 validation_error'));
