import { createFeedbackTokens, createReplyTokens, createReturnPathTokens } from '@postrider/mail';
import type { Broker, ConsumerOptions } from '@postrider/messaging';
import { providerNames, type ProviderName } from '@postrider/providers';
import { createByteBudget, createSemaphore, createThreadPool, returnPathSecrets } from '@postrider/runtime';
import { createInboundConsumer } from './inbound.consumer';
import type { Settings } from '../config';
import type { WorkerConstants } from '../constants';
import type { InboundHandlerOptions, InboundHandlers } from './inbound-handler';
import { createProcessMail } from './process-mail';
import { createBounceHandler } from './record-bounce';
import { createComplaintHandler } from './record-complaint';
import { createDmarcHandler } from './record-dmarc';
import { createAuthenticateMail } from './authentication/authenticate-mail';
import { createProviderEventsHandler } from './record-provider-events';
import { createReplyHandler } from './record-reply';
import { createTlsReportHandler } from './record-tls-report';
import { startSpoolSweep } from './sweep-spool';

interface Options extends Omit<InboundHandlerOptions, 'threads' | 'publisher' | 'readMs'> {
  readonly settings: Settings;
  readonly constants: Pick<WorkerConstants, 'inboundInHandMax' | 'inboundReadMs' | 'sweepIntervalMs'>;
  readonly broker: Broker;
  readonly workerId: string;
}

export interface Inbound {
  readonly consumer: ConsumerOptions<'send-worker.inbound'>;
  /** No more mails in hand; those that wait go back. */
  stopTaking(): Promise<void>;
  /** Resolves when none is in hand. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Octets of mails in hand; a thread that reads one has a copy. */
const octetsMax = 64 * 1_024 * 1_024;
const octetsPerOwnerMax = octetsMax / 4;
const roomWaitMs = 10_000;
/** Of the pool's twelve: sending has the others to itself. */
const connectionsMax = 4;
const threadQueue = { waitingMax: 1_024, waitingMaxEach: 256 };

/** Reads what came back: delivery reports, complaints, replies, DMARC and TLS reports. It has threads, connections and permits of its own. */
export function startInbound(options: Options): Inbound {
  const { settings, constants, pool, broker, workerId, clock, log, metrics } = options;
  const threads = createThreadPool({
    name: 'inbound',
    threadsMax: settings.WORK_THREADS,
    metrics,
    ...threadQueue,
  });
  const { inboundInHandMax: inHandMax } = constants;
  const permits = createSemaphore({ permits: inHandMax, perOwnerMax: Math.ceil(inHandMax / 4) });
  metrics.gauge('inbound_in_hand', 'Inbound emails claimed by this process and not finished.', () =>
    permits.inUse(),
  );
  const consumer = createInboundConsumer({
    pool,
    workerId,
    leaseMs: settings.LEASE_MS,
    tokens: {
      returnPaths: createReturnPathTokens(returnPathSecrets(settings)),
      replies: createReplyTokens(returnPathSecrets(settings)),
    },
    permits,
    process: createProcessMail({
      pool,
      workerId,
      handlers: createHandlers({
        ...{ ...options, threads, publisher: broker.publisher },
        readMs: constants.inboundReadMs,
      }),
      budget: createByteBudget({ bytesMax: octetsMax, perOwnerMax: octetsPerOwnerMax, waitMs: roomWaitMs }),
      connections: createSemaphore({ permits: connectionsMax }),
      log,
      metrics,
    }),
    log,
  });
  const sweep = startSpoolSweep({
    pool,
    broker,
    clock,
    log,
    metrics,
    intervalMs: constants.sweepIntervalMs,
  });
  return {
    consumer: consumer.options,
    stopTaking: async () => {
      permits.close();
      await sweep.close();
    },
    empty: () => permits.idle(),
    close: async () => {
      await threads.close();
      await consumer.close();
    },
  };
}

function createHandlers(options: InboundHandlerOptions & Pick<Options, 'settings'>): InboundHandlers {
  const { settings, threads, readMs, log } = options;
  const secrets = returnPathSecrets(settings);
  const returnPaths = createReturnPathTokens(secrets);
  const authenticate = createAuthenticateMail({
    threads,
    dnsServers: settings.DNS_SERVERS,
    hostName: settings.EHLO_NAME,
    timeLimitMs: readMs,
    log,
  });
  const providerHandlers = Object.fromEntries(
    providerNames.map((source) => [source, createProviderEventsHandler(options, { source, returnPaths })]),
  ) as Record<ProviderName, ReturnType<typeof createProviderEventsHandler>>;
  return {
    bounce: createBounceHandler(options),
    complaint: createComplaintHandler(
      options,
      { returnPaths, feedback: createFeedbackTokens(secrets) },
      authenticate,
    ),
    reply: createReplyHandler(options, authenticate),
    dmarc: createDmarcHandler(options, authenticate),
    tls_report: createTlsReportHandler(options, authenticate),
    ...providerHandlers,
  };
}
