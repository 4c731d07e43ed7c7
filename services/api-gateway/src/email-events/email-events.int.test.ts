import { newId } from '@postrider/contracts/ids';
import { emailWebhookBody, type EmailEventEntry } from '@postrider/contracts/webhooks';
import { uuidV7Floor } from '@postrider/db';
import {
  createApiKey,
  createEmailEvent,
  createMessage,
  createOrganization,
  eventually,
  eventuallyPasses,
  type ApiKeyFixture,
  type MessageFixture,
} from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

interface EventPage {
  readonly object: 'list';
  readonly data: readonly EmailEventEntry[];
  readonly next_cursor: string;
  readonly has_more: boolean;
  readonly recent?: readonly EmailEventEntry[];
  readonly recent_cursor?: string;
}
let message: MessageFixture;
/** How far the gateway's clock is ahead. */
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

const api = useApi({ clock });
beforeEach(async () => {
  const { pool } = api;
  aheadMs = 0;
  message = await createMessage(pool, {
    organizationId: api.organizationId,
    metadata: { order: '7' },
    kind: 'receipt',
  });
});

const readEvents = (query = '', by = api.key): Promise<Answer<EventPage>> =>
  api.get(`/email-events${query}`, by);

/** Everything after the cursor, page by page. @returns the ids, and the cursor behind them */
async function readOn(
  after: string | null,
  by = api.key,
  limit = 3,
): Promise<{ ids: string[]; next: string }> {
  const ids: string[] = [];
  for (let cursor = after; ;) {
    const from = cursor === null ? '' : `&after=${cursor}`;
    const { body } = await readEvents(`?limit=${limit}${from}`, by);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.next_cursor;
    if (!body.has_more) return { ids, next: cursor };
  }
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

it('returns what webhooks delivered, oldest first', async () => {
  const { pool } = api;
  const sent = await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(5) });
  const bounced = await createEmailEvent(pool, message, {
    type: 'bounced',
    bounceType: 'hard',
    failureClass: 'inactive',
    recordedAt: minutesAgo(4),
  });
  const { body } = await readEvents();
  const email = {
    id: message.id,
    message_id: `<${message.id}@mail.example.com>`,
    from: 'Shop <shop@mail.example.com>',
    to: ['jane@example.com'],
    subject: 'Hello',
    kind: 'receipt',
    tags: null,
    template: null,
    metadata: { order: '7' },
  };
  const common = { email, mode: 'live' as const, recipient: 'jane@example.com', detail: null, url: null };
  expect(body).toEqual({
    object: 'list',
    data: [
      {
        object: 'email_event',
        id: sent.id,
        ...emailWebhookBody({
          ...common,
          type: 'email.sent',
          occurred_at: sent.occurredAt.toISOString(),
          bounce_type: null,
        }),
      },
      {
        object: 'email_event',
        id: bounced.id,
        ...emailWebhookBody({
          ...common,
          type: 'email.bounced',
          occurred_at: bounced.occurredAt.toISOString(),
          bounce_type: 'hard',
          failure_class: 'inactive',
        }),
      },
    ],
    next_cursor: expect.any(String),
    has_more: false,
  });
});

it('the event stream is read page by page, and goes on where it ended, also when nothing came', async () => {
  const { pool } = api;
  const empty = await readEvents();
  expect(empty.body).toMatchObject({ data: [], has_more: false });
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    ids.push((await createEmailEvent(pool, message, { type: 'opened', recordedAt: minutesAgo(20 - n) })).id);
  }
  const first = await readOn(empty.body.next_cursor);
  expect(first.ids).toEqual(ids);
  expect(await readOn(first.next)).toMatchObject({ ids: [] });
  const later = await createEmailEvent(pool, message, { type: 'clicked', recordedAt: minutesAgo(2) });
  expect((await readOn(first.next)).ids).toEqual([later.id]);
});

it('leaves out events that no webhook delivers', async () => {
  const { pool } = api;
  await createEmailEvent(pool, message, { type: 'queued', recordedAt: minutesAgo(5) });
  await createEmailEvent(pool, message, { type: 'suppressed', recordedAt: minutesAgo(4) });
  const sent = await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(3) });
  expect((await readOn(null)).ids).toEqual([sent.id]);
});

/** Any transaction that writes holds a reader back, also those of the gateway itself: what a reader may see, it sees in the end. */
describe('while events are being written', () => {
  /** A writer that has made its event, and not committed it. */
  async function openWriter(recordedAt: Date) {
    const client = await api.pool.connect();
    await client.query('BEGIN');
    const { id } = await createEmailEvent(client, message, { type: 'sent', recordedAt });
    const end = async (how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
      await client.query(how);
      client.release();
    };
    return { id, end };
  }

  it('does not pass by one that is committed late', async () => {
    const { pool } = api;
    const late = await openWriter(new Date());
    const early = await createEmailEvent(pool, message, {
      type: 'delivered',
      recordedAt: new Date(Date.now() + 5),
    });
    // A minute later only the open transaction holds the reader back.
    aheadMs = 60_000;
    const before = await readOn(null);
    expect(before.ids).toEqual([]);
    await late.end('COMMIT');
    await eventuallyPasses(async () =>
      expect(await readOn(before.next)).toMatchObject({ ids: [late.id, early.id] }),
    );
  });

  it('is not held up for ever by one that is rolled back', async () => {
    const { pool } = api;
    const given = await openWriter(new Date());
    const kept = await createEmailEvent(pool, message, { type: 'delivered', recordedAt: new Date() });
    await given.end('ROLLBACK');
    aheadMs = 60_000;
    await eventuallyPasses(async () => expect((await readOn(null)).ids).toEqual([kept.id]));
  });

  it('leaves the last seconds to writers that have made an id and not begun', async () => {
    const { pool } = api;
    const old = await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(1) });
    await createEmailEvent(pool, message, { type: 'delivered', recordedAt: new Date(Date.now() + 60_000) });
    expect((await readOn(null)).ids).toEqual([old.id]);
    aheadMs = 120_000;
    await eventuallyPasses(async () => expect((await readOn(null)).ids).toHaveLength(2));
  });

  it('gives a reader that never pauses every event once, in order', async () => {
    const { pool } = api;
    // Takes away the seconds that ids may be older than their transactions: these begin first.
    aheadMs = 10_000;
    const made: string[] = [];
    let writing = true;
    const write = async (): Promise<void> => {
      const client = await pool.connect();
      for (let n = 0; n < 25; n += 1) {
        await client.query('SELECT pg_sleep($1)', [Math.random() * 0.03]);
        await client.query('BEGIN');
        await client.query('SELECT pg_current_xact_id()');
        made.push((await createEmailEvent(client, message, { type: 'opened' })).id);
        // Commits come in another order than ids.
        await client.query('SELECT pg_sleep($1)', [Math.random() * 0.03]);
        await client.query('COMMIT');
      }
      client.release();
    };
    const writers = Promise.all([write(), write()]).finally(() => (writing = false));
    const seen: string[] = [];
    let cursor: string | null = null;
    const readNext = async (): Promise<void> => {
      const page: { ids: string[]; next: string } = await readOn(cursor, api.key, 10);
      seen.push(...page.ids);
      cursor = page.next;
    };
    while (writing) await readNext();
    await writers;
    aheadMs = 60_000;
    await eventually(async () => {
      await readNext();
      return seen.length >= made.length;
    });
    expect(seen).toEqual(made.toSorted());
  });
});

it('shows a restricted key the events of its domains, and the way past the others', async () => {
  const { pool } = api;
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id], permission: 'SEND' });
  const own = await createMessage(pool, { organizationId: api.organizationId, domainId: domain.id });
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    await createEmailEvent(pool, message, { type: 'opened', recordedAt: minutesAgo(20 - n) });
    ids.push((await createEmailEvent(pool, own, { type: 'opened', recordedAt: minutesAgo(20 - n) })).id);
  }
  await createEmailEvent(pool, message, { type: 'opened', recordedAt: minutesAgo(2) });
  const read = await readOn(null, restricted, 2);
  expect(read.ids).toEqual(ids);
  expect((await readOn(read.next, restricted)).ids).toEqual([]);
  expect((await readOn(null)).ids).toHaveLength(9);
});

it('looks at many events of other domains in one page, and never at all of them', async () => {
  const { pool } = api;
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  await pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
     SELECT $1, (substr(floor::text, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid, $2, 0, 'a@example.com', 'opened', n::text,
            now(), 'live'
       FROM generate_series(1, 1500) n, (SELECT $3::uuid AS floor) f`,
    [
      message.id,
      api.organizationId,
      (await createEmailEvent(pool, message, { recordedAt: minutesAgo(9) })).id,
    ],
  );
  const first = await readEvents('', restricted);
  expect(first.body).toMatchObject({ data: [], has_more: true });
  expect((await readEvents(`?after=${first.body.next_cursor}`, restricted)).body).toMatchObject({
    data: [],
    has_more: false,
  });
});

describe('filters', () => {
  it('begins now or at a time', async () => {
    const { pool } = api;
    await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(30) });
    const opened = await createEmailEvent(pool, message, { type: 'opened', recordedAt: minutesAgo(10) });
    const idsOf = async (since: string) =>
      (await readEvents(`?since=${encodeURIComponent(since)}`)).body.data.map(({ id }) => id);
    expect(await idsOf(minutesAgo(20).toISOString())).toEqual([opened.id]);
    expect(await idsOf(minutesAgo(20).toISOString().replace('Z', '+00:00'))).toEqual([opened.id]);
    expect(await idsOf(minutesAgo(5).toISOString())).toEqual([]);
    expect(await idsOf('1905-01-01T00:00:00Z')).toHaveLength(2);
    const now = await readEvents('?since=now');
    expect(now.body).toMatchObject({ data: [], has_more: false });
    const clicked = await createEmailEvent(pool, message, { type: 'clicked', recordedAt: new Date() });
    aheadMs = 60_000;
    await eventuallyPasses(async () =>
      expect((await readOn(now.body.next_cursor)).ids).toEqual([clicked.id]),
    );
  });

  it.each([
    ['type=email.bounced', ['bounced', 'bounced test']],
    ['mode=test', ['sent test', 'bounced test']],
    ['type=email.bounced&mode=live', ['bounced']],
    ['type=email.complained', []],
  ])('returns only events of ?%s', async (filter, wanted) => {
    const { pool } = api;
    const simulated = await createMessage(pool, { organizationId: api.organizationId, mode: 'test' });
    const labels = new Map<string, string>();
    for (const [index, type] of (['sent', 'bounced', 'opened'] as const).entries()) {
      const of = (each: MessageFixture) =>
        createEmailEvent(pool, each, { type, recordedAt: minutesAgo(9 - index) });
      labels.set((await of(message)).id, type);
      if (type !== 'opened') labels.set((await of(simulated)).id, `${type} test`);
    }
    const { body } = await readEvents(`?${filter}`);
    expect(body.data.map(({ id }) => labels.get(id))).toEqual(wanted);
    expect(body.has_more).toBe(false);
  });

  it('returns only events of one email, of the own organization', async () => {
    const { pool } = api;
    const other = await createMessage(pool, { organizationId: api.organizationId });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      await createEmailEvent(pool, other, { type: 'opened', recordedAt: minutesAgo(9 - n) });
      ids.push((await createEmailEvent(pool, message, { type: 'opened', recordedAt: minutesAgo(9 - n) })).id);
    }
    const first = await readEvents(`?email_id=${message.id}&limit=2`);
    expect([first.body.data.map(({ id }) => id), first.body.has_more]).toEqual([ids.slice(0, 2), true]);
    const second = await readEvents(`?email_id=${message.id}&after=${first.body.next_cursor}`);
    expect([second.body.data.map(({ id }) => id), second.body.has_more]).toEqual([ids.slice(2), false]);
    const stranger = await createOrganization(pool);
    const foreign = await createApiKey(pool, { organizationId: stranger.id });
    expect((await readEvents(`?email_id=${message.id}`, foreign)).body.data).toEqual([]);
  });

  it.each([
    [(of: string) => `type=email.bounced&after=${of}`, 3],
    [(of: string) => `mode=test&after=${of}`, 3],
    [(of: string) => `email_id=${newId()}&after=${of}`, 1],
  ])('that match nothing come to an end in pages that look at a part (%#)', async (query, pages) => {
    const { pool } = api;
    await createEmailEvent(pool, message, {
      type: 'opened',
      recordedAt: minutesAgo(9),
    });
    const { body: start } = await readEvents('?limit=1');
    await pool.query(
      `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
       SELECT $1, (substr($3, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid, $2, 0, 'a@example.com', 'opened', n::text, now(), 'live'
         FROM generate_series(1, 12000) n`,
      [message.id, api.organizationId, uuidV7Floor(minutesAgo(8))],
    );
    let read = 0;
    for (let after = start.next_cursor, hasMore = true; hasMore; read += 1) {
      const { body } = await readEvents(`?${query(after)}`);
      expect(body.data).toEqual([]);
      expect(body.has_more && body.next_cursor === after).toBe(false);
      [after, hasMore] = [body.next_cursor, body.has_more];
    }
    expect(read).toBe(pages);
  });

  it.each([
    'since=yesterday',
    'since=now&after=x',
    'type=bounced',
    'type=email.queued',
    'mode=both',
    'email_id=7',
  ])('refuses ?%s', async (query) => {
    expect((await readEvents(`?${query}`)).refusal).toBe('422 validation_error');
  });
});

describe('recent events', () => {
  // What happens now stays recent, however long a test takes.
  beforeEach(() => (aheadMs = -60_000));

  interface Place {
    readonly after?: string;
    readonly recent: string;
  }

  async function look({ after, recent }: Place, query = '') {
    const from = after === undefined ? '' : `&after=${after}`;
    const { body } = await readEvents(`?recent=${recent}${from}${query}`);
    return {
      data: body.data.map(({ id }) => id),
      recent: (body.recent ?? []).map(({ id }) => id),
      next: { after: body.next_cursor, recent: String(body.recent_cursor) },
      hasMore: body.has_more,
    };
  }

  it('come at once, and again when their order is final', async () => {
    const { pool } = api;
    const old = await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(5) });
    const opened = await createEmailEvent(pool, message, { type: 'opened', recordedAt: new Date() });
    const first = await look({ recent: 'start' });
    expect(first).toMatchObject({ data: [old.id], recent: [opened.id], hasMore: false });
    const clicked = await createEmailEvent(pool, message, { type: 'clicked', recordedAt: new Date() });
    const second = await look(first.next);
    expect(second).toMatchObject({ data: [], recent: [clicked.id], hasMore: false });
    aheadMs = 60_000;
    await eventuallyPasses(async () =>
      expect(await look(second.next)).toMatchObject({ data: [opened.id, clicked.id], recent: [] }),
    );
  });

  it('are not lost when one commits behind them, and wait until older ones have been read', async () => {
    const { pool } = api;
    const late = await pool.connect();
    try {
      await late.query('BEGIN');
      const first = await createEmailEvent(late, message, { type: 'opened', recordedAt: new Date() });
      const second = await createEmailEvent(pool, message, { type: 'clicked', recordedAt: new Date() });
      const early = await look({ recent: 'start' });
      expect(early).toMatchObject({ data: [], recent: [second.id] });
      await late.query('COMMIT');
      expect(await look(early.next)).toMatchObject({ data: [], recent: [] });
      aheadMs = 60_000;
      const third = await createEmailEvent(pool, message, {
        type: 'complained',
        recordedAt: new Date(Date.now() + aheadMs + 600_000),
      });
      const part = await eventually(async () => {
        const page = await look(early.next, '&limit=1');
        return page.data.length > 0 && page.hasMore && page;
      });
      expect(part).toMatchObject({ data: [first.id], recent: [] });
      await eventuallyPasses(async () =>
        expect(await look(part.next)).toMatchObject({ data: [second.id], recent: [third.id] }),
      );
    } finally {
      late.release();
    }
  });

  it('have the filters of the request, and come in pages', async () => {
    const { pool } = api;
    const ids: string[] = [];
    for (const type of ['opened', 'clicked', 'opened', 'opened'] as const) {
      const { id } = await createEmailEvent(pool, message, { type, recordedAt: new Date() });
      if (type === 'opened') ids.push(id);
    }
    const filter = '&type=email.opened&limit=2';
    const first = await look({ recent: 'start' }, filter);
    expect(first).toMatchObject({ recent: ids.slice(0, 2), hasMore: true });
    expect(await look(first.next, filter)).toMatchObject({ recent: ids.slice(2), hasMore: false });
  });

  it('take no cursor of the list', async () => {
    const { body } = await readEvents();
    expect((await readEvents(`?recent=${body.next_cursor}`)).refusal).toBe('422 invalid_cursor');
    expect((await readEvents('?recent=x')).refusal).toBe('422 invalid_cursor');
  });
});

it('takes cursors of its own organization only, and is for every key', async () => {
  const { pool } = api;
  const stranger = await createOrganization(pool);
  const foreign = await createApiKey(pool, { organizationId: stranger.id });
  const test = await api.createKey({ mode: 'test', permission: 'SEND' });
  await createEmailEvent(pool, message, { type: 'sent', recordedAt: minutesAgo(5) });
  const { body } = await readEvents('', test);
  expect(body.data).toHaveLength(1);
  expect((await readEvents('', foreign)).body.data).toEqual([]);
  expect((await readEvents(`?after=${body.next_cursor}`, foreign)).refusal).toBe('422 invalid_cursor');
  expect((await readEvents('?after=abc')).refusal).toBe('422 invalid_cursor');
  expect((await readEvents('?limit=101')).refusal).toBe('422 validation_error');
});

it('does not tell a test key where clicks in live mail led', async () => {
  const { pool } = api;
  const testKey = await api.createKey({ mode: 'test' });
  const simulated = await createMessage(pool, { organizationId: api.organizationId, mode: 'test' });
  for (const each of [message, simulated]) {
    const { id } = await createEmailEvent(pool, each, { type: 'clicked', recordedAt: minutesAgo(5) });
    await pool.query("UPDATE email_events SET url = 'https://acme.test/reset' WHERE id = $1", [id]);
  }
  const urls = async (by: ApiKeyFixture) =>
    (await readEvents('', by)).body.data.map(({ data }) => ('url' in data ? data.url : undefined));
  expect(await urls(api.key)).toEqual(['https://acme.test/reset', 'https://acme.test/reset']);
  expect((await urls(testKey)).toSorted()).toEqual(['https://acme.test/reset', undefined]);
});
