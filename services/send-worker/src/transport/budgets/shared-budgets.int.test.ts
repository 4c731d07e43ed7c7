import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { changeSite, leaseSites } from '@postrider/throttling';
import { effectiveLimits } from '@postrider/mail';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, systemClock, wait } from '@postrider/runtime';
import { defaultSmtpTimeouts } from '@postrider/smtp-client';
import {
  createTestContext,
  eventually,
  startSmtpSink,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import { createConnector } from '../pool/connect-any';
import { createConnectionPool, type ConnectionPool } from '../pool/connection-pool';
import type { Destination } from '../pool/destination';
import { createClearTextHosts } from '../tls-policy/clear-text-hosts';
import { createSharedBudgets, leaseTimes, type Budgets } from './shared-budgets';

const log = createLogger({ name: 'budgets test', level: 'silent' });
/** The margin of the lease is as long as in production: workers here stand still when the machine does. */
const times = { ...leaseTimes, leaseMs: 8_000, settleMs: 1_200 };
const deadTimes = { ...times, leaseMs: 2_000 };
const connector = createConnector({
  name: 'pool.test',
  clearTextHosts: createClearTextHosts({ redis: null }),
  timeouts: defaultSmtpTimeouts,
});

const workersKey = 'postrider:{sites}:workers';

interface Worker {
  readonly id: string;
  readonly pool: ConnectionPool;
  readonly budgets: Budgets;
  readonly redis: RedisClient;
}

let context: TestContext;
let control: RedisClient;
let gate: Gate;
let sink: SmtpSink;
let connectionsSeen: number;
let watch: NodeJS.Timeout;
let workers: Worker[];
let site = 0;

beforeAll(async () => {
  context = await createTestContext();
  control = createRedis({ url: context.redisUrl, name: 'budgets test', log, commandTimeoutMs: 60_000 });
  await eventually(() => control.status === 'ready');
  gate = await openGate(context.redisUrl);
});
afterAll(async () => {
  await control.quit();
  await gate.close();
  await context.close();
});
beforeEach(async () => {
  site += 1;
  workers = [];
  sink = await startSmtpSink();
  connectionsSeen = 0;
  watch = setInterval(() => (connectionsSeen = Math.max(connectionsSeen, sink.openConnections)), 1);
});
afterEach(async () => {
  gate.open();
  clearInterval(watch);
  for (const { id, pool, budgets, redis } of workers) {
    pool.close();
    await budgets.close();
    redis.disconnect();
    // One that could not reach Redis is still known there.
    await control.hdel(workersKey, id);
  }
  await sink.close();
});

/** @param redisMs for so long it waits for an answer of Redis */
async function startWorkers(ids: readonly string[], { redisMs = 10_000 } = {}): Promise<Worker[]> {
  for (const id of ids) {
    const redis = createRedis({ url: gate.url, name: id, log, commandTimeoutMs: redisMs });
    await eventually(() => redis.status === 'ready');
    const budgets = createSharedBudgets({ redis, workerId: id, clock: systemClock, log, times });
    workers.push({ id, redis, budgets, pool: createConnectionPool({ priorities: 3, budgets }) });
  }
  await eachKnowsTheOthers();
  return workers;
}

/** Until each worker has leased once more since all of them are in Redis: the answer counts them. */
async function eachKnowsTheOthers(): Promise<void> {
  const leases = () => control.hgetall(workersKey);
  let all: Record<string, string> = {};
  await eventually(async () => {
    all = await leases();
    return workers.every(({ id }) => id in all);
  });
  await eventually(async () => {
    const ends = await leases();
    return workers.every(({ id }) => Number(ends[id]) > Number(all[id]));
  });
}

function destination(limits: Partial<Destination['limits']>): Destination {
  return {
    site: `site-${site}.test`,
    source: null,
    hostsKey: 'mx.site.test',
    limits: {
      connectionsMax: 4,
      messagesPerConnectionMax: 100,
      messagesPerSecondMax: Infinity,
      idleTimeoutMs: 60_000,
      ...limits,
    },
    waitersMax: Infinity,
    provider: 'site.test',
    throttlesAsOne: true,
    isFinal: true,
    open: () =>
      connector.connectAny(
        [{ host: 'mx.test', address: '127.0.0.1', port: sink.port, tls: { mode: 'off' }, credentials: null }],
        null,
      ),
  };
}

const place = { priority: 0, owner: 'one' };

/** Sends one message after the other on each of its lines until stopped; returns when each was sent. */
function send(
  worker: Worker,
  to: Destination,
  { lines = 8 } = {},
): { sentAt: number[]; stop: () => Promise<void> } {
  const sentAt: number[] = [];
  let stopped = false;
  const line = async (): Promise<void> => {
    while (!stopped) {
      const acquired = await worker.pool.acquire(to, place);
      if (acquired.kind !== 'session') {
        await wait(20);
        continue;
      }
      sentAt.push(performance.now());
      await acquired.session.send({
        ...{ from: 'a@a.test', recipients: ['b@b.test'], message: [Buffer.from('Subject: x\r\n\r\nx\r\n')] },
        ...{ encoding: '7bit', smtpUtf8: false, requireTls: false, recipientTokens: [''] },
        beforeData: () => Promise.resolve(true),
      });
      await wait(10);
      acquired.releaseSession();
    }
  };
  const lines_ = Array.from({ length: lines }, () => line());
  return {
    sentAt,
    stop: async () => {
      stopped = true;
      worker.pool.close();
      await Promise.all(lines_);
    },
  };
}

/** The most in any span of a second. */
function mostInASecond(sentAt: readonly number[]): number {
  const sorted = [...sentAt].sort((a, b) => a - b);
  return Math.max(...sorted.map((from) => sorted.filter((at) => at >= from && at < from + 1_000).length));
}

describe('two workers at one site', () => {
  it('never have more connections together than it allows, and both have their part', async () => {
    const [one, two] = await startWorkers(['one', 'two']);
    const to = destination({ connectionsMax: 4 });
    const first = send(one!, to);
    await eventually(() => sink.openConnections === 4);
    const second = send(two!, to);
    await eventually(() => second.sentAt.length > 50 && first.sentAt.length > 50);
    await Promise.all([first.stop(), second.stop()]);
    expect(connectionsSeen).toBe(4);
  });

  it('never send more messages a second together than it allows', async () => {
    const [one, two] = await startWorkers(['one', 'two']);
    const to = destination({ messagesPerSecondMax: 30 });
    const beganMs = performance.now();
    const sending = [send(one!, to), send(two!, to)];
    const sent = () => sending.flatMap((each) => each.sentAt);
    await eventually(() => sent().length > 60 && sending.every((each) => each.sentAt.length > 15));
    const seconds = (performance.now() - beganMs) / 1_000;
    const sentAt = sent();
    await Promise.all(sending.map((each) => each.stop()));
    // This process is late at times, so messages of half a second more are seen in one; two workers at the full rate are twice as many.
    expect(mostInASecond(sentAt)).toBeLessThanOrEqual(30 * 1.5);
    expect(sentAt.length).toBeLessThanOrEqual(30 * (seconds + 0.1) + 2);
  });

  it('take turns where it allows one connection', async () => {
    const [one, two] = await startWorkers(['one', 'two']);
    const to = destination({ connectionsMax: 1 });
    const sending = [send(one!, to), send(two!, to)];
    await eventually(() => sending.every((each) => each.sentAt.length > 0));
    await Promise.all(sending.map((each) => each.stop()));
    expect(connectionsSeen).toBe(1);
  });

  it('have what a dead one held when its lease has ended', async () => {
    const [one] = await startWorkers(['one']);
    const to = destination({ connectionsMax: 4 });
    const held = { name: to.site, connectionsMax: 4, perSecond: Infinity, held: 0, demand: 4, messages: 0 };
    const leasedMs = performance.now();
    await leaseSites(control, [held], { workerId: 'dead', times: deadTimes });
    const first = send(one!, to);
    await eventually(() => sink.openConnections > 0);
    // Redis has a clock of its own.
    expect(performance.now() - leasedMs).toBeGreaterThan(deadTimes.leaseMs - 50);
    await eventually(() => sink.openConnections === 4);
    await first.stop();
  });

  it('both leave it alone when it blocks one of them, and both go on after a success', async () => {
    const [one, two] = await startWorkers(['one', 'two']);
    const to = destination({});
    for (const worker of [one!, two!]) {
      const acquired = await worker.pool.acquire(to, place);
      if (acquired.kind === 'session') acquired.releaseSession();
    }
    one!.pool.refused(to, {
      reply: { code: 421, text: '4.7.0 too many messages' },
      stage: 'mail',
      detail: 'rate: 421 4.7.0 too many messages',
      classification: {
        ...{ outcome: 'deferred', bounceType: null, enhancedCode: '4.7.0', class: 'rate' },
        ...{ suppression: null, blocked: true, retryHintMs: null },
      },
    });
    expect(one!.pool.suspended(to)).toMatchObject({ failureClass: 'rate' });
    await eventually(() => two!.pool.suspended(to)?.reason === 'rate: 421 4.7.0 too many messages');
    two!.pool.succeed(to);
    await eventually(() => one!.pool.suspended(to) === undefined);
  });
});

describe('when an operator lifts a limit of one message a minute', () => {
  it.each([
    ['the site has no other rate', Infinity],
    ['the site has its usual rate again', 50],
  ])(
    'mail that was turned away can leave within the time in which workers learn of it: %s',
    async (_, rate) => {
      const [one] = await startWorkers(['one']);
      const to = destination({ messagesPerSecondMax: rate });
      const limit = {
        kind: 'limit',
        class: 'rate',
        reason: 'x',
        rule: 'x',
        replies: 1,
        withinMs: 1,
      } as const;
      const normal = { connectionsMax: to.limits.connectionsMax, perSecond: rate };
      const change = { ...limit, connections: 1, perSecond: 1 / 60, forMs: 600_000 };
      await changeSite(control, to.site, { change, normal, stepMs: times.stepMs });
      const acquire = async (): Promise<string> => {
        const acquired = await one!.pool.acquire(to, place);
        if (acquired.kind === 'session') acquired.releaseSession();
        return acquired.kind;
      };
      // The first ones may be taken before the worker has asked for the first time.
      await eventually(async () => (await acquire()) === 'busy');
      expect(await acquire()).toBe('busy');
      await changeSite(control, to.site, { change: { kind: 'resume' }, normal, stepMs: times.stepMs });
      const liftedMs = performance.now();
      await eventually(async () => (await acquire()) === 'session');
      // It would be a minute. A slow machine needs its seconds.
      expect(performance.now() - liftedMs).toBeLessThan(30_000);
    },
  );
});

describe('while Redis', () => {
  it('is away, each keeps to its share, and goes back to leases afterwards', async () => {
    const [one, two] = await startWorkers(['one', 'two'], { redisMs: 200 });
    const to = destination({ connectionsMax: 4 });
    const sending = [send(one!, to)];
    await eventually(() => sink.openConnections === 4);
    gate.shut();
    sending.push(send(two!, to));
    // One comes down to its half when its lease ends, and two begins after that.
    await eventually(() => sending[1]!.sentAt.length > 20);
    expect(sink.openConnections).toBeLessThanOrEqual(4);
    gate.open();
    await sending[1]!.stop();
    await eventually(() => sink.openConnections === 4);
    await sending[0]!.stop();
    expect(connectionsSeen).toBe(4);
  });

  it('is away, one of two sends where there is one connection', async () => {
    const [one, two] = await startWorkers(['one', 'two'], { redisMs: 200 });
    gate.shut();
    const to = destination({ connectionsMax: 1 });
    const sending = [send(one!, to), send(two!, to)];
    await eventually(() => sending.some((each) => each.sentAt.length > 60));
    expect(sending.filter((each) => each.sentAt.length > 0)).toHaveLength(1);
    await Promise.all(sending.map((each) => each.stop()));
    expect(connectionsSeen).toBe(1);
  });

  it('is wiped, no worker has more than before, whenever that is', async () => {
    const [one, two] = await startWorkers(['one', 'two']);
    const to = destination({ connectionsMax: 4, messagesPerSecondMax: 100 });
    const sending = [send(one!, to), send(two!, to)];
    const sent = () => sending.reduce((sum, each) => sum + each.sentAt.length, 0);
    for (let round = 0; round < 2; round += 1) {
      const before = sent();
      await eventually(() => sent() > before + 20);
      await control.flushdb();
      // And again while the workers still tell what they hold.
      await eachKnowsTheOthers();
      await control.flushdb();
    }
    await eventually(() => sending.every((each) => each.sentAt.length > 60));
    await Promise.all(sending.map((each) => each.stop()));
    expect(connectionsSeen).toBeLessThanOrEqual(4);
  });
});

it('counts a limit that recovers as the script does', async () => {
  const normal = { connections: 20, perSecond: 50 };
  for (const [connections, perSecond, steps] of [
    [1, 1 / 60, -1],
    [1, 1 / 60, 0],
    [3, 10 / 60, 2],
    [2, 1, 5],
    [1, 0.5, 7],
    [7, 40, 0],
  ] as const) {
    const name = `recovering ${connections} ${perSecond} ${steps}`;
    // Half a step aside, so that a slow run does not tip it over.
    const forMs = -(steps + 0.5) * leaseTimes.stepMs;
    const limit = { kind: 'limit', class: 'rate', reason: 'x', rule: 'x', replies: 1, withinMs: 1 } as const;
    const limits = { connectionsMax: normal.connections, perSecond: normal.perSecond };
    await changeSite(control, name, {
      change: { ...limit, connections, perSecond, forMs },
      normal: limits,
      stepMs: leaseTimes.stepMs,
    });
    const asked = { name, ...limits, held: 0, demand: 0, messages: 0 };
    const { grants } = await leaseSites(control, [asked], { workerId: 'x', times });
    const here = effectiveLimits(normal, { connections, perSecond, until: new Date(forMs) }, new Date(0));
    expect(grants[0]?.allowed.connections).toBe(here.connections);
    expect(grants[0]?.allowed.perSecond).toBeCloseTo(here.perSecond, 4);
  }
});

interface Gate {
  readonly url: string;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** A way to Redis that can be shut. */
async function openGate(redisUrl: string): Promise<Gate> {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isShut = false;
  const server: Server = createServer((socket) => {
    if (isShut) return void socket.destroy();
    const there = connect(Number(target.port), target.hostname);
    for (const each of [socket, there]) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        sockets.delete(each);
        socket.destroy();
        there.destroy();
      });
    }
    socket.pipe(there).pipe(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = new URL(redisUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    shut: () => {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
