import { linkSecretProof, openDatabase, returnPathSecretProof } from '@postrider/db';
import { openBroker, openRedis } from '@postrider/messaging';
import {
  createSecretBox,
  returnPathSecrets,
  runService,
  systemClock,
  type ServiceScope,
} from '@postrider/runtime';
import { startSendWorker } from './app';
import { readPlatformKey, readSettings } from './config';
import { workerConstants } from './constants';

const settings = readSettings();
const secretBox = createSecretBox({
  masterKey: settings.MASTER_KEY,
  previousKeys: settings.MASTER_KEYS_PREVIOUS,
});
/** Below `leaseGraceMs`, which rests on it. */
const statementTimeoutMs = 8_000;

async function start(service: ServiceScope): Promise<void> {
  const { log, metrics } = service;
  const database = await openDatabase(service, {
    settings,
    statementTimeoutMs,
    plansOnce: true,
    secrets: {
      secretBox,
      others: [
        linkSecretProof(settings.LINK_SECRET, settings.LINK_SECRETS_PREVIOUS),
        returnPathSecretProof(returnPathSecrets(settings)),
      ],
    },
  });
  const broker = await openBroker(service, settings);
  const redis = await openRedis(service, settings);
  const worker = startSendWorker({
    settings,
    constants: workerConstants,
    database,
    broker,
    redis,
    secretBox,
    platformKey: readPlatformKey(settings),
    clock: systemClock,
    log,
    metrics,
  });
  service.onClose('send worker', () => worker.close());
  service.health.addCheck({
    name: 'signing keys',
    required: false,
    isEngine: false,
    check: () => worker.signingKeysOpen(),
  });
}

void runService({ name: 'send-worker', settings, start });
