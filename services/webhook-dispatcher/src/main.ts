import { openDatabase } from '@postrider/db';
import { openBroker, openRedis } from '@postrider/messaging';
import { createSecretBox, runService, systemClock, type ServiceScope } from '@postrider/runtime';
import { startDispatcher } from './app';
import { readSettings } from './config';

const settings = readSettings();
const secretBox = createSecretBox({
  masterKey: settings.MASTER_KEY,
  previousKeys: settings.MASTER_KEYS_PREVIOUS,
});

/** POSTs to one endpoint at a time, per process: 500 a second if each takes 100 ms. */
const connectionsPerEndpointMax = 50;

async function start(service: ServiceScope): Promise<void> {
  const { log, metrics, stopping } = service;
  const database = await openDatabase(service, { settings, secrets: { secretBox } });
  const broker = await openBroker(service, settings);
  // Retries come from Postgres without Redis too, only less punctually.
  await openRedis(service, settings);
  const dispatcher = startDispatcher({
    database,
    broker,
    redisUrl: settings.REDIS_URL,
    secretBox,
    clock: systemClock,
    log,
    metrics,
    stopping,
    transport: {
      timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
      connectionsPerEndpointMax,
      dnsServers: settings.DNS_SERVERS,
      allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK,
    },
  });
  service.onClose('dispatcher', () => dispatcher.close());
  service.health.addCheck({
    name: 'webhook secrets',
    required: false,
    isEngine: false,
    check: () => dispatcher.secretsOpen(),
  });
}

void runService({ name: 'webhook-dispatcher', settings, start });
