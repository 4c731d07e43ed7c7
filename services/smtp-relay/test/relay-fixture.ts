import { readFile } from 'node:fs/promises';
import { createLogger, createMetrics } from '@postrider/runtime';
import { ensureTlsFiles, testRelaySecret } from '@postrider/testkit';
import { startRelay, type Relay, type RelaySettings } from '../src/app';
import { relayTimes, type RelayTimes } from '../src/times';
import { readMetric } from './read-metric';
import { startScriptedApi, type ScriptedApi } from './scripted-api';

export interface RelayFixture {
  readonly api: ScriptedApi;
  readonly relay: Relay;
  /** What it has logged, warnings and worse. */
  readonly logged: readonly string[];
  /** Sum of the samples of a metric. */
  metric(name: string): Promise<number>;
  /** Drains the relay, then stops the API; a second call waits for the first. */
  close(): Promise<void>;
}

/** A relay on free ports in front of a scripted API; settings and times as given, the rest long enough for a busy machine. */
export async function startRelayFixture(
  overrides: Partial<RelaySettings> = {},
  times: Partial<RelayTimes> = {},
): Promise<RelayFixture> {
  const api = await startScriptedApi();
  const logged: string[] = [];
  const destination = { write: (line: string) => void logged.push(line) };
  const files = await ensureTlsFiles();
  const [key, cert] = await Promise.all([readFile(files.keyFile, 'utf8'), readFile(files.certFile, 'utf8')]);
  const metrics = createMetrics();
  const relay = await startRelay({
    settings: {
      API_URL: api.url,
      RELAY_SECRET: Buffer.from(testRelaySecret, 'base64'),
      SMTP_HOST: '127.0.0.1',
      SMTP_NAME: 'relay.test',
      SMTP_STARTTLS_PORT: 0,
      SMTP_TLS_PORT: 0,
      SMTP_INSECURE_AUTH: true,
      SMTP_MESSAGE_BYTES_MAX: 26_214_400,
      SMTP_MESSAGE_MEMORY_MAX: 134_217_728,
      WORK_THREADS: 2,
      SMTP_CONNECTIONS_MAX: 100,
      SMTP_CONNECTIONS_PER_CLIENT_MAX: 100,
      PROXY_PROTOCOL_FROM: null,
      DERIVE_IDEMPOTENCY_KEY: true,
      ...overrides,
    },
    times: { ...relayTimes, loginCacheMs: 0, pacingMs: 60_000, apiMs: 60_000, ...times },
    tls: { key, cert },
    log: createLogger({ name: 'smtp-relay', level: 'warn', destination }),
    metrics,
  });
  const shutDown = async (): Promise<void> => {
    await relay.close();
    await api.close();
  };
  let closed: Promise<void> | undefined;
  const metric = (name: string): Promise<number> => readMetric(metrics, name);
  return { api, relay, logged, metric, close: () => (closed ??= shutDown()) };
}
