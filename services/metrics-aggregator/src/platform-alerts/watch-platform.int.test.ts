import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDatabase, type Database } from '@postrider/db';
import { createRedis } from '@postrider/messaging';
import { readHealth, type Health } from '@postrider/operator';
import { createLogger, createMetrics } from '@postrider/runtime';
import { createAcceptEmails, createPlatformMail } from '@postrider/submission';
import {
  createDomain,
  createOrganization,
  createTestAuthority,
  createTestContext,
  createUser,
  startSmtpSink,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import { createDeadMan, type DeadMan } from './dead-man';
import { createReadMetrics, type ReadMetrics } from './read-metrics';
import { SampleStore } from './samples';
import { createSendAlertMail, type AlertSmtp } from './send-alert-mail';
import { createWatch } from './watch-platform';

const log = createLogger({ name: 'watch test', level: 'silent' });
const platformFrom = { header: 'Postrider <alerts@platform.test>', domain: 'platform.test' };
const origin = 'https://mail.platform.test';
const operatorEmail = 'olga@operators.test';

let context: TestContext;
let database: Database;
let sink: SmtpSink;
let smtp: AlertSmtp;
/** Two processes with real metrics: the values of the second can be changed. */
let relay: Server;
let worker: Server;
let pings: { readonly path: string }[];
let deadManServer: Server;
let backlogSeconds = 0;
let nowMs: number;
const clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  context = await createTestContext();
  const authority = await createTestAuthority();
  sink = await startSmtpSink({ tls: await authority.issue(['localhost']) });
  smtp = {
    ...{ host: 'localhost', port: sink.port, isImplicitTls: false, credentials: null },
    ...{ from: 'alerts@elsewhere.test', ca: authority.ca },
  };
  await createUser(context.pool, { email: operatorEmail, isOperator: true });
  const { id: organizationId } = await createOrganization(context.pool);
  await createDomain(context.pool, { organizationId, name: platformFrom.domain });
});
afterAll(async () => {
  await sink.close();
  await context.close();
});

const addressOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listen(server: Server, port = 0): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function processServer(): Server {
  const metrics = createMetrics();
  metrics.gauge('messages_oldest_due_seconds', 'Age.', () => [
    { value: backlogSeconds, labels: { lane: 'transactional' } },
  ]);
  return createServer((request, response) => metrics.handle(request, response));
}

beforeEach(async () => {
  nowMs = Date.now();
  backlogSeconds = 0;
  pings = [];
  sink.clear();
  sink.behave({ kind: 'accept' });
  relay = await listen(processServer());
  worker = await listen(processServer());
  deadManServer = await listen(
    createServer(({ url: path = '' }, response) => {
      pings.push({ path });
      response.end();
    }),
  );
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'watch test',
    onConnectionError: () => undefined,
  });
  await context.pool.query('DELETE FROM platform_alerts; DELETE FROM platform_watches; DELETE FROM messages');
});
afterEach(async () => {
  await Promise.all([close(relay), close(worker), close(deadManServer)]);
  await database.close().catch(() => undefined);
});

interface Watcher {
  /** The next round, `seconds` later. */
  round(seconds: number): Promise<void>;
  rounds(count: number): Promise<void>;
  close(): Promise<void>;
}

function startWatcher(own: AlertSmtp | null = smtp): Watcher {
  const { pool } = database;
  const metrics: ReadMetrics = createReadMetrics([
    { service: 'smtp-relay', url: new URL(`http://${addressOf(relay)}/metrics`) },
    { service: 'send-worker', url: new URL(`http://${addressOf(worker)}/metrics`) },
  ]);
  const deadMan: DeadMan = createDeadMan(new URL(`http://${addressOf(deadManServer)}/ping/1`), log);
  const acceptEmails = createAcceptEmails({
    ...{ pool, clock, log, metrics: createMetrics() },
    publishJob: () => Promise.resolve(true),
  });
  const platformMail = createPlatformMail({ pool, acceptEmails, platformFrom, clock });
  const sendAlertMail = createSendAlertMail({
    ...{ pool, platformMail, platformFrom, recipients: [], smtp: own, log },
  });
  const watch = createWatch({ pool, sendAlertMail, clock, log, origin }, new SampleStore());
  const round = async (seconds: number): Promise<void> => {
    nowMs += seconds * 1_000;
    await metrics.read(watch.samples, nowMs / 1_000);
    if (await watch.evaluate()) await deadMan.alive(clock.now());
  };
  return {
    round,
    rounds: async (count) => {
      for (let done = 0; done < count; done += 1) await round(15);
    },
    close: async () => {
      await Promise.all([metrics.close(), deadMan.close(), acceptEmails.drain()]);
    },
  };
}

async function health(): Promise<Health['checks']> {
  const redis = createRedis({ url: context.redisUrl, name: 'watch test', log, commandTimeoutMs: 60_000 });
  const { checks } = await readHealth({ pool: context.pool, redis, countQueues: () => Promise.resolve([]) });
  redis.disconnect();
  return checks;
}

const checkOf = async (name: string) => (await health()).find(({ check }) => check === name);
const subjects = (): string[] =>
  sink.messages.map(
    ({ raw }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(raw.toString())?.[1]?.replace(/\r\n /g, ' ') ?? '',
  );

it('mails the operators over TLS when a process is down for two minutes, and when it is back; Health says the same', async () => {
  const watcher = startWatcher();
  await watcher.rounds(1);
  expect(await checkOf('alert_rules')).toMatchObject({ state: 'ok' });
  expect(await checkOf('PostriderProcessDown')).toMatchObject({ state: 'ok', detail: '' });
  expect(await checkOf('PostriderBackupOld')).toMatchObject({ state: 'unknown' });
  const address = addressOf(relay);
  await close(relay);
  await watcher.rounds(8);
  const what = `smtp-relay (${address}) does not answer.`;
  expect(await checkOf('PostriderProcessDown')).toMatchObject({ state: 'pending', detail: what });
  expect(sink.messages).toHaveLength(0);
  await watcher.rounds(1);
  expect(await checkOf('PostriderProcessDown')).toMatchObject({
    ...{ state: 'failed', detail: what, runbook: 'process-down' },
  });
  expect(subjects()).toEqual([`Postrider: CRITICAL: ${what}`]);
  const [mail] = sink.messages;
  expect(mail).toMatchObject({ secure: true, to: [operatorEmail], from: 'alerts@elsewhere.test' });
  expect(mail?.raw.toString().replace(/=\r\n/g, '')).toContain(`${origin}/docs/runbooks/process-down`);

  await watcher.rounds(20);
  expect(sink.messages).toHaveLength(1);
  await watcher.round(4 * 3_600);
  expect(sink.messages).toHaveLength(2);
  relay = await listen(processServer(), Number(address.split(':')[1]));
  await watcher.rounds(5);
  expect(subjects().slice(2)).toEqual([`Postrider: resolved: ${what}`]);
  expect(await checkOf('PostriderProcessDown')).toMatchObject({ state: 'ok' });
  await watcher.close();
});

it('forgets neither how long a rule has been broken nor what was mailed when metrics-aggregator restarts', async () => {
  const first = startWatcher();
  backlogSeconds = 500;
  await first.rounds(16);
  await first.close();
  const second = startWatcher();
  await second.rounds(4);
  expect(sink.messages).toHaveLength(0);
  await second.rounds(2);
  expect(subjects()).toEqual([
    'Postrider: CRITICAL: Mail of the lane transactional has been due for 8m 20s.',
  ]);
  await second.close();
  const third = startWatcher();
  await third.rounds(10);
  expect(sink.messages).toHaveLength(1);
  await third.close();
});

it('sends few mails when an alert comes and goes, and still one about a new alert', async () => {
  const watcher = startWatcher();
  await watcher.rounds(1);
  for (let flap = 0; flap < 9; flap += 1) {
    backlogSeconds = 500;
    await watcher.rounds(21);
    backlogSeconds = 0;
    await watcher.rounds(5);
  }
  expect(sink.messages.length).toBeGreaterThanOrEqual(6);
  expect(sink.messages.length).toBeLessThanOrEqual(12);
  await close(relay);
  await watcher.rounds(13);
  expect(subjects().at(-1)).toMatch(/^Postrider: CRITICAL: smtp-relay/);
  await watcher.close();
});

it("mails by the platform's own mail when the operators' server refuses, or there is none", async () => {
  const recipients = async () => {
    const { rows } = await context.pool.query<{ address: string; subject: string }>(
      `SELECT r.address, m.subject FROM recipients r JOIN messages m ON m.id = r.message_id`,
    );
    return rows;
  };
  const { ca: _ca, ...untrusted } = smtp;
  const watcher = startWatcher(untrusted);
  backlogSeconds = 500;
  await watcher.rounds(21);
  expect(sink.messages).toHaveLength(0);
  expect(await recipients()).toEqual([
    { address: operatorEmail, subject: expect.stringMatching(/^Postrider: CRITICAL: Mail of the lane/) },
  ]);
  await watcher.close();
});

it('goes on while PostgreSQL does not answer', async () => {
  const watcher = startWatcher();
  await watcher.rounds(1);
  await database.close();
  await close(relay);
  await watcher.rounds(9);
  expect(subjects()).toEqual([expect.stringMatching(/^Postrider: CRITICAL: smtp-relay/)]);
  await watcher.rounds(20);
  expect(sink.messages).toHaveLength(1);
  await watcher.close();
});

it('calls the dead man’s switch once a minute, and no longer when mail cannot be sent', async () => {
  const watcher = startWatcher();
  await watcher.rounds(9);
  expect(pings).toEqual([{ path: '/ping/1' }, { path: '/ping/1' }, { path: '/ping/1' }]);
  await context.pool.query(`UPDATE domains SET status = 'pending' WHERE name = $1`, [platformFrom.domain]);
  sink.behave({ kind: 'reject', at: 'mail', code: 451 });
  backlogSeconds = 500;
  await watcher.rounds(20 + 45);
  const before = pings.length;
  await watcher.rounds(20);
  expect(pings).toHaveLength(before);
  await context.pool.query(`UPDATE domains SET status = 'verified' WHERE name = $1`, [platformFrom.domain]);
  await watcher.rounds(5);
  expect(pings.length).toBeGreaterThan(before);
  await watcher.close();
});

it('Health says that metrics-aggregator is silent, and then reads what it can itself', async () => {
  const watcher = startWatcher();
  await watcher.rounds(1);
  await watcher.close();
  await context.pool.query(`UPDATE platform_watches SET evaluated_at = now() - interval '90 seconds'`);
  expect(await checkOf('alert_rules')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(
      /^metrics-aggregator has not evaluated the alert rules for (9\d|1\d\d) seconds/,
    ),
  });
  expect(await checkOf('PostriderMailOverdue')).toMatchObject({ state: 'ok' });
  expect(await checkOf('PostriderProcessDown')).toBeUndefined();
});
