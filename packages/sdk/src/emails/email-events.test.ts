/** @jest-environment node */
import type { PostriderError } from '../index';
import { NotFoundError, Postrider, ValidationError } from '../index';

interface Asked {
  readonly after: string | null;
  readonly query: string;
  readonly at: number;
}

/** A feed of events 1, 2, 3 … with two on a page; `answers` may refuse in between, and wait when there is no event. */
function feed(
  events: number,
  refusals: (Response | Error)[] = [],
  { headers = {}, waitMs = 0 }: { headers?: Record<string, string>; waitMs?: number } = {},
) {
  const asked: Asked[] = [];
  const fetch = (input: unknown, { signal }: RequestInit = {}): Promise<Response> => {
    const { search, searchParams } = new URL(input as string);
    const after = searchParams.get('after');
    const refusal = refusals.shift();
    if (refusal) return refusal instanceof Error ? Promise.reject(refusal) : Promise.resolve(refusal);
    asked.push({ after, query: search, at: Date.now() });
    const from = Number(after ?? 0);
    const data = [from + 1, from + 2].filter((n) => n <= events).map((id) => ({ id }));
    const last = from + data.length;
    const body = { object: 'list', data, next_cursor: String(last), has_more: last < events };
    const answer = Response.json(body, { headers });
    if (data.length > 0 || waitMs === 0) return Promise.resolve(answer);
    return new Promise((resolve, reject) => {
      setTimeout(() => resolve(answer), waitMs);
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const client = new Postrider({
    apiKey: 'pr_test_x',
    baseUrl: 'https://api.test',
    fetch: fetch,
    maxRetries: 0,
  });
  return { client, asked };
}

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: code } }, { status });

test('follow yields all events and saves the cursor once they were worked on', async () => {
  const { client, asked } = feed(5);
  const stop = new AbortController();
  const seen: unknown[] = [];
  for await (const event of client.emailEvents.follow({
    signal: stop.signal,
    save: (cursor) => void seen.push(`saved ${cursor}`),
  })) {
    seen.push((event as unknown as { id: number }).id);
    if (seen.length === 7) stop.abort();
  }
  expect(seen).toEqual([1, 2, 'saved 2', 3, 4, 'saved 4', 5, 'saved 5']);
  expect(asked.map(({ after }) => after)).toEqual([null, '2', '4']);
});

test('follow yields no event after an abort, and yields the unfinished page again', async () => {
  const { client } = feed(5);
  const stop = new AbortController();
  const saved: string[] = [];
  const seen: number[] = [];
  const save = (cursor: string) => void saved.push(cursor);
  for await (const event of client.emailEvents.follow({ signal: stop.signal, save })) {
    seen.push((event as unknown as { id: number }).id);
    if (seen.length === 3) stop.abort();
  }
  expect([seen, saved]).toEqual([[1, 2, 3], ['2']]);
  const next = client.emailEvents.follow({ after: saved.at(-1) });
  expect((await next.next()).value).toMatchObject({ id: 3 });
  await next.return();
});

test('follow goes on behind the cursor that was saved, and waits for new events', async () => {
  const { client, asked } = feed(5);
  const stop = new AbortController();
  const follow = client.emailEvents.follow({ after: '4', signal: stop.signal, intervalMs: 1 });
  expect((await follow.next()).value).toMatchObject({ id: 5 });
  const end = follow.next();
  while (asked.length < 4) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect((await end).done).toBe(true);
  expect(new Set(asked.slice(1).map(({ after }) => after))).toEqual(new Set(['5']));
});

test('follow waits out what passes, and throws what does not', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const { client } = feed(1, [
      new TypeError('fetch failed'),
      refusal(503, 'service_unavailable'),
      refusal(429, 'rate_limited'),
    ]);
    const failures: PostriderError[] = [];
    const next = client.emailEvents.follow({ onError: (error) => void failures.push(error) }).next();
    await jest.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect((await next).value).toMatchObject({ id: 1 });
    expect(failures.map(({ code }) => code)).toEqual([
      'connection_failed',
      'service_unavailable',
      'rate_limited',
    ]);
  } finally {
    jest.useRealTimers();
  }
  await expect(
    feed(1, [refusal(422, 'invalid_cursor')])
      .client.emailEvents.follow()
      .next(),
  ).rejects.toThrow(ValidationError);
  await expect(
    feed(1, [refusal(404, 'not_found')])
      .client.emailEvents.follow()
      .next(),
  ).rejects.toThrow(NotFoundError);
});

const since = new Date('2026-05-01T12:00:00Z');
test.each([
  [{}, '?recent=start&limit=100&wait=20'],
  [{ since: 'now' }, '?since=now&recent=start&limit=100&wait=20'],
  [{ since, intervalMs: 1 }, '?since=2026-05-01T12%3A00%3A00.000Z&recent=start&limit=100'],
  [
    { type: 'email.bounced', mode: 'live', email_id: 'e1' },
    '?recent=start&type=email.bounced&mode=live&email_id=e1&limit=100&wait=20',
  ],
] as const)(
  'follow with %j begins with %s, and goes on by cursor with the same filters',
  async (options, first) => {
    const { client, asked } = feed(3);
    const follow = client.emailEvents.follow(options);
    for (const id of [1, 2, 3]) expect((await follow.next()).value).toMatchObject({ id });
    await follow.return();
    const filters = first.replace(/since=[^&]*&/, '').slice(1);
    expect(asked.map(({ query }) => query)).toEqual([first, `?after=2&${filters}`]);
  },
);

describe('while there are no new events', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  async function pausesOf(
    headers: Record<string, string>,
    options: { intervalMs?: number } = {},
    waitMs = 0,
  ): Promise<number[]> {
    const { client, asked } = feed(1, [], { headers, waitMs });
    const stop = new AbortController();
    const follow = client.emailEvents.follow({ ...options, signal: stop.signal });
    await follow.next();
    const end = follow.next();
    await jest.advanceTimersByTimeAsync(30_000);
    stop.abort();
    await end;
    return asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  }

  test('follow asks twice to once a second, if the API does not wait', async () => {
    const pauses = await pausesOf({});
    expect(pauses.slice(0, 2)).toEqual([250, 500]);
    expect(pauses.at(-1)).toBe(1_000);
    expect(Math.max(...pauses)).toBe(1_000);
  });

  test('follow asks again at once when the API has waited', async () => {
    const pauses = await pausesOf({}, {}, 20_000);
    // A timer of no time takes a millisecond.
    expect(pauses.slice(1)).toEqual([20_001]);
  });

  test('follow asks in the given interval', async () => {
    expect(new Set(await pausesOf({}, { intervalMs: 3_000 }))).toEqual(new Set([3_000]));
  });

  test('follow leaves the rest of the rate limit to other calls', async () => {
    const rate = (remaining: number) => ({
      'ratelimit-limit': '10',
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': '2',
    });
    expect((await pausesOf(rate(2)))[0]).toBe(2_250);
    expect((await pausesOf(rate(9)))[0]).toBe(250);
  });
});

test('follow yields recent events at once, and not again when their order is final', async () => {
  const pages = [
    { data: [1], recent: [3], recent_cursor: 'r3' },
    // 2 was recorded before 3, and committed after it.
    { data: [2], recent: [4], recent_cursor: 'r4' },
    { data: [3, 4], recent: [5], recent_cursor: 'r5' },
  ];
  const asked: (string | null)[] = [];
  const client = new Postrider({
    apiKey: 'pr_test_x',
    baseUrl: 'https://api.test',
    fetch: (input: unknown) => {
      const page = pages[asked.length] ?? { data: [], recent: [], recent_cursor: 'r5' };
      asked.push(new URL(input as string).searchParams.get('recent'));
      const items = (ids: number[]) => ids.map((id) => ({ id: String(id) }));
      const body = { ...page, data: items(page.data), recent: items(page.recent) };
      return Promise.resolve(Response.json({ object: 'list', next_cursor: 'c', has_more: false, ...body }));
    },
  });
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const { id } of client.emailEvents.follow({ signal: stop.signal, intervalMs: 1 })) {
    seen.push(id);
    if (id === '5') stop.abort();
  }
  expect(seen).toEqual(['1', '3', '2', '4', '5']);
  expect(asked).toEqual(['start', 'r3', 'r4']);
});
