import { newId } from '@postrider/contracts';
import type { Database } from '@postrider/db';
import { createReturnPathTokens, type DkimKey } from '@postrider/mail';
import type { Broker, RedisClient } from '@postrider/messaging';
import {
  type Clock,
  createBatcher,
  createThreadPool,
  type LockedSecrets,
  type Logger,
  type Metrics,
  type SecretBox,
  type ThreadPool,
  watchLockedSecrets,
} from '@postrider/runtime';
import { createBumpCacheVersion } from '@postrider/admission';
import { startLeaseKeeper } from './claims/lease-keeper';
import { closeWorker } from './close-worker';
import type { Settings } from './config';
import { beginAttempts, type Attempt } from './delivery/attempts.repository';
import { createByteBudget } from './delivery/byte-budget';
import { createDeliverMessage } from './delivery/deliver-message';
import { createLetterWriter } from './delivery/composer';
import { createDeliverRecipient } from './delivery/deliver-recipient';
import { startLanes } from './consume/lanes';
import { createServeMessage } from './delivery/process-message';
import { createOutcomeRecorder, type OutcomeRecorder } from './outcomes/outcome-recorder';
import { createConnectionPool, type ConnectionPool } from './transport/pool/connection-pool';
import { createConnector } from './transport/pool/connect-any';
import { createTurnstile } from './delivery/turnstile';
import { urgencies } from './delivery/urgency';
import { createScreenReview } from './reviews/screen-review';
import { startReviews, type Reviews } from './reviews/start-reviews';
import { createDestinations } from './transport/routing/destinations';
import { createMailDns } from './transport/routing/mx-lookup';
import { createWakeUps, type WakeUps } from './schedule/delayed-jobs';
import { createReadLegalSender } from './delivery/legal-senders';
import { createSendingDomains } from './delivery/signing-domains';
import { createAdmit } from './claims/reserve-days';
import { startSweeps } from './recovery/start-sweeps';

export interface SendWorkerOptions {
  readonly settings: Settings;
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
  /** Stops taking work, finishes what is on the wire, gives back the rest. */
  close(): Promise<void>;
}

/** What messages with large bodies or attachments may take at once: two of 10 MB, one composed while another is sent. */
const HEAVY_OCTETS_MAX = 64 * 1_024 * 1_024;
/** What waits is bounded by the lanes and by `HEAVY_OCTETS_MAX` already. */
const QUEUE_OF_THREADS = { waitingMax: 1_024, waitingMaxEach: 256 };
/** Twice the threads that sign: more only make the urgent wait. */
const LETTERS_AT_ONCE = 8;

export function startSendWorker(options: SendWorkerOptions): SendWorker {
  const { settings, database, broker, redis, clock, log, metrics } = options;
  const { pool } = database;
  const workerId = newId();
  const leaseMs = settings.LEASE_MS;
  const threads = createThreadPool({
    threadsMax: settings.WORK_THREADS,
    heapMbMax: settings.WORK_THREAD_HEAP_MB,
    metrics,
    ...QUEUE_OF_THREADS,
  });
  const connections = createConnections(settings, clock);
  const wakeUps = createWakeUps({
    redisUrl: settings.REDIS_URL,
    publisher: broker.publisher,
    clock,
    log,
    metrics,
  });
  const recorder = createOutcomeRecorder({ pool, publisher: broker.publisher, workerId, log });
  const lockedKeys = watchLockedSecrets({ kind: 'dkim_key', log, metrics, clock });
  const leases = startLeaseKeeper({ pool, workerId, leaseMs, log });
  const serve = createServeMessage({
    deliver: createDelivery(options, { workerId, connections, recorder, lockedKeys, threads }),
    recorder,
    wakeUps,
    clock,
    log,
    metrics,
  });
  observeConnections(metrics, connections);
  const admit = createAdmit({ pool, workerId, steps: settings.WARM_UP_STEPS, clock, log });
  const lanes = startLanes({ broker, pool, leases, workerId, leaseMs, admit, serve, log }, settings);
  const sweeps = startSweeps({
    pool,
    broker,
    wakeUps,
    clock,
    log,
    metrics,
    intervalMs: settings.SWEEP_INTERVAL_MS,
    leaseGraceMs: settings.LEASE_GRACE_MS,
    takenUntil: lanes.takenUntil,
  });
  const reviews = createReviews(options, { wakeUps, redis, threads });
  log.info({ worker_id: workerId }, 'send worker started');

  return {
    signingKeysOpen: () => lockedKeys.check(),
    close: () => closeWorker({ sweeps, reviews, lanes, connections, recorder, leases, wakeUps, threads }),
  };
}

function createReviews(
  { settings, database: { pool }, broker, clock, log, metrics }: SendWorkerOptions,
  parts: { readonly wakeUps: WakeUps; readonly redis: RedisClient; readonly threads: ThreadPool },
): Reviews {
  const { wakeUps, redis, threads } = parts;
  return startReviews({
    pool,
    broker,
    wakeUps,
    bumpCacheVersion: createBumpCacheVersion({ redis, log }),
    screenReview: createScreenReview({
      pool,
      threads,
      timeLimitMs: settings.SCREENING_TIME_LIMIT_MS,
      passedMin: settings.REVIEW_FIRST_MESSAGES,
      log,
    }),
    clock,
    log,
    metrics,
  });
}

function createConnections(settings: Settings, clock: Clock): ConnectionPool {
  const connector = createConnector({
    name: settings.EHLO_NAME,
    clock,
    timeouts: {
      connectMs: settings.SMTP_CONNECT_TIMEOUT_MS,
      greetingMs: settings.SMTP_GREETING_TIMEOUT_MS,
      commandMs: settings.SMTP_COMMAND_TIMEOUT_MS,
      bodyMs: settings.SMTP_BODY_TIMEOUT_MS,
      finalDotMs: settings.SMTP_FINAL_DOT_TIMEOUT_MS,
    },
  });
  return createConnectionPool({ connector, clock });
}

function createDelivery(
  { settings, database: { pool }, secretBox, platformKey, clock, log }: SendWorkerOptions,
  parts: {
    readonly workerId: string;
    readonly connections: ConnectionPool;
    readonly recorder: OutcomeRecorder;
    readonly lockedKeys: LockedSecrets;
    readonly threads: ThreadPool;
  },
) {
  const { workerId, connections, recorder, lockedKeys, threads } = parts;
  const attempts = createBatcher<Attempt, boolean>({
    name: 'attempts',
    inFlightMax: 1,
    run: (items) => beginAttempts(pool, { attempts: items, workerId }),
  });
  const deliverRecipient = createDeliverRecipient({
    destinations: createDestinations({
      routes: settings.DELIVERY_ROUTES,
      dns: createMailDns({ servers: settings.DNS_SERVERS, useIpv6: settings.MX_IPV6, clock }),
      mxPort: settings.MX_PORT,
    }),
    pool: connections,
    attempts,
    returnPaths: createReturnPathTokens(settings.RETURN_PATH_SECRET),
    clock,
    log,
    random: Math.random,
  });
  return createDeliverMessage({
    pool,
    domains: createSendingDomains({
      pool,
      secretBox,
      platformKey,
      publicAddress: settings.PUBLIC_URL,
      lockedKeys,
      clock,
    }),
    memory: createByteBudget(HEAVY_OCTETS_MAX),
    letters: createLetterWriter({
      desk: createTurnstile({ places: LETTERS_AT_ONCE, urgencies }),
      threads,
      linkSecret: settings.LINK_SECRET,
      readLegalSender: createReadLegalSender(pool),
      log,
    }),
    deliverRecipient,
    recorder,
    clock,
    log,
  });
}

function observeConnections(metrics: Metrics, connections: ConnectionPool): void {
  metrics.gauge('send_connections', 'Open SMTP connections.', () => connections.load().connections);
  metrics.gauge('send_waiting', 'Deliveries that wait for a connection.', () => connections.load().waiting);
}
