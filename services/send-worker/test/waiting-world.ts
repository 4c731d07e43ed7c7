import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { WaitingCause, WaitingOfEmail } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  eventually,
  eventuallyPasses,
  startDnsServer,
  startProviderServer,
  startSmtpSink,
  type DnsRecord,
  type DnsServer,
  type ProviderServer,
  type SinkScript,
  type SmtpSink,
} from '@postrider/testkit';
import { changeSite } from '@postrider/throttling';
import { createReadWaiting } from '@postrider/waiting';
import { createSender, queueMessage, type QueuedOverrides, type TestSender } from './queue-message';
import { startTestWorker, type TestWorker } from './start-test-worker';
import { startWorkerHarness, type WorkerHarness } from './worker-harness';

/** A mail server at an address of its own, the only one of its domain. */
export interface DomainServer {
  readonly domain: string;
  readonly sink: () => SmtpSink;
  /** Cuts all connections, and accepts from now on. */
  repair(): Promise<void>;
}

/** A cause, and what of its details a test names. */
export type ExpectedWaiting = Partial<Record<keyof WaitingOfEmail, unknown>> & {
  readonly cause: WaitingCause;
};

/** A worker that delivers by MX, with servers, resolver and providers that fail as a test says. */
export interface WaitingWorld {
  readonly harness: WorkerHarness;
  readonly redis: RedisClient;
  readonly provider: ProviderServer;
  /** Names that the resolver fails for, and those that it says nothing about. */
  readonly failing: string[];
  readonly silent: string[];
  /** Hosts of MTA-STS policies connect here, and hear nothing. */
  readonly policyHost: { cut(): void };
  /** Of the worker's clock. */
  passTime(ms: number): void;
  newSender(): Promise<TestSender>;
  records(...records: readonly DnsRecord[]): void;
  server(name: string, behaviour?: SinkScript): Promise<DomainServer>;
  sql(text: string, values?: readonly unknown[]): Promise<unknown>;
  send(overrides: QueuedOverrides, sender?: TestSender): Promise<string>;
  why(id: string): Promise<WaitingOfEmail | null>;
  /** Until it waits for this: before an attempt ends, the same cause can be named without its details. */
  waits(id: string, expected: ExpectedWaiting): Promise<WaitingOfEmail>;
  resume(site: string): Promise<unknown>;
  /** Its time has come, and it is delivered. */
  arrives(id: string): Promise<void>;
  restartWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  close(): Promise<void>;
}

const longMs = 40_000;

export async function startWaitingWorld(): Promise<WaitingWorld> {
  const engines = await startEngines();
  const { zone, provider, policy, harness, redis, servers, settings, options } = engines;
  const { context } = harness;
  const readWaiting = createReadWaiting({ pool: context.pool, redis });
  let worker: TestWorker = harness.worker;

  const sql = (text: string, values: readonly unknown[] = []) => context.pool.query(text, [...values]);
  const why = async (id: string) => (await readWaiting([id])).get(id) ?? null;
  return {
    ...{ harness, redis, provider, policyHost: policy, why, sql },
    ...{ failing: zone.failing, silent: zone.silent },
    passTime: (ms) => void (engines.clock.offsetMs += ms),
    newSender: () => createSender(context),
    records: (...records) => void zone.records.push(...records),
    server: servers.start,
    // Workers find it: here they look three times a second.
    send: (overrides, sender = harness.sender) => queueMessage(context, sender, overrides),
    waits: async (id, expected) => {
      let found: WaitingOfEmail | null = null;
      await eventuallyPasses(
        async () => {
          found = await why(id);
          expect(found).toMatchObject(expected);
        },
        { timeoutMs: longMs },
      );
      return found as unknown as WaitingOfEmail;
    },
    resume: (site) =>
      changeSite(redis, site, {
        change: { kind: 'resume' },
        normal: { connectionsMax: 10, perSecond: Infinity },
        stepMs: 300_000,
      }),
    arrives: async (id) => {
      await eventually(
        async () => {
          await sql(`UPDATE messages SET due_at = now() WHERE id = $1 AND status = 'queued'`, [id]);
          return (await why(id)) === null;
        },
        { timeoutMs: longMs, intervalMs: 300 },
      );
    },
    restartWorker: async () => {
      worker = await startTestWorker(context, settings, options);
    },
    stopWorker: () => worker.close(),
    close: async () => {
      await worker.close();
      await harness.close();
      redis.disconnect();
      policy.cut();
      await Promise.all([servers.close(), policy.close(), provider.close(), engines.dns.close()]);
    },
  };
}

async function startEngines() {
  const zone = { records: [] as DnsRecord[], failing: [] as string[], silent: [] as string[] };
  const dns = await startDnsServer({ zone: () => zone });
  const first = await startSmtpSink({ host: '127.0.2.1' });
  const provider = await startProviderServer(() => ({
    status: 429,
    body: { errors: [{ message: 'too many' }] },
  }));
  const policy = await startSilentServer();
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const constants = {
    inHandMax: { transactional: 384, bulk: 3, retry: 300, test: 1_500 },
    slowMessagesMax: 0,
    stsPort: policy.port,
    // Mail that has no worker, and mail whose policy is fetched, can be looked at for so long.
    leaseGraceMs: 10_000,
    stsWaitMs: 10_000,
    // Mail for silent servers waits for this long, three times.
    dnsTryMs: 2_000,
  };
  const options = { clock, constants };
  const settings = settingsOf({ dns, provider, port: first.port });
  const harness = await startWorkerHarness(settings, options);
  const log = createLogger({ name: 'waiting test', level: 'silent' });
  const redis = createRedis({
    ...{ url: harness.context.redisUrl, name: 'waiting test', log, commandTimeoutMs: 60_000 },
  });
  const servers = createServers(zone.records, first);
  return { zone, dns, provider, policy, clock, options, settings, harness, redis, servers };
}

function settingsOf({
  dns,
  provider,
  port,
}: {
  readonly dns: DnsServer;
  readonly provider: ProviderServer;
  readonly port: number;
}): Record<string, string> {
  return {
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(port),
    SMTP_TIMEOUT_MAX_MS: '30000',
    WARM_UP_STEPS: '1,1000',
    SENDGRID_API_KEY: 'SG.secret',
    SENDGRID_API_URL: provider.url,
  };
}

/** Mail servers at loopback addresses, all with the port of MX hosts. */
function createServers(records: DnsRecord[], first: SmtpSink) {
  const sinks = new Set<SmtpSink>([first]);
  let next = 1;
  const open = async (host: string, behaviour?: SinkScript): Promise<SmtpSink> => {
    const sink = await startSmtpSink({ host, port: first.port, ...(behaviour && { behaviour }) });
    sinks.add(sink);
    return sink;
  };
  return {
    start: async (name: string, behaviour?: SinkScript): Promise<DomainServer> => {
      next += 1;
      const host = `127.0.2.${next}`;
      const domain = `${name}.test`;
      records.push(
        { name: domain, type: 'MX', value: `mx.${domain}` },
        { name: `mx.${domain}`, type: 'A', value: host },
      );
      let sink = await open(host, behaviour);
      return {
        domain,
        sink: () => sink,
        repair: async () => {
          sinks.delete(sink);
          await sink.close();
          sink = await open(host);
        },
      };
    },
    close: () => Promise.all([...sinks].map((sink) => sink.close())),
  };
}

/** Takes connections, and says nothing. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Copies of a message, due before it, of which none is ever sent twice. @returns their ids */
export async function copyMessage(
  world: WaitingWorld,
  id: string,
  count: number,
): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  for (const [table, key] of [
    ['message_contents', 'message_id'],
    ['recipients', 'message_id'],
    ['messages', 'id'],
  ] as const) {
    await world.sql(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(m, jsonb_build_object('${key}', ids.id))).*
       FROM ${table} m, unnest($1::uuid[]) AS ids(id) WHERE m.${key} = $2`,
      [ids, id],
    );
  }
  return ids;
}
