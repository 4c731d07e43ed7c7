import type { ErrorBody } from '@postrider/contracts/errors';
import { plans } from '@postrider/contracts/organizations';
import type { InboundJob, SendJobMessage, SendQueueName } from '@postrider/contracts/queues';
import { createApiGatewayDatabase } from '@postrider/db';
import { createPublicLinks } from '@postrider/mail';
import { providerVerifySettings } from '@postrider/providers';
import { connectBroker, openDeadLetters, type Broker } from '@postrider/messaging';
import type { SignInProvider } from '@postrider/identity';
import {
  createHostResolver,
  createLogger,
  createMetrics,
  createSecretBox,
  systemClock,
  type Clock,
} from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import {
  createTestContext,
  eventuallyPasses,
  platformHost,
  testLinkSecret,
  testMasterKey,
  testRelaySecret,
  type ApiKeyFixture,
  type TestContext,
} from '@postrider/testkit';
import type { PlatformFrom } from '@postrider/submission';
import supertest from 'supertest';
import { z } from 'zod';
import { startGateway } from '../src/app';
import type { DomainOptions } from '../src/domains/domain-feature';
import { createSesIdentities } from '../src/domains/providers/ses/ses-identities';
import type { GoogleSettings } from '../src/google-postmaster/google-oauth';
import type { OpenApiDocument } from '../src/openapi/document';
import type { ProviderEventOptions } from '../src/provider-events/provider-events-listener';
import type { AnswerDeadlines } from '../src/resource-routes';
import { createAnswerContract } from './answer-contract';
import { actionsWithSecrets } from './audit-secrets';
import { connectRedis, createRedisOutage, type RedisOutage } from './test-redis';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or the text of another media type. */
  readonly body: Body;
  /** Status and code of an error, as `404 not_found`; null when the answer is none. */
  readonly refusal: string | null;
}

/**
 * The whole gateway on engines of its own, called over HTTP below `/api/v1`. Each call throws when the answer is not
 * what the OpenAPI document says, so a test may name the type that it expects of a success.
 */
export interface TestApi extends RedisOutage {
  readonly context: TestContext;
  readonly url: string;
  readonly document: OpenApiDocument;
  get<Body = unknown>(path: string, key: ApiKeyFixture): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, key: ApiKeyFixture, body?: unknown): Promise<Answer<Body>>;
  delete(path: string, key: ApiKeyFixture): Promise<Answer<unknown>>;
  /** With headers of the test's choice; a string body is sent as it is. */
  send<Body = unknown>(path: string, sent: Sent): Promise<Answer<Body>>;
  /** Jobs that arrived on a queue since it was first asked about. */
  jobs(queue: SendQueueName): readonly SendJobMessage[];
  /** What was published for those who read the spool. */
  readonly inboundJobs: readonly InboundJob[];
  readonly bumpCacheVersion: BumpCacheVersion;
  /** What `/metrics` answers. */
  readonly metrics: () => Promise<string>;
  /** Wipes Redis. */
  flushRedis(): Promise<unknown>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** The engines of another gateway, whose replica this one is; they stay open when it closes. */
  readonly replicaOf?: TestApi;
  /** PostgreSQL by another way, for example through a proxy that can be cut. */
  readonly databaseUrl?: (context: TestContext) => string | Promise<string>;
  readonly clock?: Clock;
  /** Redis does not answer before `regainRedis`. */
  readonly startWithoutRedis?: boolean;
  readonly limits?: Partial<Omit<typeof limits, 'console'>> & {
    readonly console?: Partial<(typeof limits)['console']>;
  };
}

/** Where browsers reach the console of the gateway under test, behind a proxy that ends TLS. */
export const consoleOrigin = 'https://console.postrider.test';

/** Makes the links that the gateway under test takes. */
export const testLinks = createPublicLinks(Buffer.from(testLinkSecret, 'base64'));

/** Neither DNS nor providers answer. */
export const unreachableDomains: DomainOptions = {
  setup: {
    platformHost,
    sesRegions: [],
    transport: 'smtp',
    warmUp: 'clients',
    ed25519Keys: false,
    keyRotationDays: 0,
  },
  dnsServers: [{ host: '127.0.0.1', port: 9 }],
  dnsProvider: null,
  identityProvider: createSesIdentities({ endpoint: 'http://127.0.0.1:9' }),
  // Tests sweep by hand.
  sweepIntervalMs: 86_400_000,
  removalSettleMs: 0,
};

const noProviderEvents: ProviderEventOptions = {
  settings: z.object(providerVerifySettings).parse({}),
  httpClient: { request: () => Promise.reject(new Error('nothing is asked for')) },
};

/**
 * On a busy machine an engine may stand still for seconds. What a gateway does then is tested where an engine is cut off; every other
 * test means an engine that answers.
 */
const patienceMs = 30_000;
export const databasePatience = {
  statementTimeoutMs: patienceMs,
  lockTimeoutMs: patienceMs,
  idleInTransactionTimeoutMs: patienceMs,
  connectionTimeoutMs: patienceMs,
  onConnectionError: () => undefined,
};

const limits = {
  host: '127.0.0.1',
  port: 0,
  // Connections of `fetch` stay open after the last request.
  drainMs: 10,
  publicLinks: { links: testLinks, secret: Buffer.from(testLinkSecret, 'base64'), perMinuteMax: 10_000 },
  authFailuresPerMinute: 1_000,
  relaySecrets: [Buffer.from(testRelaySecret, 'base64')],
  plans,
  rebuildDelayMs: 500,
  trustedProxyHops: 0,
  largeBodyBytesMax: 64_000_000,
  threadsMax: 2,
  renderMsPerSecond: 500,
  bodyPace: { windowMs: 10_000, bytesMin: 100_000 },
  compatibleApis: ['resend'] as const,
  allowLoopbackWebhooks: false,
  inboxLiveEmail: false,
  deadlines: {
    ...{
      segmentCountMs: patienceMs,
      webhookHostMs: patienceMs,
      dnsTryMs: patienceMs,
      searchTurnMs: patienceMs,
    },
  } as AnswerDeadlines,
  domains: unreachableDomains,
  providerEvents: noProviderEvents,
  imports: { bytesMax: 30_000_000, sweepIntervalMs: 500 },
  publishContactEvents: () => undefined,
  signups: { publicUrl: { origin: 'http://127.0.0.1:4000', servesAll: true }, mailsPerHourMax: 1_000 },
  google: null as GoogleSettings | null,
  console: {
    origin: consoleOrigin,
    sessionIdleMs: 3_600_000,
    sessionMaxMs: 86_400_000,
    passwordSignIn: true,
    operatorsNeedSecondFactor: true,
    providers: [] as readonly SignInProvider[],
    resolveHost: createHostResolver([]),
    platformFrom: null as PlatformFrom | null,
    providerTimeoutMs: undefined as number | undefined,
  },
};

const name = 'api-gateway test';
const masterKey = Buffer.from(testMasterKey, 'base64');

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const context = options.replicaOf?.context ?? (await createTestContext());
  const log = createLogger({ name, level: 'silent' });
  const metrics = createMetrics();
  const database = createApiGatewayDatabase({
    url: (await options.databaseUrl?.(context)) ?? context.databaseUrl,
    applicationName: name,
    ...databasePatience,
  });
  const redis = await connectRedis(context, options);
  const broker = await connectBroker({ url: context.amqpUrl, name, log, metrics });
  // What is published before it is connected is left to the worker's sweep, which no test of ours runs.
  await eventuallyPasses(() => broker.ready(), { timeoutMs: 60_000 });
  const inboundJobs: InboundJob[] = [];
  const gateway = await startGateway({
    database,
    redis,
    publishJob: (queue, job) => broker.publisher.publishJob(queue, job),
    secretBox: createSecretBox({ masterKey }),
    masterKeys: { masterKey },
    publishInboundJob: (job) => Promise.resolve(inboundJobs.push(job) > 0),
    openDeadLetters: () => openDeadLetters({ url: context.amqpUrl, log }),
    publishEvent: (event) => void broker.publisher.publishEvent(event),
    clock: options.clock ?? systemClock,
    ...{ log, metrics },
    ...limits,
    ...options.limits,
    console: { ...limits.console, ...options.limits?.console },
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const { document, keepsContract } = await (contract ??= readContract(url));

  const call = async <Body>(path: string, sent: Sent): Promise<Answer<Body>> => {
    const answer = await request(new URL(`${url}/api/v1${path}`), sent);
    const problems = keepsContract({ ...answer, method: sent.method, path: path.split('?')[0] ?? '' });
    if (problems.length > 0) throw new Error(`${path} answers ${answer.text}: ${problems.join('; ')}`);
    return { ...answer, body: answer.body as Body, refusal: refusalOf(answer) };
  };

  return {
    context,
    url,
    document,
    get: (path, key) => call(path, { method: 'GET', key }),
    post: (path, key, body) => call(path, { method: 'POST', key, body }),
    delete: (path, key) => call(path, { method: 'DELETE', key }),
    send: call,
    jobs: createJobRecorder(broker),
    inboundJobs,
    bumpCacheVersion: gateway.bumpCacheVersion,
    metrics: () => metrics.text(),
    ...createRedisOutage(redis, { isLost: options.startWithoutRedis }),
    flushRedis: () => redis.flushdb(),
    close: async () => {
      await gateway.close();
      await broker.close();
      if (redis.status === 'ready') await redis.quit();
      await database.close();
      if (options.replicaOf === undefined) await closeContext(context);
    },
  };
}

/** Of every gateway: compiling what answers are held against takes longer than most tests. */
let contract: ReturnType<typeof readContract> | undefined;

async function readContract(url: string) {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  return { document, keepsContract: createAnswerContract(document) };
}

/** Whatever a test did: none of it may have left a secret in the audit log. */
async function closeContext(context: TestContext): Promise<void> {
  const leaks = await actionsWithSecrets(context.pool);
  await context.close();
  if (leaks.length > 0) throw new Error(`the audit log holds secrets: ${leaks.join(', ')}`);
}

/** Consumes each queue that is asked about. */
function createJobRecorder(broker: Broker): TestApi['jobs'] {
  const arrived = new Map<SendQueueName, SendJobMessage[]>();
  return (queue) => {
    const known = arrived.get(queue);
    if (known) return known;
    const list: SendJobMessage[] = [];
    arrived.set(queue, list);
    broker.consume(queue, {
      prefetch: 500,
      inFlightWeightMax: 1,
      handle: ({ payload }) => Promise.resolve(void list.push(...payload.messages)),
    });
    return list;
  };
}

export interface Sent {
  readonly method: string;
  /** Undefined: no Authorization header. */
  readonly key?: Pick<ApiKeyFixture, 'token'>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly contentType: string | null;
  readonly text: string;
  readonly body: unknown;
}

export async function request(url: URL, { method, key, body, headers: further }: Sent): Promise<Received> {
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'head';
  const call = supertest(url.origin)
    [verb](url.pathname + url.search)
    // Every answer is looked at as it came: the contract is about bytes, not about what a client makes of them.
    // (While it is parsed the answer is Node's stream; the types only know the finished one.)
    .buffer(true)
    .parse((response, done) => collectText(response as unknown as NodeJS.ReadableStream, done));
  if (key) call.set('authorization', `Bearer ${key.token}`);
  if (body !== undefined) call.set('content-type', 'application/json');
  call.set({ ...further });
  const response = await call.send(
    body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  );
  const text = typeof response.body === 'string' ? response.body : '';
  const headers = new Headers();
  for (const [header, value] of Object.entries(response.headers as Record<string, string | string[]>))
    for (const each of [value].flat()) headers.append(header, each);
  const contentType = headers.get('content-type');
  const isJson = contentType?.startsWith('application/json') ?? false;
  const parsed = isJson ? (JSON.parse(text) as unknown) : text;
  return { status: response.status, headers, contentType, text, body: parsed };
}

function collectText(
  response: NodeJS.ReadableStream,
  done: (error: Error | null, body: unknown) => void,
): void {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => (text += chunk));
  response.on('end', () => done(null, text));
}

function refusalOf({ status, body }: Received): string | null {
  return status < 400 ? null : `${status} ${(body as ErrorBody).error.code}`;
}
