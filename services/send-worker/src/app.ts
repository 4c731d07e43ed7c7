import { newId } from '@postrider/contracts/ids';
import type { Database } from '@postrider/db';
import type { DkimKey } from '@postrider/mail';
import type { Broker, RedisClient } from '@postrider/messaging';
import {
  type Clock,
  createThreadPool,
  type Logger,
  type Metrics,
  type SecretBox,
  type ThreadPool,
  watchLockedSecrets,
} from '@postrider/runtime';
import { smtpTimeoutsUpTo } from '@postrider/smtp-client';
import { createBumpCacheVersion } from '@postrider/admission';
import { createScreenReview } from '@postrider/reviews';
import { startAutomations } from './automations/start-automations';
import { createPace, createTransactionalActivity } from './fairness/broadcast-pace';
import { startBroadcasts } from './broadcasts/start-broadcasts';
import { startLeaseKeeper } from './claims/lease-keeper';
import { closeWorker } from './close-worker';
import type { Settings } from './config';
import type { WorkerConstants } from './constants';
import { priorities } from './claims/claimed-message';
import { createMessagePhases } from './delivery/message-phases';
import { startDelivery } from './delivery/start-delivery';
import { startClaiming } from './due/start-claiming';
import type { ConnectionPool } from './transport/pool/connection-pool';
import { startConnections } from './transport/start-connections';
import { createConnector, type Connector } from './transport/pool/connect-any';
import { startReviews, type Reviews } from './reviews/start-reviews';
import type { Destinations } from './transport/routing/destinations';
import { startMxRoutes } from './transport/start-mx-routes';
import { createTransports } from './transport/transports/create-transports';
import type { Sources } from './transport/sources/source';
import { startSources } from './transport/sources/sources';
import { createClearTextHosts } from './transport/tls-policy/clear-text-hosts';
import { startInbound } from './inbound/start-inbound';
import { createReserveDays } from './claims/reserve-days';
import { createScreenBulk } from './claims/screen-bulk';
import { startSweeps } from './recovery/start-sweeps';
import { startSendGate } from './restorations/send-gate';
import { startSubmission } from './start-submission';

export interface SendWorkerOptions {
  readonly settings: Settings;
  readonly constants: WorkerConstants;
  readonly database: Database;
  readonly broker: Broker;
  readonly redis: RedisClient;
  readonly secretBox: SecretBox;
  /** Signs every message beside its domain's key. */
  readonly platformKey: DkimKey | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface SendWorker {
  /** Rejects while the key of a domain that has mail to send cannot be opened. */
  signingKeysOpen(): Promise<void>;
  /** Stops taking work and resolves when the deliveries under way have ended. */
  close(): Promise<void>;
}

/** `inHandMax` and the memory for heavy messages already limit what waits. */
const threadQueue = { waitingMax: 1_024, waitingMaxEach: 256 };

export function startSendWorker(options: SendWorkerOptions): SendWorker {
  const { settings, constants, database, broker, redis, clock, log, metrics } = options;
  const { pool } = database;
  const { sweepIntervalMs } = constants;
  const workerId = newId();
  const leaseMs = settings.LEASE_MS;
  const threads = createThreads(options);
  const gate = startSendGate({ ...options, pool, workerId, sweepIntervalMs });
  const phases = createMessagePhases();
  const waiting = { priorities, waiting: () => phases.longest() };
  const sites = startConnections({ settings, pool, redis, workerId, ...waiting, clock, log, metrics });
  const connections = sites.pool;
  const sources = startSources({ settings, sweepIntervalMs, pool, clock, log, metrics });
  const routes = startRoutes(options, { sources, connections });
  const { publisher } = broker;
  const lockedKeys = watchLockedSecrets({ kind: 'dkim_key', log, clock });
  const leases = startLeaseKeeper({ pool, workerId, leaseMs, log });
  const { destinations } = routes;
  const { process, recorder, pacer } = startDelivery({
    ...options,
    ...{ pool, publisher, workerId, lockedKeys, gate, connections, destinations, threads, phases },
  });
  const reserveDays = createReserveDays({ pool, workerId, steps: settings.WARM_UP_STEPS, clock, log });
  const inbound = startInbound({ settings, constants, pool, broker, workerId, clock, log, metrics });
  const submission = startSubmission({ ...options, pool, threads });
  const transactional = createTransactionalActivity();
  const screenBulk = transactional.observing(createScreenBulk({ ...options, ...submission, pool, workerId }));
  const claims = { pool, gate, leases, workerId, leaseMs, screenBulk, reserveDays, process };
  const claiming = startClaiming(
    { ...claims, broker, inbound: inbound.consumer, clock, log, metrics },
    constants,
  );
  const sweeps = startSweeps({
    ...{ pool, gate, clock, log, metrics, secretBox: options.secretBox },
    intervalMs: sweepIntervalMs,
    leaseGraceMs: constants.leaseGraceMs,
  });
  const reviews = createReviews(options, { redis, threads });
  const automations = startAutomations({ ...options, ...submission, pool, gate });
  const pace = createPace(transactional);
  const broadcasts = startBroadcasts({ ...options, ...submission, pool, gate, pace });
  log.info({ worker_id: workerId }, 'send worker started');

  return {
    signingKeysOpen: () => lockedKeys.check(),
    close: () => {
      const running = { gate, sweeps, reviews, inbound, claiming, connections, sites, sources, routes };
      const campaigns = { automations, broadcasts, submission };
      return closeWorker({ ...running, ...campaigns, pacer, recorder, leases, threads });
    },
  };
}

function createThreads({ settings, metrics }: SendWorkerOptions): ThreadPool {
  return createThreadPool({
    threadsMax: settings.WORK_THREADS,
    metrics,
    ...threadQueue,
  });
}

function createReviews(
  { settings, constants, database: { pool }, log, metrics }: SendWorkerOptions,
  options: { readonly redis: RedisClient; readonly threads: ThreadPool },
): Reviews {
  const { redis, threads } = options;
  return startReviews({
    pool,
    bumpCacheVersion: createBumpCacheVersion({ redis, log }),
    screenReview: createScreenReview({
      pool,
      threads,
      timeLimitMs: constants.screeningMs,
      passedMin: settings.REVIEW_FIRST_MESSAGES,
      log,
    }),
    log,
    metrics,
  });
}

function createSmtpConnector({ settings, redis, clock, log }: SendWorkerOptions): Connector {
  return createConnector({
    name: settings.EHLO_NAME,
    clearTextHosts: createClearTextHosts({ redis, clock, log }),
    timeouts: smtpTimeoutsUpTo(settings.SMTP_TIMEOUT_MAX_MS),
  });
}

interface Routes {
  readonly destinations: Destinations;
  readonly close: () => Promise<void>;
}

function startRoutes(
  options: SendWorkerOptions,
  { sources, connections }: { readonly sources: Sources; readonly connections: ConnectionPool },
): Routes {
  const { settings, database, redis, secretBox, clock, log, metrics } = options;
  const { pool } = database;
  const connector = createSmtpConnector(options);
  const { mx, close } = startMxRoutes({ ...options, pool, connector, sources });
  const ways = { mx, connector, connections };
  const transports = createTransports({ settings, pool, redis, secretBox, ...ways, clock, log, metrics });
  return {
    destinations: transports.destinations,
    close: async () => {
      await Promise.all([transports.close(), close()]);
    },
  };
}
