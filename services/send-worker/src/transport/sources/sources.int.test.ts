import { newId } from '@postrider/contracts/ids';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { eventually, startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
import { createSender, queueMessage, type TestSender } from '../../../test/queue-message';
import { startTestWorker, type TestWorker } from '../../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';
import { startSources } from './sources';

let dns: DnsServer;
let harness: WorkerHarness;
let mxSink: SmtpSink;
let settings: Record<string, string>;
const constants = { sweepIntervalMs: 100 };

const zone = (extra: { name: string; type: 'PTR' | 'A'; value: string }[] = []) =>
  dns.setZone({
    records: [
      { name: 'here.test', type: 'MX', value: 'mx.here.test', priority: 10 },
      { name: 'mx.here.test', type: 'A', value: '127.0.0.1' },
      ...extra,
    ],
  });

beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  mxSink = await startSmtpSink();
  settings = {
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(mxSink.port),
    SOURCE_WARM_UP_STEPS: '10,20',
  };
  harness = await startWorkerHarness(settings, { constants });
});
afterAll(async () => {
  await harness.close();
  await mxSink.close();
  await dns.close();
});
beforeEach(() => zone());
afterEach(async () => {
  await harness.context.pool.query('DELETE FROM source_addresses');
  mxSink.clear();
});

interface Address {
  readonly bindAddress?: string;
  readonly status?: string;
  readonly warmUpStartedAt?: Date;
}

/** Configured, and noticed: a worker that has it says so. */
async function address(text: string, pool: string, given: Address = {}): Promise<string> {
  const id = newId();
  await harness.context.pool.query(
    `INSERT INTO source_addresses (id, address, bind_address, hello_name, pool, status, warm_up_started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, text, given.bindAddress ?? null, `out-${text.replace(/[.:]/g, '-')}.test`, pool],
      ...[given.status ?? 'active', given.warmUpStartedAt ?? null],
    ],
  );
  if ((given.bindAddress ?? text).startsWith('127.')) await seen(id);
  return id;
}

const seen = (id: string) =>
  eventually(async () => {
    const { rows } = await harness.context.pool.query<{ seen: boolean }>(
      'SELECT seen_at IS NOT NULL AS seen FROM source_addresses WHERE id = $1',
      [id],
    );
    return rows[0]?.seen === true;
  });

const pinned = async (pool: string): Promise<TestSender> => {
  const sender = await createSender(harness.context);
  await harness.context.pool.query('UPDATE domains SET source_pool = $2 WHERE id = $1', [
    sender.domain.id,
    pool,
  ]);
  return sender;
};

/** From where a mail came, and the name it was announced with. */
async function origin(sender: TestSender): Promise<[string, string]> {
  const subject = newId();
  const id = await queueMessage(harness.context, sender, { to: ['jane@here.test'], subject });
  await harness.enqueue(id);
  await harness.reaches(id, 'delivered');
  const mail = mxSink.messages.find(({ raw }) => raw.includes(subject));
  return [mail?.clientAddress ?? '', mail?.clientName ?? ''];
}

describe('the address that mail leaves from', () => {
  it('is the choice of the system where none is configured', async () => {
    expect(await origin(await createSender(harness.context))).toEqual(['127.0.0.1', 'worker.test']);
  });

  it('is one of the pool that the domain is pinned to, and names itself as that', async () => {
    await address('127.0.0.2', 'first');
    await address('198.51.100.7', 'second', { bindAddress: '127.0.0.3' });
    expect(await origin(await pinned('first'))).toEqual(['127.0.0.2', 'out-127-0-0-2.test']);
    expect(await origin(await pinned('second'))).toEqual(['127.0.0.3', 'out-198-51-100-7.test']);
  });

  it('is else of the pool of the stream, else of the default pool, and else the choice of the system', async () => {
    const sender = await createSender(harness.context);
    await address('127.0.0.4', 'other');
    expect((await origin(sender))[0]).toBe('127.0.0.1');
    await address('127.0.0.3', 'default');
    expect((await origin(sender))[0]).toBe('127.0.0.3');
    await address('127.0.0.2', 'transactional');
    expect((await origin(sender))[0]).toBe('127.0.0.2');
  });

  it('is no longer one that drains', async () => {
    const id = await address('127.0.0.2', 'default');
    await address('127.0.0.3', 'default');
    await harness.context.pool.query(`UPDATE source_addresses SET status = 'draining' WHERE id = $1`, [id]);
    await eventually(async () => {
      const senders = await Promise.all(Array.from({ length: 6 }, () => createSender(harness.context)));
      const origins = await Promise.all(senders.map(origin));
      return origins.every(([from]) => from === '127.0.0.3');
    });
  });
});

describe('a pool of which this worker has no address', () => {
  it('makes mail wait, with the reason, and without a delivery round, until a worker has one', async () => {
    await address('192.0.2.77', 'far');
    await address('127.0.0.2', 'near');
    const sender = await pinned('far');
    const id = await queueMessage(harness.context, sender, { to: ['jane@here.test'] });
    await harness.enqueue(id);
    const waiting = await harness.delayed(id);
    expect(waiting).toMatchObject({ rounds: 0, attempts: [] });
    expect(waiting.events).toMatchObject([
      {
        type: 'delivery_delayed',
        detail: 'source: no worker has an active address of the pool far',
        failure_class: 'platform',
      },
    ]);
    expect(waiting.due_at.getTime() - Date.now()).toBeGreaterThan(30_000);
    await address('127.0.0.9', 'far');
    await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await harness.reaches(id, 'delivered');
    expect(mxSink.messages.at(-1)?.clientAddress).toBe('127.0.0.9');
  });

  it('leaves it to a worker that has one, without a recorded reason', async () => {
    const far = await address('192.0.2.77', 'far');
    await harness.context.pool.query('UPDATE source_addresses SET seen_at = now() WHERE id = $1', [far]);
    // When this one is noticed, so is that the other was seen.
    await address('127.0.0.2', 'near');
    const sender = await pinned('far');
    const id = await queueMessage(harness.context, sender, { to: ['jane@here.test'] });
    await harness.enqueue(id);
    const { due_at: dueAt } = await harness.read(id);
    await eventually(async () => (await harness.read(id)).due_at > dueAt);
    expect(await harness.read(id)).toMatchObject({ rounds: expect.any(Number), events: [], attempts: [] });
    await harness.context.pool.query(`UPDATE source_addresses SET pool = 'far' WHERE address = '127.0.0.2'`);
    expect(await harness.reaches(id, 'delivered')).toMatchObject({ rounds: 1 });
  });
});

it('a pool of source addresses is found by a worker that has not noticed it yet, before mail waits for long', async () => {
  const sources = startSources({
    pool: harness.context.pool,
    settings: { SOURCE_WARM_UP_STEPS: [1], DNS_SERVERS: [] },
    sweepIntervalMs: 3_600_000,
    clock: systemClock,
    log: createLogger({ name: 'sources test', level: 'error' }),
    metrics: createMetrics(),
  });
  const families = () => Promise.resolve({ ipv4: true, ipv6: false });
  const client = { domainId: newId(), sourcePool: 'late', stream: 'transactional' } as const;
  const choose = () => sources.choose(client, 'here.test', families);
  try {
    expect(await choose()).toMatchObject({ kind: 'postponed', reason: expect.stringContaining('no worker') });
    await address('127.0.0.2', 'late', { warmUpStartedAt: new Date() });
    expect(await choose()).toMatchObject({ kind: 'source', source: { address: '127.0.0.2' } });
    expect(await choose()).toMatchObject({ kind: 'postponed', reason: expect.stringContaining('limit') });
    await address('127.0.0.3', 'late');
    expect(await choose()).toMatchObject({ kind: 'source', source: { address: '127.0.0.3' } });
  } finally {
    await sources.close();
  }
});

describe('an address in warm-up', () => {
  let second: TestWorker;
  beforeAll(async () => {
    second = await startTestWorker(harness.context, settings, { constants });
  });
  afterAll(() => second.close());

  const sendMany = async (sender: TestSender, count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(await queueMessage(harness.context, sender, { to: ['jane@here.test'] }));
    }
    await Promise.all(ids.map((id) => harness.enqueue(id)));
    return ids;
  };
  const statuses = async (sender: TestSender) => {
    const { rows } = await harness.context.pool.query<{ status: string; count: number }>(
      `SELECT status, count(*)::int AS count FROM messages
       WHERE organization_id = $1 AND (status <> 'queued' OR id IN (SELECT message_id FROM email_events)) GROUP BY status`,
      [sender.organizationId],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const fromAddress = (from: string) =>
    mxSink.messages.filter(({ clientAddress }) => clientAddress === from).length;

  it('is held to the cap of its day at each site by two workers together; the rest waits with its reason', async () => {
    await address('127.0.0.2', 'warming', { warmUpStartedAt: new Date() });
    const sender = await pinned('warming');
    const ids = await sendMany(sender, 40);
    // The places that one of both has taken ahead and does not need are at most one twentieth of the cap.
    await eventually(async () => {
      const { delivered = 0, queued = 0 } = await statuses(sender);
      return delivered + queued === 40;
    });
    expect(fromAddress('127.0.0.2')).toBe(10);
    const all = await Promise.all(ids.map((id) => harness.read(id)));
    const waiting = all.find(({ status }) => status === 'queued');
    expect(waiting).toMatchObject({
      rounds: 0,
      // Days of waiting for it do not count when a destination defers it afterwards.
      first_attempt_at: null,
      events: [
        {
          type: 'delivery_delayed',
          detail:
            "source: the addresses of the pool warming are in warm-up and have reached today's limit for here.test",
        },
      ],
    });
    expect(waiting?.due_at.toISOString().slice(11, 14)).toBe('00:');
  });

  it('leaves what is over its cap to a warm address of its pool', async () => {
    await address('127.0.0.5', 'mixed', { warmUpStartedAt: new Date() });
    await address('127.0.0.6', 'mixed');
    // Each domain prefers an address by a hash: of twenty, some prefer the one in warm-up.
    const senders = await Promise.all(Array.from({ length: 20 }, () => pinned('mixed')));
    const ids = (await Promise.all(senders.map((sender) => sendMany(sender, 4)))).flat();
    await Promise.all(ids.map((id) => harness.reaches(id, 'delivered')));
    expect(fromAddress('127.0.0.5')).toBeGreaterThan(0);
    expect(fromAddress('127.0.0.5')).toBeLessThanOrEqual(10);
    expect(fromAddress('127.0.0.5') + fromAddress('127.0.0.6')).toBe(80);
  });
});
