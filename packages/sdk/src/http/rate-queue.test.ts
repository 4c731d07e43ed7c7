import { refusal, startScriptedServer, type Script, type ScriptedServer } from '../../test/scripted-server';
import { AbortedError, Postrider, RateLimitError, TimeoutError } from '../index';

let server: ScriptedServer;
const clientOf = (options: object = {}) =>
  new Postrider({ apiKey: 'pr_test_x', baseUrl: server.url, ...options });

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const email = { from: 'ada@example.com', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };
const rate = (limit: number, remaining: number) => ({
  ...{ 'ratelimit-limit': String(limit), 'ratelimit-remaining': String(remaining), 'ratelimit-reset': '1' },
});
const sent = (headers: Record<string, string> = {}): Script => ({
  ...{ status: 200, body: { id: 'em_1' }, headers },
});
const overRate = refusal(429, 'rate_limited', { ...rate(2, 0), 'retry-after': '1' });
const many = (count: number, call: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, call));
const failures = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

it('spreads calls beyond the limit over the time in which it is available again', async () => {
  server.answer(sent(rate(2, 0)));
  const client = clientOf();
  await client.emails.send(email);
  const spent = await secondsOf(async () => {
    expect(failures(await many(4, () => client.emails.send(email)))).toEqual([]);
  });
  expect(spent).toBeGreaterThan(1.8);
});

it('the client has few requests at a time before the first response, and as many as there are without a limit', async () => {
  server.answer(sent());
  const client = clientOf();
  const calls = many(40, () => client.emails.send(email));
  await server.received(1);
  expect(server.requests.length).toBeLessThanOrEqual(5);
  expect(failures(await calls)).toEqual([]);
});

it('the client is no slower than a server that never counts down to its limit', async () => {
  server.answer(sent(rate(100, 99)));
  const client = clientOf({ totalTimeoutMs: 15_000 });
  expect(failures(await many(300, () => client.emails.send(email)))).toEqual([]);
});

it('sends what is refused again, once the API says so, without counting it as a retry', async () => {
  server.answer(overRate, overRate, sent());
  const client = clientOf({ maxRetries: 0 });
  const spent = await secondsOf(async () => {
    expect((await client.emails.send(email)).response.attempts).toBe(3);
  });
  expect(spent).toBeGreaterThan(2);
  expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('fails at once when the queue is full, and sends nothing then', async () => {
  server.answer(sent(rate(2, 0)));
  const client = clientOf({ maxQueued: 2 });
  await client.emails.send(email);
  const failed = failures(await many(4, () => client.emails.send(email)));
  expect(failed).toHaveLength(2);
  expect(failed[0]).toBeInstanceOf(RateLimitError);
  expect(failed[0]).toMatchObject({ code: 'rate_limited', attempts: 0, status: undefined });
  expect(server.requests).toHaveLength(3);
});

it('maxQueued: 0 turns the queue of the client off', async () => {
  server.answer(sent(rate(2, 0)), overRate);
  const client = clientOf({ maxQueued: 0, maxRetries: 0 });
  await client.emails.send(email);
  await expect(client.emails.send(email)).rejects.toMatchObject({ status: 429, attempts: 1 });
});

it('obeys signal and timeout of a call that waits, and goes on with the others', async () => {
  server.answer(sent(rate(1, 0)));
  const client = clientOf();
  await client.emails.send(email);
  const stop = new AbortController();
  const aborted = client.emails.send(email, { signal: stop.signal });
  const late = client.emails.send(email, { totalTimeoutMs: 50 });
  const other = client.emails.send(email);
  stop.abort(new Error('enough'));
  await expect(aborted).rejects.toBeInstanceOf(AbortedError);
  await expect(late).rejects.toBeInstanceOf(TimeoutError);
  await expect(late).rejects.toMatchObject({ attempts: 0 });
  expect((await other).id).toBe('em_1');
  expect(server.requests).toHaveLength(2);
});

it('gives the refusal when the time of the call ends before the API has room again', async () => {
  server.answer(refusal(429, 'rate_limited', { ...rate(2, 0), 'retry-after': '5' }));
  const call = clientOf().emails.send(email, { totalTimeoutMs: 1_000 });
  await expect(call).rejects.toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: 5_000 });
});

it('does not take the refusal of one endpoint for the rate limit of the key', async () => {
  const busy = refusal(429, 'rate_limited', { ...rate(10, 9), 'retry-after': '600' });
  server.answer(busy, sent(rate(10, 8)));
  const client = clientOf({ maxRetries: 0 });
  await expect(client.emails.send(email)).rejects.toMatchObject({ status: 429, attempts: 1 });
  expect((await client.emails.send(email, { totalTimeoutMs: 60_000 })).id).toBe('em_1');
});
