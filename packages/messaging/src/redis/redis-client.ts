import assert from 'node:assert';
import { isIP } from 'node:net';
import { Cluster, Redis, type CommonRedisOptions } from 'ioredis';
import {
  addressOfUrl,
  engines,
  errorCode,
  type Logger,
  type Metrics,
  type ServiceScope,
} from '@postrider/runtime';

/** One Redis or a Redis Cluster: the commands are the same; the keys of one script must share a `{hash tag}`. */
export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** `redis[s]://…`, or `redis[s]-cluster://user:password@host:port,host:port` with seed nodes. */
  readonly url: string;
  /** Shown by CLIENT LIST. */
  readonly name: string;
  readonly log: Logger;
  /** Default 500: ten times the worst pause of a healthy Redis, and still bearable inside a request. */
  readonly commandTimeoutMs?: number;
}

type Behaviour = Pick<
  CommonRedisOptions,
  'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'autoResendUnfulfilledCommands'
>;

const connectTimeoutMs = 2_000;
const defaultCommandTimeoutMs = 500;

/**
 * A client for the request path: a command fails at once when there is no connection and soon when there is no answer,
 * so that the caller can decide to go on without. It connects again by itself.
 */
export function createRedis({
  commandTimeoutMs = defaultCommandTimeoutMs,
  ...options
}: RedisOptions): RedisClient {
  return createClient(options, {
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A command that was under way when the connection broke may have been done: its sender decides.
    autoResendUnfulfilledCommands: false,
  });
}

/**
 * The `createRedis` of a service, which waits a moment for Redis but starts without it. What it does without Redis is said
 * where it calls this. Closes with the service.
 */
export async function openRedis(
  service: Pick<ServiceScope, 'name' | 'log' | 'connect' | 'metrics'>,
  settings: { readonly REDIS_URL: string },
): Promise<RedisClient> {
  const url = settings.REDIS_URL;
  const client = createRedis({ url, name: service.name, log: service.log });
  const writes = createWriteCheck(client);
  observeMemory(client, service.metrics);
  observeEviction(client, service.metrics);
  await service.connect(
    engines.redis(url, {
      check: () => writes.check(),
      refusesWrites: () => writes.refusal(),
      close: () => Promise.resolve(client.disconnect()),
    }),
  );
  if (client.status === 'ready') void warnOfEviction(client, service.log);
  else client.once('ready', () => void warnOfEviction(client, service.log));
  return client;
}

/** A client that waits for Redis as long as it takes, as the workers of BullMQ need it. */
export function createPatientRedis(options: Omit<RedisOptions, 'commandTimeoutMs'>): RedisClient {
  return createClient(options, { maxRetriesPerRequest: null });
}

/** Why a client has no connection: commands only say that there is none. */
const connectionFailures = new WeakMap<RedisClient, Error>();

/** A round trip, for readiness checks; what it throws is caused by why there is no connection. */
export async function pingRedis(client: RedisClient): Promise<void> {
  await client.ping().catch((error: unknown) => {
    throw new Error('Redis does not answer', { cause: connectionFailures.get(client) ?? error });
  });
}

/** Its memory is full, its disk is (it cannot save), or too few replicas follow. */
const writeRefused = /^(OOM|MISCONF|NOREPLICAS) /;
const checkKey = 'postrider:write-check';
const checkKeptMs = 1_000;

/** Asks by writing, since a Redis that is full answers a PING. */
export function createWriteCheck(client: RedisClient): {
  check(): Promise<void>;
  /** Redis' own words. */
  refusal(): string | null;
} {
  let refusal: string | null = null;
  return {
    check: async () => {
      refusal = await client.set(checkKey, '1', 'PX', checkKeptMs).then(
        () => null,
        (error: unknown) => {
          if (error instanceof Error && writeRefused.test(error.message)) return error.message;
          throw new Error('Redis does not answer', { cause: connectionFailures.get(client) ?? error });
        },
      );
    },
    refusal: () => refusal,
  };
}

/** Of each node, the fullest; nothing where Redis has no `maxmemory`. */
function observeMemory(client: RedisClient, metrics: Metrics): void {
  metrics.gauge('redis_memory_used_ratio', 'Memory used by Redis, as a share of maxmemory.', async () => {
    const nodes = client instanceof Cluster ? client.nodes('master') : [client];
    const shares = await Promise.all(nodes.map(async (node) => shareOf(await node.info('memory'))));
    const known = shares.filter((share) => share !== null);
    return known.length === 0 ? [] : Math.max(...known);
  });
}

/**
 * The eviction policies of its nodes that delete keys when memory is full. Counters and timers of ours would be among those: the policy
 * must be `noeviction`.
 */
export async function readEvictionPolicies(client: RedisClient): Promise<readonly string[]> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  const found = await Promise.all(nodes.map(async (node) => policyOf(await node.info('memory'))));
  return [...new Set(found)].filter((policy) => policy !== 'noeviction');
}

const policyOf = (info: string): string => /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1] ?? 'noeviction';

function observeEviction(client: RedisClient, metrics: Metrics): void {
  metrics.gauge('redis_evicts_keys', '1 for each maxmemory-policy of Redis that deletes keys.', async () =>
    (await readEvictionPolicies(client)).map((policy) => ({ value: 1, labels: { policy } })),
  );
}

async function warnOfEviction(client: RedisClient, log: Logger): Promise<void> {
  const policies = await readEvictionPolicies(client).catch(() => []);
  for (const policy of policies)
    log.warn({ policy }, `Redis deletes keys when its memory is full: set maxmemory-policy to noeviction`);
}

function shareOf(info: string): number | null {
  const read = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const max = read('maxmemory');
  return max === 0 ? null : read('used_memory') / max;
}

/** A Lua script and the name of the command that it becomes. */
export interface RedisScript {
  readonly name: string;
  readonly lua: string;
}

type ScriptCommand = (numberOfKeys: number, ...keysAndArgs: (string | number)[]) => Promise<unknown>;

/** Runs a script, by its digest: its text travels once over each connection, and again to a Redis that has lost it. */
export async function runScript(
  client: RedisClient,
  { name, lua }: RedisScript,
  { keys, args }: { readonly keys: readonly string[]; readonly args: readonly (string | number)[] },
): Promise<unknown> {
  // `defineCommand` adds a method of that name, of which the client's type knows nothing.
  const commands = client as unknown as Readonly<Record<string, ScriptCommand | undefined>>;
  if (commands[name] === undefined) client.defineCommand(name, { lua });
  const command = commands[name];
  assert(command !== undefined, 'the client has a command for each script');
  return command.call(client, keys.length, ...keys, ...args);
}

/** Milliseconds before attempt number `times`: at most 2 s, so that an engine that is back is found soon. */
function retryDelayMs(times: number): number {
  return Math.min(2_000, 50 * 2 ** Math.min(times, 6)) * (0.8 + 0.2 * Math.random());
}

function createClient(
  { url, name, log }: Omit<RedisOptions, 'commandTimeoutMs'>,
  behaviour: Behaviour,
): RedisClient {
  const own = {
    connectionName: name,
    connectTimeout: connectTimeoutMs,
    keepAlive: 10_000,
    ...behaviour,
  };
  const nodes = clusterNodes(url);
  const client = nodes
    ? new Cluster(nodes.seeds, {
        redisOptions: { ...own, ...nodes.credentials },
        enableOfflineQueue: own.enableOfflineQueue ?? true,
        clusterRetryStrategy: retryDelayMs,
        // Seeds may be named by address while the certificate names a host; ioredis then needs the name as given.
        dnsLookup: (address, callback) => callback(null, address),
      })
    : new Redis(url, {
        ...own,
        ...serverName(url),
        retryStrategy: retryDelayMs,
        reconnectOnError: isDemoted,
      });
  logConnection(client, { name, log, address: addressOfUrl(url) });
  return client;
}

/** The address may lead to the new primary by now, while this connection still ends at the former one. */
function isDemoted({ message }: Error): boolean {
  return message.startsWith('READONLY ');
}

/** ioredis verifies the certificate by the URL's host, but does not name that host to the server (SNI). */
function serverName(url: string): { tls?: { servername: string } } {
  const { protocol, hostname } = new URL(url);
  return protocol === 'rediss:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? { tls: { servername: hostname } }
    : {};
}

function logConnection(client: RedisClient, options: { name: string; log: Logger; address: string }): void {
  const { name, log, address } = options;
  let answered = false;
  let lastCode = '';
  client.on('ready', () => {
    answered = true;
    connectionFailures.delete(client);
    log.info({ connection: name }, `connected to Redis at ${address}`);
  });
  // Not `close`: that comes of our own disconnecting too.
  client.on('reconnecting', () => {
    if (answered) log.warn({ connection: name, code: lastCode }, `lost Redis at ${address}, reconnecting`);
    answered = false;
  });
  // Comes with every failed attempt; without a listener ioredis writes to the console.
  client.on('error', (error: Error) => {
    lastCode = errorCode(error);
    connectionFailures.set(client, error);
    log.debug({ connection: name, err: error }, 'Redis connection error');
  });
}

interface ClusterNodes {
  readonly seeds: { host: string; port: number }[];
  readonly credentials: { username?: string; password?: string; tls?: object };
}

function clusterNodes(url: string): ClusterNodes | undefined {
  const match = /^redis(s?)-cluster:\/\/(?:([^@/]*)@)?([^/?#]+)/.exec(url);
  if (!match) return undefined;
  const [, secure, account = '', hosts = ''] = match;
  const [username = '', password = ''] = account.split(':', 2).map(decodeURIComponent);
  return {
    seeds: hosts.split(',').map((seed) => {
      const { hostname, port } = new URL(`redis://${seed.trim()}`);
      return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : 6_379 };
    }),
    credentials: {
      ...(username && { username }),
      ...(password && { password }),
      ...(secure && { tls: {} }),
    },
  };
}
