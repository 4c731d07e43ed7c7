import { readFile } from 'node:fs/promises';
import { createLogger, runService } from '@postrider/runtime';
import { startRelay } from './app';
import { readSettings } from './config';

const settings = readSettings();
const log = createLogger({ name: 'smtp-relay', level: settings.LOG_LEVEL });

void runService({
  name: 'smtp-relay',
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start: async (service) => {
    const [key, cert] = await Promise.all([
      readFile(settings.SMTP_TLS_KEY_FILE),
      readFile(settings.SMTP_TLS_CERT_FILE),
    ]);
    const relay = await startRelay({ settings, tls: { key, cert }, log, metrics: service.metrics });
    service.onClose('SMTP listeners', () => relay.close());
    await service.connect({
      name: 'api-gateway',
      setting: 'API_URL',
      url: settings.API_URL,
      check: () => relay.api.ping(),
    });
    log.info({ starttls_port: relay.startTlsPort, tls_port: relay.tlsPort }, 'listening for submissions');
  },
});
