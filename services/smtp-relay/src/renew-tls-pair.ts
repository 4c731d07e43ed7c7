import { X509Certificate } from 'node:crypto';
import { SettingsError, startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { readTlsPair, type TlsFileSettings, type TlsPair } from './read-tls-pair';

interface RenewalOptions {
  readonly files: TlsFileSettings;
  readonly inUse: TlsPair;
  /** Gives it to whatever listens; sessions that are open go on with what they have. */
  readonly use: (pair: TlsPair) => void;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs?: number;
}

/** Certificates are renewed weeks before they end. */
const lookEveryMs = 10_000;

/**
 * Takes a renewed key and certificate into use without a restart. Files are read, not watched: what Kubernetes mounts is a link
 * to a folder that is exchanged, without a file event. Files that do not belong together, as between the writing of the first
 * and of the second, are complained about once; the pair in use stays.
 */
export function startTlsRenewal(options: RenewalOptions): { close(): Promise<void> } {
  const { files, use, clock, log, metrics, intervalMs = lookEveryMs } = options;
  let pair = options.inUse;
  let complaint = '';
  metrics.gauge(
    'smtp_relay_certificate_expiry_timestamp_seconds',
    'Expiry of the certificate in use, as a Unix time.',
    () => new X509Certificate(pair.cert).validToDate.getTime() / 1_000,
  );
  return startRecurringTask({
    name: 'TLS renewal',
    intervalMs,
    log,
    run: () => {
      try {
        const found = readTlsPair(files, { log, now: clock.now(), unless: pair });
        complaint = '';
        if (found === null) return Promise.resolve();
        pair = found;
        use(found);
        log.info({ valid_to: new X509Certificate(found.cert).validTo }, 'now using the renewed certificate');
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        if (error.message !== complaint) log.error(`keeping the current certificate: ${error.message}`);
        complaint = error.message;
      }
      return Promise.resolve();
    },
  });
}
