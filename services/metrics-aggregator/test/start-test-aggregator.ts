import { createDatabase, type Database } from '@postrider/db';
import { connectBroker, createRedis, type Broker } from '@postrider/messaging';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { databasePatience, eventuallyPasses, type TestContext } from '@postrider/testkit';
import { startAggregator, type AggregatorOptions } from '../src/app';

const name = 'metrics-aggregator test';

export interface TestAggregator {
  readonly database: Database;
  readonly broker: Broker;
  readonly options: AggregatorOptions;
  close(): Promise<void>;
}

/** The service without its process, on the engines of the context. */
export async function startTestAggregator(
  context: TestContext,
  overrides: Partial<AggregatorOptions> = {},
): Promise<TestAggregator> {
  const log = createLogger({ name, level: 'silent' });
  const metrics = createMetrics();
  const stopping = new AbortController();
  const database = createDatabase({
    url: context.databaseUrl,
    applicationName: name,
    ...databasePatience,
    onConnectionError: () => undefined,
  });
  const broker = await connectBroker({ url: context.amqpUrl, name, log, metrics });
  const redis = createRedis({ url: context.redisUrl, name, log, commandTimeoutMs: 60_000 });
  const options: AggregatorOptions = {
    database,
    broker,
    redis,
    redisUrl: context.redisUrl,
    clock: systemClock,
    log,
    metrics,
    stopping: stopping.signal,
    platformFrom: null,
    watch: { processes: [], deadManUrl: null, origin: '' },
    alertRecipients: [],
    alertSmtp: null,
    messagesKeptWeeks: 0,
    isKeptByDefault: false,
    diskPath: '',
    broadcastRecipientsDays: 90,
    retentionDays: {
      api_request_logs: 30,
      api_request_contents: 30,
      contact_events: 30,
      webhook_deliveries: 30,
      webhook_attempts: 30,
      counted_events: 60,
      inbound_spool: 30,
      inbound_spool_contents: 30,
    },
    ...overrides,
  };
  const aggregator = startAggregator(options);
  // What is published before the queue is bound would only be found by the sweep, 10 s later.
  await eventuallyPasses(() => broker.ready());
  return {
    database,
    broker,
    options,
    close: async () => {
      stopping.abort();
      await aggregator.close();
      redis.disconnect();
      await broker.close();
      await database.close();
    },
  };
}
