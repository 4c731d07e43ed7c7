import { createLogger, runService } from '@postrider/runtime';
import { startRelay } from './app';
import { readSettings } from './config';
import { readTlsPair } from './read-tls-pair';

const settings = readSettings();
const log = createLogger({ name: 'smtp-relay', level: settings.LOG_LEVEL });

void runService({
  name: 'smtp-relay',
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start: async (service) => {
    const tls = readTlsPair(settings, { log, now: new Date() });
    const relay = await startRelay({ settings, tls, log, metrics: service.metrics });
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
