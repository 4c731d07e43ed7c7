import { createDatabase, type Database } from '@postrider/db';
import type { DkimKey } from '@postrider/mail';
import { connectBroker, createRedis, type Broker } from '@postrider/messaging';
import {
  createLogger,
  createMetrics,
  createSecretBox,
  readSettings,
  systemClock,
  type Clock,
} from '@postrider/runtime';
import {
  eventuallyPasses,
  testLinkSecret,
  testMasterKey,
  testReturnPathSecret,
  type TestContext,
} from '@postrider/testkit';
import { startSendWorker } from '../src/app';
import { settingsSchema } from '../src/config';
import { workerConstants, type WorkerConstants } from '../src/constants';

export interface TestWorker {
  readonly database: Database;
  readonly broker: Broker;
  readonly signingKeysOpen: () => Promise<void>;
  /** What `/metrics` answers. */
  readonly metrics: () => Promise<string>;
  /** May be called again. */
  close(): Promise<void>;
}

export interface TestWorkerOptions {
  readonly clock?: Clock;
  readonly name?: string;
  readonly platformKey?: DkimKey | null;
  readonly constants?: Partial<WorkerConstants>;
}

/** Servers of most tests are in this process: while it has too much to do, their answers take long. */
const patientConstants = { ...workerConstants, sweepIntervalMs: 300, dnsTryMs: 20_000, stsWaitMs: 20_000 };

/** The service without its process, on the engines of the context. `settings` are environment variables. */
export async function startTestWorker(
  context: TestContext,
  settings: Readonly<Record<string, string>>,
  {
    clock = systemClock,
    name = 'send-worker test',
    platformKey = null,
    constants = {},
  }: TestWorkerOptions = {},
): Promise<TestWorker> {
  const log = createLogger({ name, level: 'error' });
  const metrics = createMetrics();
  const database = createDatabase({
    url: context.databaseUrl,
    applicationName: name,
    plansOnce: true,
    onConnectionError: () => undefined,
  });
  const broker = await connectBroker({ url: context.amqpUrl, name, log, metrics });
  // A command that timed out while this process was busy would have spent a budget, and its message would wait a minute.
  const redis = createRedis({ url: context.redisUrl, name, log, commandTimeoutMs: 60_000 });
  const worker = startSendWorker({
    settings: readSettings(settingsSchema, {
      ...context.settings,
      MASTER_KEY: testMasterKey,
      RETURN_PATH_SECRET: testReturnPathSecret,
      LINK_SECRET: testLinkSecret,
      PUBLIC_URL: 'http://127.0.0.1:4000',
      EHLO_NAME: 'worker.test',
      MX_PRIVATE_ADDRESSES: 'on',
      BLOCKLISTS: 'none',
      ...settings,
    }),
    constants: { ...patientConstants, ...constants },
    database,
    broker,
    redis,
    secretBox: createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') }),
    platformKey,
    clock,
    log,
    metrics,
  });
  await eventuallyPasses(() => broker.ready(), { timeoutMs: 60_000 });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await worker.close();
    redis.disconnect();
    await broker.close();
    await database.close();
  };
  return {
    database,
    broker,
    signingKeysOpen: () => worker.signingKeysOpen(),
    metrics: () => metrics.text(),
    close: () => (closed ??= close()),
  };
}
