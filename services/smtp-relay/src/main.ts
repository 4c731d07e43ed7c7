import { createDatabase } from '@postrider/db';
import { connectBroker } from '@postrider/messaging';
import { createLogger, engines, runService, systemClock, type ServiceScope } from '@postrider/runtime';
import { startRelay } from './app';
import { readSettings } from './config';
import { startInbound } from './inbound/start-inbound';
import { proveDatabase } from './prove-database';
import { readTlsPair, type TlsPair } from './read-tls-pair';

const name = 'smtp-relay';
const settings = readSettings();
const log = createLogger({ name, level: settings.LOG_LEVEL });
/** A statement may bring 25 MB. */
const statementTimeoutMs = 30_000;

async function start(service: ServiceScope): Promise<void> {
  const tls = readTlsPair(settings, { log, now: new Date() });
  const inbound = await openInbound(service, tls);
  const relay = await startRelay({ settings, tls, log, metrics: service.metrics });
  // Together: each waits for its clients, and there is one time for both.
  service.onClose('SMTP listeners', () => Promise.all([inbound.close(), relay.close()]));
  await service.connect({
    name: 'api-gateway',
    setting: 'API_URL',
    url: settings.API_URL,
    check: () => relay.api.ping(),
  });
  const { startTlsPort: starttls_port, tlsPort: tls_port } = relay;
  log.info({ starttls_port, tls_port, inbound_port: inbound.port }, 'listening');
}

/** Submission goes on without the database, and inbound mail is asked to come again (451): the relay stays ready. */
async function openInbound(service: ServiceScope, tls: TlsPair) {
  const { metrics, stopping: signal } = service;
  const database = createDatabase({
    url: settings.DATABASE_URL,
    applicationName: name,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
  });
  await service.connect({ ...engines.postgres(settings.DATABASE_URL, database), required: false });
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  // What no job tells of is found by the worker's sweep.
  await service.connect({ ...engines.rabbitmq(settings.AMQP_URL, broker), required: false });
  const isProven = await proveDatabase(database.pool, { secret: settings.RETURN_PATH_SECRET, log, signal });
  const check = () => (isProven() ? Promise.resolve() : Promise.reject(new Error('not proven')));
  service.health.addCheck({ name: 'inbound mail', required: false, check });
  return startInbound({
    settings,
    tls,
    pool: database.pool,
    isProven,
    publishJob: (job) => broker.publisher.publishJob('send-worker.inbound', job),
    clock: systemClock,
    log,
    metrics,
  });
}

void runService({
  name,
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start,
});
