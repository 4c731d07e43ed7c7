import { createDatabase, databaseOptions, type Database } from '@postrider/db';
import { connectBroker, type Broker } from '@postrider/messaging';
import {
  engines,
  returnPathSecrets,
  runService,
  systemClock,
  type Dependency,
  type ServiceScope,
} from '@postrider/runtime';
import { startRelay, type Relay } from './app';
import { readSettings } from './config';
import { startInbound } from './inbound/start-inbound';
import { relayTimes } from './times';
import { createDatabaseProof, type DatabaseProof } from './prove-database';
import type { TlsPair } from './read-tls-pair';
import { startTlsRenewal } from './renew-tls-pair';
import { waitForTlsPair } from './wait-for-tls-pair';

const settings = readSettings();
/** A statement may bring 25 MB. */
const statementTimeoutMs = 30_000;

async function start(service: ServiceScope): Promise<void> {
  const { name, log, metrics, stopping: signal } = service;
  const tls = await tlsPair(service);
  if (tls === null) return;
  const database = createDatabase(databaseOptions(service, { settings, statementTimeoutMs }));
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
    times: relayTimes,
    tls,
    pool: database.pool,
    isProven: proof.isProven,
    publishJob: (job) => broker.publisher.publishJob('send-worker.inbound', job),
    clock: systemClock,
    log,
    metrics,
  });
  service.onClose('inbound listener', () => inbound.close());
  const relay = await startRelay({ settings, times: relayTimes, tls, log, metrics });
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

/** @returns null when the service stops before there is one */
async function tlsPair({ log, health, stopping: signal }: ServiceScope): Promise<TlsPair | null> {
  let pair: TlsPair | null = null;
  const check = () => (pair === null ? Promise.reject(new Error('no certificate')) : Promise.resolve());
  health.addCheck({ name: 'TLS certificate', check });
  pair = await waitForTlsPair(settings, { log, clock: systemClock, signal });
  return pair;
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

void runService({ name: 'smtp-relay', settings, start });
