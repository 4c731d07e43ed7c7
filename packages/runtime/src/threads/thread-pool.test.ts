import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics, type Metrics } from '../metrics/metrics';
import { createThreadPool, type ThreadPool } from './thread-pool';
import { ThreadFailure } from './thread-failure';
import type * as tasks from '../../test/pool-test.task';

let pool: ThreadPool;
let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics();
  pool = createThreadPool({ threadsMax: 2, heapMbMax: 48, metrics, waitingMax: 8, waitingMaxEach: 3 });
});
afterEach(() => pool.close());

const file = require.resolve('../../test/pool-test.task');
const work = <Name extends keyof typeof tasks>(name: Name, timeLimitMs = 60_000) =>
  pool.work<(typeof tasks)[Name]>({ file, name, timeLimitMs });
const attacker = { organizationId: 'attacker' };
const victim = { organizationId: 'victim' };

it('runs the function of a task file, with its types', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const described = await work('describe')({ words: 'hello', bytes }, victim);
  expect(described.words).toBe('HELLO');
  expect([...described.bytes]).toEqual([1, 2, 3]);
  expect(bytes.byteLength).toBe(3);
});

it('moves memory instead of copying it, where the caller says so', async () => {
  const bytes = new Uint8Array(1_000_000).fill(7);
  const described = await work('describe')({ words: '', bytes }, { ...victim, transfer: [bytes.buffer] });
  expect(bytes.byteLength).toBe(0);
  expect([described.bytes.byteLength, described.bytes[999_999]]).toEqual([1_000_000, 7]);
});

it.each(['loopForEver', 'backtrackForEver'] as const)('ends %s after its time, and goes on', async (name) => {
  await expect(work(name, 100)(undefined as never, attacker)).rejects.toMatchObject({
    name: 'ThreadFailure',
    reason: 'timed_out',
    isTooCostly: true,
  });
  await expect(work('describe')({ words: 'on', bytes: new Uint8Array(0) }, attacker)).resolves.toMatchObject({
    words: 'ON',
  });
});

it('ends what takes too much memory, and what ends its thread, without the process', async () => {
  await expect(work('hoard')(undefined as never, attacker)).rejects.toMatchObject({
    reason: 'out_of_memory',
  });
  await expect(work('exit')(undefined as never, attacker)).rejects.toMatchObject({ reason: 'died' });
});

it('does not keep what large work has left', async () => {
  await work('litter')(undefined, victim);
  let left = Infinity;
  // V8 gives buffers back in a thread of its own.
  for (let looks = 0; looks < 1_000 && left > 16 * 1_048_576; looks += 1) {
    left = await work('bufferBytes')(undefined, victim);
  }
  expect(left).toBeLessThan(16 * 1_048_576);
});

it('passes on what the work throws as an error like any other', async () => {
  const failed = work('fail')(undefined, victim);
  await expect(failed).rejects.toMatchObject({ name: 'RangeError', message: 'a bug' });
  await expect(failed).rejects.not.toBeInstanceOf(ThreadFailure);
});

it('answers one organization while another floods it with work that does not end', async () => {
  const flood = Array.from({ length: 5 }, () => work('loopForEver')(undefined as never, attacker));
  const outcomes = Promise.allSettled(flood);
  const described = work('describe')({ words: 'me', bytes: new Uint8Array(0) }, victim);
  await expect(described).resolves.toMatchObject({ words: 'ME' });
  await pool.close();
  const reasons = (await outcomes).map(
    (outcome) => outcome.status === 'rejected' && reasonOf(outcome.reason),
  );
  // One ran and three waited; there was no room for the fifth.
  expect(reasons).toEqual(['closed', 'closed', 'closed', 'closed', 'overloaded']);
});

it('keeps room in the queue for organizations that have nothing in it', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const busy = ['a', 'b'].flatMap((organizationId) =>
    Array.from({ length: 3 }, () => work('waitFor')({ gate }, { organizationId })),
  );
  const turnedAway = work('waitFor')({ gate }, { organizationId: 'b' });
  const first = work('waitFor')({ gate }, { organizationId: 'c' });
  await expect(turnedAway).rejects.toMatchObject({ reason: 'overloaded', isTooCostly: false });
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await expect(Promise.all([...busy, first])).resolves.toEqual(Array.from({ length: 7 }, () => 'opened'));
});

it('starts no thread before there is work', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = threads();
  const idle = createThreadPool({ threadsMax: 2, heapMbMax: 48, metrics: createMetrics() });
  idle.work({ file, name: 'describe', timeLimitMs: 1_000 });
  expect(threads()).toBe(before);
  await idle.close();
});

it('counts what ran, waited and was ended', async () => {
  await work('loopForEver', 50)(undefined as never, attacker).catch(() => undefined);
  const scraped = await scrape();
  expect(scraped).toContain('thread_running 0');
  expect(scraped).toContain('thread_waiting 0');
  expect(scraped).toMatch(/thread_seconds_count\{work="loopForEver",outcome="timed_out"\} 1/);
});

function reasonOf(error: unknown): unknown {
  return error instanceof ThreadFailure ? error.reason : error;
}

async function scrape(): Promise<string> {
  const server = createServer((incoming, response) => metrics.handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, host: '127.0.0.1' }, resolve).on('error', reject).end();
  });
  const body = await text(answer);
  server.close();
  return body;
}
