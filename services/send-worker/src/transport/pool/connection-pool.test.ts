import type { Place } from '@postrider/runtime';
import { closedPort, eventually, startSmtpSink, type SmtpSink } from '@postrider/testkit';
import { defaultSmtpTimeouts } from '@postrider/smtp-client';
import { createClearTextHosts } from '../tls-policy/clear-text-hosts';
import { createApiSession } from '../providers/api-session';
import { createConnector } from './connect-any';
import { createConnectionPool, type ConnectionPool } from './connection-pool';
import type { DeliveryTransaction, OpenResult } from './delivery-session';
import type { Destination } from './destination';
import type { Acquired } from './site-queue';

let sink: SmtpSink;
let pool: ConnectionPool;
const connector = createConnector({
  name: 'pool.test',
  clearTextHosts: createClearTextHosts({ redis: null }),
  timeouts: { ...defaultSmtpTimeouts, connectMs: 60_000 },
});

beforeEach(async () => {
  sink = await startSmtpSink();
  pool = createConnectionPool({ priorities: 3 });
});
afterEach(async () => {
  pool.close();
  await sink.close();
});

function destination(overrides: Partial<Destination> & { port?: number } = {}): Destination {
  const { port = sink.port, ...rest } = overrides;
  return {
    site: 'site.test',
    source: null,
    hostsKey: 'mx.site.test',
    limits: {
      connectionsMax: 2,
      messagesPerConnectionMax: 100,
      messagesPerSecondMax: Infinity,
      idleTimeoutMs: 60_000,
    },
    waitersMax: Infinity,
    provider: null,
    throttlesAsOne: true,
    isFinal: true,
    open: () =>
      connector.connectAny(
        [{ host: 'mx.test', address: '127.0.0.1', port, tls: { mode: 'opportunistic' }, credentials: null }],
        null,
      ),
    ...rest,
  };
}

const first = { priority: 0, owner: 'one' };

type Session = Extract<Acquired, { kind: 'session' }>;

async function session(to = destination(), priority = 0): Promise<Session> {
  const acquired = await pool.acquire(to, { priority, owner: 'one' });
  if (acquired.kind !== 'session') throw new Error(`got ${acquired.kind}`);
  return acquired;
}

describe('connections to a site', () => {
  it('are used again', async () => {
    const first = await session();
    first.releaseSession();
    const second = await session();
    expect(second.session).toBe(first.session);
    expect(sink.openConnections).toBe(1);
  });

  it('never exceed its limit: who comes later waits', async () => {
    const [first] = await Promise.all([session(), session()]);
    let served = false;
    const third = session().then((acquired) => {
      served = true;
      return acquired;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(served).toBe(false);
    expect(pool.load()).toEqual({ connections: 2, waiting: 1 });
    first.releaseSession();
    expect((await third).session).toBe(first.session);
  });

  it('go to the most urgent first', async () => {
    const limits = { ...destination().limits, connectionsMax: 1 };
    const one = destination({ limits });
    const held = await session(one);
    const order: string[] = [];
    const ask = (name: string, priority: number) =>
      session(one, priority).then((acquired) => {
        order.push(name);
        acquired.releaseSession();
      });
    const asked = [ask('bulk', 2), ask('retry', 1), ask('transactional', 0)];
    held.releaseSession();
    await Promise.all(asked);
    expect(order).toEqual(['transactional', 'retry', 'bulk']);
  });

  it('are kept, a tenth of them, for urgent mail of an organization that has none', async () => {
    const wide = destination({ limits: { ...destination().limits, connectionsMax: 10 } });
    const flood = await Promise.all(Array.from({ length: 9 }, () => session(wide)));
    const served: string[] = [];
    const ask = (name: string, place: Place) =>
      pool.acquire(wide, place).then((acquired) => {
        served.push(name);
        return acquired;
      });
    const waiting = [ask('flood', first), ask('bulk', { priority: 2, owner: 'other' })];
    await ask('urgent', { priority: 0, owner: 'other' });
    expect(served).toEqual(['urgent']);
    for (const { releaseSession } of flood) releaseSession();
    await Promise.all(waiting);
  });

  it('that began together are not renewed together, and take no more messages than they may', async () => {
    const messagesMax = 40;
    const limits = { ...destination().limits, connectionsMax: 20, messagesPerConnectionMax: messagesMax };
    const many = destination({ limits, open: openApi });
    const known = new Set<Session['session']>();
    const roundsWithNew = new Set<number>();
    for (let round = 0; round < messagesMax; round += 1) {
      const all = await Promise.all(Array.from({ length: 18 }, () => session(many)));
      if (all.some((each) => !known.has(each.session))) roundsWithNew.add(round);
      for (const each of all) known.add(each.session);
      await Promise.all(all.map((each) => each.session.send(transaction)));
      for (const { releaseSession } of all) releaseSession();
    }
    expect(roundsWithNew.size).toBeGreaterThan(3);
    expect(Math.max(...[...known].map((each) => each.used()))).toBeLessThanOrEqual(messagesMax);
  });

  it('are not shared between different hosts of one site, and make room for each other', async () => {
    const limits = { ...destination().limits, connectionsMax: 1 };
    const first = await session(destination({ limits }));
    first.releaseSession();
    const second = await session(destination({ limits, hostsKey: 'other.site.test' }));
    expect(second.session).not.toBe(first.session);
    await eventually(() => sink.openConnections === 1);
  });

  it('end when they were idle for long enough', async () => {
    const limits = { ...destination().limits, idleTimeoutMs: 20 };
    (await session(destination({ limits }))).releaseSession();
    await eventually(() => sink.openConnections === 0);
  });

  it('are replaced when the server has closed them', async () => {
    const first = await session();
    first.releaseSession();
    await sink.close();
    sink = await startSmtpSink({ port: sink.port });
    await eventually(() => !first.session.isReusable());
    expect((await session()).session).not.toBe(first.session);
  });
});

describe('a site that cannot be reached', () => {
  it('is suspended, and everyone who waits learns it', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => pool.acquire(destination({ port: closedPort }), first)),
    );
    const kinds = results.map(({ kind }) => kind);
    expect(kinds.every((kind) => kind === 'unreachable' || kind === 'suspended')).toBe(true);
    expect(kinds).toContain('unreachable');
    await expect(pool.acquire(destination({ port: closedPort }), first)).resolves.toMatchObject({
      kind: 'suspended',
    });
    expect(pool.suspended({ site: 'site.test', source: null })?.reason).toContain('ECONNREFUSED');
  });

  it('by its banner says why', async () => {
    sink.behave({
      kind: 'reject',
      at: 'connect',
      code: 554,
      text: '5.7.1 your address is on our block list',
    });
    await expect(pool.acquire(destination(), first)).resolves.toMatchObject({
      kind: 'unreachable',
      failure: { kind: 'refused', step: 'greeting', reply: { code: 554 } },
    });
  });

  it('at its first host is reached at the next', async () => {
    const target = {
      host: 'mx.test',
      address: '127.0.0.1',
      tls: { mode: 'off' },
      credentials: null,
    } as const;
    const open = () =>
      connector.connectAny(
        [
          { ...target, port: closedPort },
          { ...target, port: sink.port },
        ],
        null,
      );
    await expect(pool.acquire(destination({ open }), first)).resolves.toMatchObject({ kind: 'session' });
  });

  it('does not stop another', async () => {
    await pool.acquire(destination({ port: closedPort }), first);
    await session(destination({ site: 'other.test' }));
  });
});

it('refuses to let more wait than a site may have', async () => {
  const full = destination({ waitersMax: 1, limits: { ...destination().limits, connectionsMax: 1 } });
  await session(full);
  const waiting = pool.acquire(full, first);
  await expect(pool.acquire(full, first)).resolves.toMatchObject({ kind: 'busy' });
  pool.close();
  await expect(waiting).resolves.toMatchObject({ kind: 'closing' });
});

it('keeps room in the queue for an organization without waiters', async () => {
  const small = destination({ waitersMax: 8, limits: { ...destination().limits, connectionsMax: 1 } });
  const held = await session(small);
  const kinds: Acquired['kind'][] = [];
  const flood = Array.from({ length: 10 }, () =>
    pool.acquire(small, first).then((acquired) => {
      kinds.push(acquired.kind);
      if (acquired.kind === 'session') acquired.releaseSession();
    }),
  );
  const other = pool.acquire(small, { priority: 0, owner: 'other' });
  await eventually(() => kinds.filter((kind) => kind === 'busy').length === 6);
  held.releaseSession();
  const acquired = await other;
  expect(acquired.kind).toBe('session');
  expect(kinds.filter((kind) => kind === 'session').length).toBeLessThanOrEqual(1);
  if (acquired.kind === 'session') acquired.releaseSession();
  await Promise.all(flood);
});

const transaction: DeliveryTransaction = {
  ...{
    from: 'a@one.test',
    recipients: ['b@site.test'],
    recipientTokens: ['b+1'],
    message: [Buffer.from('mail')],
  },
  ...{ encoding: '7bit', smtpUtf8: false, requireTls: false, beforeData: () => Promise.resolve(true) },
};

/** Another session each time, which takes everything. */
function openApi(): Promise<OpenResult> {
  const reply = { code: 250, text: 'taken' };
  const send = () => Promise.resolve({ outcome: { kind: 'accepted', reply }, conversation: [] } as const);
  return Promise.resolve({
    kind: 'open',
    session: createApiSession({ peer: 'api.test', send, close: () => undefined }),
  });
}
