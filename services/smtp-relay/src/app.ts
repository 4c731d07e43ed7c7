import {
  createByteBudget,
  createThreadPool,
  systemClock,
  wait,
  type ByteBudget,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { createApiClient, type ApiClient } from './api/api-client';
import type { Settings } from './config';
import type { TlsPair } from './read-tls-pair';
import { createAuthenticate } from './session/authenticate';
import { ConnectionsByClient, listen } from './session/relay-server';
import { createReceiveMessage } from './submission/receive-message';
import { createSubmissionServer, type ListenerOptions } from './submission/submission-server';
import type { RelayTimes } from './times';

export interface Relay {
  readonly api: ApiClient;
  readonly startTlsPort: number;
  readonly tlsPort: number;
  /** For connections from now on. */
  useTls(pair: TlsPair): void;
  /** Stops listening, lets open transactions end, then closes the connections to the API. */
  close(): Promise<void>;
}

export type RelaySettings = Pick<
  Settings,
  | 'API_URL'
  | 'RELAY_SECRET'
  | 'DERIVE_IDEMPOTENCY_KEY'
  | 'WORK_THREADS'
  | 'SMTP_HOST'
  | 'SMTP_NAME'
  | 'SMTP_STARTTLS_PORT'
  | 'SMTP_TLS_PORT'
  | 'SMTP_INSECURE_AUTH'
  | 'SMTP_MESSAGE_BYTES_MAX'
  | 'SMTP_MESSAGE_MEMORY_MAX'
  | 'SMTP_CONNECTIONS_MAX'
  | 'SMTP_CONNECTIONS_PER_CLIENT_MAX'
  | 'PROXY_PROTOCOL_FROM'
>;

interface RelayOptions {
  readonly settings: RelaySettings;
  readonly times: RelayTimes;
  readonly tls: TlsPair;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Messages that come together share a request. */
const apiConnectionsMax = 64;

/** The two submission listeners on one API client. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { settings, times, log, metrics } = options;
  const api = createApiClient({
    url: settings.API_URL,
    relaySecret: settings.RELAY_SECRET,
    timeoutMs: times.apiMs,
    connectionsMax: apiConnectionsMax,
  });
  const authenticate = createAuthenticate({ api, cacheMs: times.loginCacheMs, clock: systemClock });
  const threads = createThreadPool({
    threadsMax: settings.WORK_THREADS,
    metrics,
  });
  const receive = createReceiveMessage({
    api,
    log,
    metrics,
    deriveIdempotencyKey: settings.DERIVE_IDEMPOTENCY_KEY,
    threads,
    pacing: { holdMs: times.pacingMs, nowMs: () => performance.now(), wait: (delayMs) => wait(delayMs) },
  });
  const common = { ...listenerOptions(options, times), authenticate, receive, log };
  const startTls = createSubmissionServer({ ...common, implicitTls: false });
  const implicit = createSubmissionServer({ ...common, implicitTls: true });
  // A client that breaks off its TLS handshake is its own business; an unhandled 'error' would end the process.
  for (const server of [startTls, implicit]) {
    server.on('error', (error) => log.debug({ err: error }, 'a client connection broke'));
  }
  metrics.gauge('smtp_relay_connections', 'Open client connections', () => [
    { value: startTls.connections.size, labels: { listener: 'starttls' } },
    { value: implicit.connections.size, labels: { listener: 'tls' } },
  ]);
  const { SMTP_HOST: host, SMTP_STARTTLS_PORT, SMTP_TLS_PORT } = settings;
  const startTlsPort = await listen(startTls, {
    host,
    port: SMTP_STARTTLS_PORT,
    setting: 'SMTP_STARTTLS_PORT',
  });
  const tlsPort = await listen(implicit, { host, port: SMTP_TLS_PORT, setting: 'SMTP_TLS_PORT' });
  return {
    api,
    startTlsPort,
    tlsPort,
    useTls: ({ key, cert }) => {
      for (const server of [startTls, implicit]) server.updateSecureContext({ key, cert });
    },
    close: async () => {
      await Promise.all([startTls.drain(), implicit.drain()]);
      await threads.close();
      await api.close();
    },
  };
}

function listenerOptions(
  { settings, tls, metrics }: RelayOptions,
  { idleMs, loginIdleMs, dataMs }: RelayTimes,
): Omit<ListenerOptions, 'implicitTls'> {
  return {
    name: settings.SMTP_NAME,
    tls,
    insecureAuth: settings.SMTP_INSECURE_AUTH,
    messageBytesMax: settings.SMTP_MESSAGE_BYTES_MAX,
    messageMemory: openMessageMemory(settings.SMTP_MESSAGE_MEMORY_MAX, metrics),
    connectionsMax: settings.SMTP_CONNECTIONS_MAX,
    connectionsByClient: new ConnectionsByClient(settings.SMTP_CONNECTIONS_PER_CLIENT_MAX),
    proxies: settings.PROXY_PROTOCOL_FROM,
    ...{ idleMs, loginIdleMs, dataMs, metrics },
  };
}

/** Clients wait three minutes for the next part of a message to be taken (RFC 5321 section 4.5.3.2.5). */
const roomWaitMs = 60_000;
const roomWaitersMax = 40;

/** A quarter for one organization, and one message more, so that others find room; messages that are held back together wait no longer than their clients do. */
function openMessageMemory(bytesMax: number, metrics: Metrics): ByteBudget {
  const budget = createByteBudget({
    bytesMax,
    perOwnerMax: Math.floor(bytesMax / 4),
    waitMs: roomWaitMs,
    perOwnerWaitingMax: roomWaitersMax,
  });
  metrics.gauge('smtp_relay_message_bytes', 'Bytes of large messages held in memory', budget.held);
  return budget;
}
