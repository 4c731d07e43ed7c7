import { createDatabase, type Database } from '@postrider/db';
import { connectBroker, type Broker } from '@postrider/messaging';
import {
  createLogger,
  engines,
  runService,
  systemClock,
  type Dependency,
  type ServiceScope,
  returnPathSecrets,
} from '@postrider/runtime';
import { startRelay, type Relay } from './app';
import { readSettings } from './config';
import { startInbound } from './inbound/start-inbound';
import { createDatabaseProof, type DatabaseProof } from './prove-database';
import { readTlsPair } from './read-tls-pair';
import { startTlsRenewal } from './renew-tls-pair';

const name = 'smtp-relay';
const settings = readSettings();
const log = createLogger({ name, level: settings.LOG_LEVEL });
/** A statement may bring 25 MB. */
const statementTimeoutMs = 30_000;

async function start(service: ServiceScope): Promise<void> {
  const { metrics, stopping: signal } = service;
  const tls = readTlsPair(settings, { log, now: new Date() });
  const database = createDatabase({
    metrics,
    url: settings.DATABASE_URL,
    applicationName: name,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
  });
  service.onClose('PostgreSQL', () => database.close());
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  service.onClose('RabbitMQ', () => broker.close());
  const proof = createDatabaseProof(database.pool, {
    secrets: returnPathSecrets(settings),
    log,
    signal,
  });
  const inbound = await startInbound({
    settings,
    tls,
    pool: database.pool,
    isProven: proof.isProven,
    publishJob: (job) => broker.publisher.publishJob('send-worker.inbound', job),
    clock: systemClock,
    log,
    metrics,
  });
  service.onClose('inbound listener', () => inbound.close());
  const relay = await startRelay({ settings, tls, log, metrics });
  // Together with the inbound listener: each waits for its clients, and there is one time for both.
  service.onClose('SMTP listeners', () => Promise.all([relay.close(), inbound.close()]));
  const renewal = startTlsRenewal({
    files: settings,
    inUse: tls,
    use: (pair) => {
      relay.useTls(pair);
      inbound.useTls(pair);
    },
    clock: systemClock,
    log,
    metrics,
  });
  service.onClose('TLS renewal', () => renewal.close());
  const { startTlsPort: starttls_port, tlsPort: tls_port } = relay;
  log.info({ starttls_port, tls_port, inbound_port: inbound.port }, 'listening');
  await connectAll(service, { relay, database, broker, proof });
}

/** Submission goes on without PostgreSQL, and inbound mail is asked to come again (451); without RabbitMQ the worker's sweep finds it. */
async function connectAll(
  service: ServiceScope,
  parts: {
    readonly relay: Relay;
    readonly database: Database;
    readonly broker: Broker;
    readonly proof: DatabaseProof;
  },
): Promise<void> {
  const { relay, database, broker, proof } = parts;
  await service.connect(reported(engines.postgres(settings.DATABASE_URL, database)));
  await proof.prove();
  const check = () => (proof.isProven() ? Promise.resolve() : Promise.reject(new Error('not proven')));
  service.health.addCheck({ name: 'inbound mail', required: false, check });
  await service.connect({
    name: 'api-gateway',
    setting: 'API_URL',
    url: settings.API_URL,
    check: () => relay.api.ping(),
  });
  await service.connect(reported(engines.rabbitmq(settings.AMQP_URL, broker)));
}

/** Not needed to be ready; closed after the listeners. */
function reported({ close: _close, ...dependency }: Dependency): Dependency {
  return { ...dependency, required: false };
}

void runService({
  name,
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start,
});
