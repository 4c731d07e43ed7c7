import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  eventually,
  startDnsServer,
  startScriptedServers,
  type DnsRecord,
  type DnsServer,
  type ScriptedServers,
} from '@postrider/testkit';
import { Redis } from 'ioredis';
import { authenticate } from 'mailauth';
import { deliveryMatrix, notPlayed, shapes, type MatrixRow, type Shape } from '../../test/delivery-matrix';
import { queueMessage, readMessage, type StoredMessage } from '../../test/queue-message';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

/*
 * Each cell has mail servers of its own, at loopback addresses of their own behind MX records. In their first round the servers
 * do what the row says; then they are repaired, and what waits is due again.
 */

interface Cell {
  readonly row: MatrixRow;
  readonly shape: Shape;
  /** Domains of the recipients; the first is the one that fails. */
  readonly domains: readonly string[];
  readonly to: readonly string[];
  readonly harness: WorkerHarness;
}

interface RunCell extends Cell {
  readonly id: string;
  /** After the first round. */
  first?: StoredMessage;
  firstCopies?: number;
}

const mxRecords: DnsRecord[] = [];
/** Where no server is, at first. */
const absent: string[] = [];
const settings = {
  DELIVERY_ROUTES: '*=mx',
  // Workers and servers share this process: on a busy machine an answer takes seconds.
  SMTP_TIMEOUT_MAX_MS: '20000',
};
let dns: DnsServer;
let servers: ScriptedServers;
/** By RETURN_PATH. */
let harnesses: Readonly<Record<'recipient' | 'message', WorkerHarness>>;
let cells: RunCell[];
const repaired: TestWorker[] = [];

beforeAll(async () => {
  dns = await startDnsServer({ zone: () => ({ records: mxRecords }) });
  servers = await startScriptedServers();
  const start = (mode: 'recipient' | 'message') => startWorkerHarness({ ...settingsOf(mode) });
  const [recipient, message] = await Promise.all([start('recipient'), start('message')]);
  harnesses = { recipient, message };
  const planned = await Promise.all(
    deliveryMatrix.flatMap((row, at) =>
      shapes.flatMap((shape, column) =>
        row.expected[shape] === notPlayed ? [] : plan(row, shape, [at, column]),
      ),
    ),
  );
  cells = await playFirstRound(planned);
});

afterAll(async () => {
  await Promise.all(repaired.map((worker) => worker.close()));
  await Promise.all(Object.values(harnesses).map((harness) => harness.close()));
  await servers.close();
  await dns.close();
});

function settingsOf(mode: 'recipient' | 'message'): Readonly<Record<string, string>> {
  return { ...settings, DNS_SERVERS: dns.address, MX_PORT: String(servers.port), RETURN_PATH: mode };
}

async function plan(row: MatrixRow, shape: Shape, [at, column]: readonly [number, number]): Promise<Cell> {
  const sites = shape === 'several' ? 3 : 1;
  const domains: string[] = [];
  for (let site = 0; site < sites; site += 1) {
    const name = `r${at}c${column}s${site}.test`;
    const address = `127.1.${at + 1}.${column * 4 + site + 1}`;
    mxRecords.push(
      { name, type: 'MX', value: `mx.${name}`, priority: 10 },
      { name: `mx.${name}`, type: 'A', value: address },
    );
    if (row.closed && site === 0) absent.push(address);
    else await servers.listen(address, site === 0 ? row.behaviour : {});
    domains.push(name);
  }
  const [failing = '', ...others] = domains;
  const to = {
    one: [`b@${failing}`],
    three: [`a@${failing}`, `b@${failing}`, `c@${failing}`],
    shared: [`a@${failing}`, `b@${failing}`, `c@${failing}`],
    several: [`b@${failing}`, ...others.map((domain) => `a@${domain}`)],
  }[shape];
  return { row, shape, domains, to, harness: harnesses[shape === 'shared' ? 'message' : 'recipient'] };
}

/** In base64, more than socket buffers hold while the other end does not read. */
const largeOctets = 8_500_000;

function queue({ row, to, harness }: Cell): Promise<string> {
  const attachments = row.large ? [{ filename: 'a', content: Buffer.alloc(largeOctets, 'x') }] : [];
  return queueMessage(harness.context, harness.sender, { to, attachments });
}

/** So many at once that their answers come long before the timeout. */
const batchSize = 16;

async function playFirstRound(planned: readonly Cell[]): Promise<RunCell[]> {
  const hangs = ({ row }: Cell): boolean => row.behaviour.fault?.kind === 'hang';
  const hanging = await send(planned.filter(hangs));
  const answered = planned.filter((cell) => !hangs(cell));
  const played: RunCell[] = [];
  for (let at = 0; at < answered.length; at += batchSize) {
    const batch = await send(answered.slice(at, at + batchSize));
    await firstRoundEnds(batch);
    played.push(...batch);
  }
  await firstRoundEnds(hanging);
  return [...hanging, ...played];
}

/** A worker sends whatever is due, so a message is stored only now. */
async function send(some: readonly Cell[]): Promise<RunCell[]> {
  const started = await Promise.all(some.map(async (cell) => ({ ...cell, id: await queue(cell) })));
  await Promise.all(started.map(({ harness, id }) => harness.enqueue(id)));
  return started;
}

async function firstRoundEnds(some: readonly RunCell[]): Promise<void> {
  let unfinished: string[] = [];
  await eventually(
    async () => {
      unfinished = [];
      for (const cell of some.filter(({ first }) => first === undefined)) {
        const message = await readMessage(cell.harness.context, cell.id);
        if (message.status === 'sending' || !cell.to.every((_, ordinal) => isThrough(message, ordinal))) {
          unfinished.push(`${cell.row.what}, ${cell.shape}: ${JSON.stringify(message)}`);
          continue;
        }
        cell.first = message;
        cell.firstCopies = copiesOf(cell).length;
      }
      return unfinished.length === 0;
    },
    { timeoutMs: 120_000, what: 'the end of the first round' },
  ).catch((error: unknown) => {
    throw new Error(`the first round has not ended:\n${unfinished.join('\n')}`, { cause: error });
  });
}

/** It is settled, or has been delayed. A machine that has too much to do may get to it later than to the others. */
function isThrough({ recipients, events }: StoredMessage, ordinal: number): boolean {
  return recipients[ordinal]?.status !== 'queued' || events.some((event) => event.ordinal === ordinal);
}

/** They contain the Message-ID. */
const headerOctets = 4_096;

/** Each recipient's copies that a server has taken, or has not refused. */
function copiesOf({ id }: RunCell): string[] {
  return servers.messages
    .filter(({ raw }) => raw.subarray(0, headerOctets).includes(id))
    .flatMap(({ to }) => to);
}

function cellText({ first, firstCopies }: RunCell): string {
  const states = Object.entries(Object.groupBy(first?.recipients ?? [], ({ status }) => status))
    .map(([status, all = []]) => `${all.length} ${status}`)
    .sort();
  const attempts = new Set(first?.attempts.map(({ ordinal }) => ordinal)).size;
  return [
    ...states,
    counted(attempts, 'attempt', 'attempts'),
    counted(firstCopies ?? 0, 'copy', 'copies'),
  ].join(', ');
}

function detailsOf({ first }: RunCell): string {
  return [...new Set(first?.events.map(({ detail }) => detail))].join(', ');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const rowsOf = (textOf: (row: MatrixRow, shape: Shape) => string): string[] =>
  deliveryMatrix.map((row) => [row.what, ...shapes.map((shape) => textOf(row, shape))].join(' | '));

/** What is known of the sites' failures is wiped, and a sweep has to find the messages. */
async function startAgain(mode: 'recipient' | 'message'): Promise<void> {
  const { worker, context } = harnesses[mode];
  await worker.close();
  const redis = new Redis(context.redisUrl);
  await redis.flushdb();
  redis.disconnect();
  await context.pool.query(`UPDATE messages SET due_at = now() WHERE status = 'queued'`);
  repaired.push(await startTestWorker(context, settingsOf(mode)));
}

const eventsOf: Readonly<Record<string, readonly string[]>> = {
  delivered: ['sent', 'delivered'],
  queued: ['delivery_delayed'],
  bounced: ['bounced'],
  unconfirmed: [],
};

it('each recipient has the events of its state, and each attempt that was not accepted its conversation', () => {
  for (const { first, to } of cells) {
    to.forEach((_, ordinal) => {
      const events = first?.events.filter((event) => event.ordinal === ordinal).map(({ type }) => type);
      expect([...new Set(events)]).toEqual(eventsOf[first?.recipients[ordinal]?.status ?? '']);
    });
    for (const attempt of first?.attempts ?? []) {
      expect(attempt).toMatchObject({ source_address: '127.0.0.1', result: expect.any(String) });
      if (attempt.result === 'accepted') expect(attempt.conversation).toBeNull();
      else expect(attempt.conversation).toMatch(/^(C: RSET\n)?C: MAIL FROM:<b\+/);
    }
  }
});

it('the table of docs/delivery/README.md is the matrix', () => {
  const page = readFileSync(path.join(__dirname, '../../../../docs/delivery/README.md'), 'utf8');
  const [, section = ''] = page.split(/^## The matrix$/m);
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(2);
  expect(rows.map((row) => row.join(' | '))).toEqual(rowsOf(({ expected }, shape) => expected[shape]));
});

it('each failure has the outcome of the matrix', () => {
  const found = rowsOf((row, shape) => {
    const cell = cells.find((each) => each.row === row && each.shape === shape);
    if (cell === undefined) return notPlayed;
    const text = cellText(cell);
    return text === row.expected[shape] ? text : `${text}: ${detailsOf(cell)}`;
  });
  expect(found).toEqual(rowsOf(({ expected }, shape) => expected[shape]));
});

it('when the servers work again, each waiting recipient gets one copy, and none gets two', async () => {
  servers.repair();
  await Promise.all(absent.map((address) => servers.listen(address, {})));
  await Promise.all([startAgain('recipient'), startAgain('message')]);
  await eventually(
    async () => {
      const open = await Promise.all(
        Object.values(harnesses).map(({ context }) =>
          context.pool.query('SELECT id FROM messages WHERE final_at IS NULL'),
        ),
      );
      return open.every(({ rows }) => rows.length === 0);
    },
    { timeoutMs: 180_000, what: 'the end of all messages' },
  );
  for (const cell of cells) {
    const { recipients } = await readMessage(cell.harness.context, cell.id);
    const copies = copiesOf(cell);
    const found = cell.to.map((address, at) => [
      recipients[at]?.status,
      copies.filter((to) => to === address).length,
    ]);
    for (const [status, count] of found) {
      if (status === 'unconfirmed') expect(count).toBeLessThanOrEqual(1);
      else expect([status, count]).toEqual(status === 'delivered' ? ['delivered', 1] : ['bounced', 0]);
    }
  }
});

it('what was delivered passes DKIM, SPF and DMARC with an alignment of both', async () => {
  const records = new Map<string, string>(
    Object.values(harnesses).flatMap(({ sender: { domain } }) => [
      [`TXT ${domain.dkim.record.name}`, domain.dkim.record.value] as const,
      [`TXT bounce.${domain.name}`, 'v=spf1 ip4:127.0.0.1 -all'] as const,
      [`TXT _dmarc.${domain.name}`, 'v=DMARC1; p=reject; adkim=s'] as const,
    ]),
  );
  const resolver = (name: string, type: string): Promise<string[][]> => {
    const value = records.get(`${type} ${name}`);
    if (value !== undefined) return Promise.resolve([[value]]);
    return Promise.reject(Object.assign(new Error(`${type} ${name}`), { code: 'ENOTFOUND' }));
  };
  const accepted = servers.messages.filter(({ raw, accepted }) => accepted && raw.length < 1_000_000);
  expect(accepted.length).toBeGreaterThan(100);
  for (const { raw, from, client, helo } of accepted) {
    const result = await authenticate(raw, {
      ...{ sender: from, ip: client, helo, mta: 'mx.test', resolver },
      ...{ disableArc: true, disableBimi: true },
    });
    expect(result.dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(result.spf && result.spf.status.result).toBe('pass');
    expect(result.dmarc && result.dmarc.status.result).toBe('pass');
    expect(result.dmarc && result.dmarc.alignment).toMatchObject({
      dkim: { result: expect.any(String) },
      spf: { result: expect.any(String) },
    });
  }
});
