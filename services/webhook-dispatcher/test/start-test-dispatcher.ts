import { createDatabase, type Database } from '@postrider/db';
import { connectBroker, type Broker } from '@postrider/messaging';
import { createLogger, createMetrics, createSecretBox, systemClock } from '@postrider/runtime';
import { databasePatience, eventuallyPasses, testMasterKey, type TestContext } from '@postrider/testkit';
import { startDispatcher, type DispatcherOptions } from '../src/app';

export interface TestDispatcher {
  readonly database: Database;
  readonly broker: Broker;
  readonly options: DispatcherOptions;
  readonly secretsOpen: () => Promise<void>;
  close(): Promise<void>;
}

/** No attempt fails because the machine is busy: it would be made again, and counted twice. */
export const patientTransport = {
  ...{ timeoutMs: 600_000, connectionsPerEndpointMax: 50, dnsServers: [], allowLoopback: true },
};

/** The service without its process: on the engines of the context, allowed to reach receivers on this machine. */
export async function startTestDispatcher(
  context: TestContext,
  overrides: Partial<DispatcherOptions> = {},
): Promise<TestDispatcher> {
  const log = createLogger({ name: 'webhook-dispatcher test', level: 'silent' });
  const metrics = createMetrics();
  const stopping = new AbortController();
  const database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'webhook-dispatcher test',
    ...databasePatience,
    onConnectionError: () => undefined,
  });
  const broker = await connectBroker({ url: context.amqpUrl, name: 'webhook-dispatcher test', log, metrics });
  const options: DispatcherOptions = {
    database,
    broker,
    redisUrl: context.redisUrl,
    secretBox: createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') }),
    clock: systemClock,
    log,
    metrics,
    stopping: stopping.signal,
    transport: patientTransport,
    ...overrides,
  };
  const dispatcher = startDispatcher(options);
  // What is published before the queue is bound would only be found by the sweep, 10 s later.
  await eventuallyPasses(() => broker.ready());
  return {
    database,
    broker,
    options,
    secretsOpen: () => dispatcher.secretsOpen(),
    close: async () => {
      stopping.abort();
      await dispatcher.close();
      await broker.close();
      await database.close();
    },
  };
}
