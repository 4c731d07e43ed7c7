/** @jest-environment node */
import { createMetrics } from '../metrics/metrics';
import { createHealth, logWriteRefusals, observeDependencies, type Health } from './health';
import { createHealthHandler, createProbes } from './health-handler';
import { startHealthServer, type HealthServer } from './health-server';

const metrics = createMetrics();
let health: Health;
let server: HealthServer;

beforeEach(async () => {
  health = createHealth();
  server = await startHealthServer({
    handler: createHealthHandler({ health, metrics }),
    host: '127.0.0.1',
    port: 0,
  });
});
afterEach(() => server.close());

async function ask(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, text: await response.text() };
}

async function readiness(): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, text } = await ask('/readyz');
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

test('a service is not ready before the service says so, nor while it stops, but alive throughout', async () => {
  expect((await readiness()).status).toBe(503);
  health.setState('ready');
  expect(await readiness()).toMatchObject({ status: 200, body: { pid: process.pid } });
  health.setState('stopping');
  expect(await readiness()).toMatchObject({ status: 503, body: { status: 'not_ready', state: 'stopping' } });
  expect((await ask('/healthz')).status).toBe(200);
});

test('names the dependency that is unavailable, with a code and nothing else', async () => {
  health.setState('ready');
  health.addCheck({ name: 'PostgreSQL', check: () => Promise.resolve() });
  health.addCheck({
    name: 'RabbitMQ',
    check: () =>
      Promise.reject(Object.assign(new Error('amqp://user:pass@host refused'), { code: 'ECONNREFUSED' })),
  });
  const { status, body } = await readiness();
  expect(status).toBe(503);
  expect(body['dependencies']).toMatchObject({
    PostgreSQL: { ok: true },
    RabbitMQ: { ok: false, error: 'ECONNREFUSED' },
  });
  expect(JSON.stringify(body)).not.toContain('pass');
});

test('says degraded and stays ready without a dependency that it can work without', async () => {
  health.setState('ready');
  health.addCheck({ name: 'Redis', required: false, check: () => Promise.reject(new Error('unavailable')) });
  expect(await readiness()).toMatchObject({
    status: 200,
    body: { status: 'degraded', dependencies: { Redis: { ok: false } } },
  });
});

test('says in the words of an engine why it takes no writes, and stays ready', async () => {
  health.setState('ready');
  const reason = '53100: No space left on device';
  health.addCheck({ name: 'PostgreSQL', check: () => Promise.resolve(), refusesWrites: () => reason });
  expect(await readiness()).toMatchObject({
    status: 200,
    body: { dependencies: { PostgreSQL: { ok: true, refuses_writes: reason } } },
  });
  const measured = createMetrics();
  observeDependencies(measured, health);
  expect(await measured.text()).toContain('dependency_refuses_writes{dependency="PostgreSQL"} 1');
});

test('writes to the log once a minute why an engine takes no writes, and when it takes them again', async () => {
  jest.useFakeTimers();
  const full = createHealth();
  let reason: string | null = '53100: No space left on device';
  full.addCheck({ name: 'PostgreSQL', check: () => Promise.resolve(), refusesWrites: () => reason });
  const lines: unknown[] = [];
  const log = { error: (fields: unknown) => lines.push(fields), info: () => lines.push('over') };
  const refusals = logWriteRefusals(log, full);
  try {
    await jest.advanceTimersByTimeAsync(55_000);
    expect(lines).toEqual([{ dependency: 'PostgreSQL', reason }]);
    await jest.advanceTimersByTimeAsync(25_000);
    expect(lines).toHaveLength(2);
    reason = null;
    await jest.advanceTimersByTimeAsync(25_000);
    expect(lines.slice(2)).toEqual(['over']);
  } finally {
    refusals.close();
    jest.useRealTimers();
  }
});

test('a probe does not wait for a dependency that does not answer', async () => {
  health.setState('ready');
  health.addCheck({ name: 'Redis', check: () => new Promise(() => undefined) });
  expect(await readiness()).toMatchObject({
    status: 503,
    body: { dependencies: { Redis: { ok: false, error: 'timeout' } } },
  });
});

test('probes that come together share one look', async () => {
  let looks = 0;
  health.addCheck({ name: 'Redis', check: () => Promise.resolve(++looks) });
  await Promise.all([readiness(), readiness(), readiness()]);
  expect(looks).toBe(1);
});

test('metrics come in the text format of Prometheus, under the names that the code gives', async () => {
  metrics.counter('mails_sent', 'Mails.', { lane: ['bulk', 'test'] }).add(2, { lane: 'bulk' });
  metrics.histogram('send_duration_seconds', 'Time.').record(0.02);
  metrics.gauge('queue_depth', 'Depth.', () => [{ value: 3, labels: { queue: 'send.bulk' } }]);
  metrics.gauge('broken', 'Throws.', () => Promise.reject(new Error('no reading')));
  const { status, text } = await ask('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('mails_sent_total{lane="bulk"} 2\nmails_sent_total{lane="test"} 0');
  expect(text).toContain('send_duration_seconds_bucket{le="0.025"} 1');
  expect(text).toContain('send_duration_seconds_bucket{le="0.01"} 0');
  expect(text).toContain('queue_depth{queue="send.bulk"} 3');
});

test('a label with too many values takes no memory: what is beyond is counted together', async () => {
  const counter = metrics.counter('made_up', 'By something that clients make up.', { value: [] });
  for (let value = 0; value < 6_000; value += 1) counter.add(1, { value: `"${value}` });
  const text = await metrics.text();
  expect(text.match(/^made_up_total/gm)).toHaveLength(5_001);
  expect(text).toContain('made_up_total{value="overflow"} 1000\n');
  expect(text).toContain('made_up_total{value="\\"42"} 1\n');
});

test('probes on a port that anybody may reach say whether it is ready, and nothing else', async () => {
  const probes = createProbes(health);
  health.addCheck({ name: 'PostgreSQL', check: () => Promise.reject(new Error('unavailable')) });
  health.setState('ready');
  expect(await probes.readyz()).toEqual({ status: 503, body: { status: 'not_ready' } });
  expect(probes.healthz()).toEqual({ status: 200, body: { status: 'ok' } });
});

test('an occupied port is reported by the name of its setting', async () => {
  const second = startHealthServer({ handler: () => false, host: '127.0.0.1', port: server.port });
  await expect(second).rejects.toThrow(`HEALTH_PORT: port ${server.port} is in use by another process`);
});

test('leaves other paths to others', async () => {
  expect((await ask('/emails')).status).toBe(404);
});
