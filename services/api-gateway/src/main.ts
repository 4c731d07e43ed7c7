import { linkSecretProof, openApiGatewayDatabase } from '@postrider/db';
import { createHttpClient } from '@postrider/http-client';
import { signInProviders } from '@postrider/identity';
import { createPublicLinks } from '@postrider/mail';
import { openBroker, openDeadLetters, openRedis } from '@postrider/messaging';
import {
  createHostResolver,
  createSecretBox,
  runService,
  systemClock,
  type ServiceScope,
} from '@postrider/runtime';
import { startGateway } from './app';
import { readSettings } from './config';
import type { ConsoleSettings } from './console/console-tools';
import { googleEndpoints, type GoogleSettings } from './google-postmaster/google-oauth';
import { domainOptions } from './domains/domain-options';
import { inheritedSocket } from './http/inherited-socket.config';
import type { ProviderEventOptions } from './provider-events/provider-events-listener';

const settings = readSettings();
const publicLinks = {
  links: createPublicLinks(settings.LINK_SECRET, settings.LINK_SECRETS_PREVIOUS),
  secret: settings.LINK_SECRET,
  perMinuteMax: settings.PUBLIC_LINKS_PER_MINUTE,
};

const masterKeys = { masterKey: settings.MASTER_KEY, previousKeys: settings.MASTER_KEYS_PREVIOUS };
const secretBox = createSecretBox(masterKeys);

const resolveHost = createHostResolver(settings.DNS_SERVERS);
const consoleOrigin = settings.CONSOLE_URL?.origin ?? settings.PUBLIC_URL.origin;

const address = { host: settings.API_HOST, port: settings.API_PORT, descriptor: inheritedSocket() };

/** What admission control decides by. */
const admission = {
  plans: settings.PLANS,
  rebuildDelayMs: settings.QUOTA_REBUILD_DELAY_MS,
};

/** Slower bodies fail with 408. The window is long enough for a client that waits for `100 Continue`, or whose line stumbles. */
const bodyPace = { windowMs: 10_000, bytesMin: 100_000 };
/** How often to look for imports that another process has abandoned, and for domains that are due to be verified. */
const sweepIntervalMs = 5_000;

async function start(service: ServiceScope): Promise<void> {
  const { log, metrics, probes } = service;
  const database = await openApiGatewayDatabase(service, {
    settings,
    secrets: {
      secretBox,
      others: [linkSecretProof(settings.LINK_SECRET, settings.LINK_SECRETS_PREVIOUS)],
    },
  });
  // Without Redis a gateway checks rates and quotas by itself, so it can start without it.
  const redis = await openRedis(service, settings);
  // Accepted messages are found in Postgres by the worker's sweep, so a broker that is unavailable delays but loses nothing.
  const broker = await openBroker(service, settings, { required: false });
  const gateway = await startGateway({
    database,
    redis,
    publishJob: (queue, job) => broker.publisher.publishJob(queue, job),
    secretBox,
    masterKeys,
    publicLinks,
    publishContactEvents: (ids) =>
      void broker.publisher.publishJob('webhook-dispatcher.contacts', { event_ids: [...ids] }),
    publishInboundJob: (job) => broker.publisher.publishJob('send-worker.inbound', job),
    providerEvents: providerEventOptions(),
    openDeadLetters: () => openDeadLetters({ url: settings.AMQP_URL, log }),
    publishEvent: (event) => void broker.publisher.publishEvent(event),
    clock: systemClock,
    log,
    metrics,
    probes,
    ...address,
    ...admission,
    trustedProxyHops: settings.TRUSTED_PROXY_HOPS,
    authFailuresPerMinute: settings.AUTH_FAILURES_PER_MINUTE,
    relaySecrets: [settings.RELAY_SECRET, ...settings.RELAY_SECRETS_PREVIOUS],
    largeBodyBytesMax: settings.LARGE_BODY_BYTES_MAX,
    bodyPace,
    threadsMax: settings.WORK_THREADS,
    renderMsPerSecond: settings.RENDER_MS_PER_SECOND,
    compatibleApis: settings.COMPATIBLE_APIS,
    allowLoopbackWebhooks: settings.WEBHOOK_ALLOW_LOOPBACK,
    inboxLiveEmail: settings.INBOX_LIVE_EMAIL,
    domains: domainOptions(settings, sweepIntervalMs),
    signups: { publicUrl: settings.PUBLIC_URL, mailsPerHourMax: settings.SIGNUP_MAILS_PER_HOUR },
    google: googleSettings(),
    console: consoleSettings(),
    imports: { bytesMax: settings.IMPORT_BYTES_MAX, sweepIntervalMs },
  });
  service.onClose('gateway', () => gateway.close());
  log.info({ port: gateway.port }, 'the API is listening');
}

function googleSettings(): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  if (clientId === '') return null;
  const http = createHttpClient({
    resolve: resolveHost,
    connectTimeoutMs: 5_000,
    connectionsPerOriginMax: 2,
  });
  return { clientId, clientSecret, consoleOrigin, endpoints: googleEndpoints, http };
}

function consoleSettings(): ConsoleSettings {
  return {
    origin: consoleOrigin,
    sessionIdleMs: settings.SESSION_IDLE_HOURS * 3_600_000,
    sessionMaxMs: settings.SESSION_DAYS_MAX * 86_400_000,
    passwordSignIn: settings.PASSWORD_SIGN_IN,
    operatorsNeedSecondFactor: settings.OPERATOR_SECOND_FACTOR,
    providers: signInProviders(settings.SIGN_IN_PROVIDERS, settings.SIGN_IN_PROVIDER_SECRETS),
    resolveHost,
    platformFrom: settings.PLATFORM_FROM,
  };
}

function providerEventOptions(): ProviderEventOptions {
  return {
    settings,
    httpClient: createHttpClient({
      resolve: resolveHost,
      connectTimeoutMs: 5_000,
      connectionsPerOriginMax: 2,
    }),
  };
}

void runService({ name: 'api-gateway', settings, start });
