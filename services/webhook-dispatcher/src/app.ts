import type { Database } from '@postrider/db';
import type { Broker, Consumer } from '@postrider/messaging';
import {
  startRecurringTask,
  watchLockedSecrets,
  type Clock,
  type Logger,
  type Metrics,
  type RecurringTask,
  type SecretBox,
} from '@postrider/runtime';
import { createDeliver, type Deliver } from './deliveries/deliver';
import { createDeliveryRecorder } from './deliveries/deliveries.repository';
import { createDueBacklogs } from './deliveries/due-backlogs';
import { createContactConsumer, createEventConsumer, createInboundConsumer } from './deliveries/consumers';
import { createFanOut } from './deliveries/fan-out';
import { createDispatcherMetrics, type DispatcherMetrics } from './dispatcher-metrics';
import { createConcurrencyLimits, type ConcurrencyLimits } from './endpoints/concurrency-limit';
import { openEndpointDirectory, type EndpointDirectory } from './endpoints/endpoint-directory';
import { createMissedEventsSweep } from './missed-events/sweep-missed-events';
import { missedContactEvents, missedEvents, missedReplies } from './missed-events/sweep-sources';
import { createRunReplays } from './replays/run-replays';
import { createRetryScheduler, type RetryScheduler } from './retries/retry-scheduler';
import { createSendDue } from './retries/send-due';
import { createWebhookTransport, type WebhookTransportOptions } from './transport/webhook-transport';

export interface DispatcherOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly redisUrl: string;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal;
  readonly transport: WebhookTransportOptions;
  /** Messages of up to a hundred events that the broker hands out in advance. */
  readonly prefetch?: number;
  /** Events processed at a time. With more, those of one endpoint compete; with fewer, slow endpoints delay others. */
  readonly eventsAtOnce?: number;
  /** How often to look for due deliveries. Delayed jobs make retries punctual; this look finds them even if Redis was wiped. */
  readonly dueIntervalMs?: number;
  readonly missedIntervalMs?: number;
}

export interface Dispatcher {
  /** Rejects while a secret of an endpoint that has events to get cannot be opened. */
  secretsOpen(): Promise<void>;
  /** Stops taking events, ends the attempts that run, records them. */
  close(): Promise<void>;
}

/** A delivery may wait this long for its turn in the process, as one of `eventsAtOnce`; otherwise it is deferred. */
const waitMaxMs = 250;
/** Messages about replies held at a time: there is one reply for a thousand events. */
const inboundPrefetch = 20;
/** Messages about contacts, of up to a hundred events each. */
const contactsPrefetch = 5;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { redisUrl, secretBox, clock, log, metrics, stopping } = options;
  const { pool } = options.database;
  const counted = createDispatcherMetrics(metrics);
  const transport = createWebhookTransport(options.transport);
  const lockedSecrets = watchLockedSecrets({ kind: 'webhook_secret', log, clock });
  const directory = openEndpointDirectory({
    pool,
    redisUrl,
    secretBox,
    lockedSecrets,
    clock,
    log,
    onDisabled: () => counted.disabled(),
    // A test or a replay may have been asked for; both wait in Postgres.
    onChange: () => {
      tasks.replays.wake();
      tasks.due.wake();
    },
  });
  const look = (): void => tasks.due.wake();
  const scheduler = createRetryScheduler({ redisUrl, clock, log, metrics, look });
  const limits = createConcurrencyLimits({
    inFlightMax: options.transport.connectionsPerEndpointMax,
    waitMaxMs,
    onRoom: (endpointId) => scheduler.room(endpointId),
  });
  const recorder = createDeliveryRecorder({ pool, log, stopping, attempting: () => deliver.attempting() });
  const deliver: Deliver = createDeliver({
    transport,
    limits,
    recorder,
    health: directory.health,
    clock,
    log,
    onPending: (record) => scheduler.pending(record),
    onRecorded: (record) => counted.recorded(record),
  });
  const tasks = startTasks(options, { directory, limits, deliver, scheduler, counted });
  const consumer = startConsumers(options, {
    endpoints: directory.cache,
    limits,
    deliver,
    onLeft: () => counted.left(),
  });
  return {
    secretsOpen: () => lockedSecrets.check(),
    close: async () => {
      await Promise.all([tasks.missed.close(), tasks.replays.close(), tasks.due.close(), consumer.close()]);
      await deliver.drain();
      await recorder.drain();
      await scheduler.close();
      directory.close();
      await transport.close();
    },
  };
}

function startConsumers(
  { broker, database: { pool }, clock, stopping, prefetch = 100, eventsAtOnce = 500 }: DispatcherOptions,
  running: {
    readonly endpoints: EndpointDirectory['cache'];
    readonly limits: ConcurrencyLimits;
    readonly deliver: Deliver;
    readonly onLeft: () => void;
  },
): Consumer {
  const backlogs = createDueBacklogs({ pool, clock, limits: running.limits });
  const fanOut = createFanOut({ pool, clock, stopping, backlogs, ...running });
  return broker.consumeAll('webhook-dispatcher', {
    'webhook-dispatcher.events': {
      prefetch,
      inFlightWeightMax: eventsAtOnce,
      weightOf: ({ events }) => events.length,
      handle: createEventConsumer(fanOut),
    },
    'webhook-dispatcher.inbound': {
      prefetch: inboundPrefetch,
      inFlightWeightMax: inboundPrefetch,
      handle: createInboundConsumer(pool, fanOut),
    },
    'webhook-dispatcher.contacts': {
      prefetch: contactsPrefetch,
      inFlightWeightMax: eventsAtOnce,
      weightOf: ({ event_ids: ids }) => ids.length,
      handle: createContactConsumer(pool, fanOut),
    },
  });
}

function startTasks(
  { database: { pool }, clock, log, dueIntervalMs = 2_000, missedIntervalMs = 5_000 }: DispatcherOptions,
  running: {
    readonly directory: EndpointDirectory;
    readonly limits: ConcurrencyLimits;
    readonly deliver: Deliver;
    readonly scheduler: RetryScheduler;
    readonly counted: DispatcherMetrics;
  },
): Record<'due' | 'missed' | 'replays', RecurringTask> {
  const { limits, deliver, scheduler, counted } = running;
  const endpoints = running.directory.cache;
  /** Endpoints that are behind, and got as much as they had room for. */
  const full = new Set<string>();
  const sendDue = createSendDue({
    pool,
    endpoints,
    limits,
    deliver,
    clock,
    log,
    onMore: (endpointId) => scheduler.more(endpointId),
  });
  const due = startRecurringTask({
    name: 'due webhooks',
    intervalMs: dueIntervalMs,
    log,
    run: async (signal) => {
      const { taken, more } = await sendDue(signal);
      if (removeWithRoom(full, more)) missed.wake();
      return taken > 0 ? 'again' : undefined;
    },
  });
  const replays = startReplays({ pool, clock, log, intervalMs: dueIntervalMs }, (deliveries) => {
    counted.replayed(deliveries);
    due.wake();
  });
  const sweep = createMissedEventsSweep({
    pool,
    endpoints,
    clock,
    log,
    onFound: (deliveries) => {
      counted.recovered(deliveries);
      due.wake();
    },
    onFull: (endpointId) => full.add(endpointId),
  });
  const missed = startRecurringTask({
    name: 'missed events',
    intervalMs: missedIntervalMs,
    log,
    run: async (signal) => {
      const sources = [missedEvents, missedReplies, missedContactEvents];
      const more = await Promise.all(sources.map((source) => sweep(source, signal)));
      return more.includes(true) ? 'again' : undefined;
    },
  });
  return { due, missed, replays };
}

/** @returns whether an endpoint has no more due deliveries than it takes at once */
function removeWithRoom(full: Set<string>, more: ReadonlySet<string>): boolean {
  const withRoom = [...full].filter((endpointId) => !more.has(endpointId));
  for (const endpointId of withRoom) full.delete(endpointId);
  return withRoom.length > 0;
}

type ReplayOptions = Pick<DispatcherOptions, 'clock' | 'log'> & Pick<Database, 'pool'>;

function startReplays(
  { intervalMs, ...options }: ReplayOptions & { readonly intervalMs: number },
  onReplayed: (deliveries: number) => void,
): RecurringTask {
  const runReplays = createRunReplays({ ...options, onReplayed });
  return startRecurringTask({
    name: 'webhook replays',
    intervalMs,
    log: options.log,
    run: async (signal) => ((await runReplays(signal)) ? 'again' : undefined),
  });
}
