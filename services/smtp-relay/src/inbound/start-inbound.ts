import { createInboundSpool, type Pool } from '@postrider/db';
import { createReplyTokens, createReturnPathTokens } from '@postrider/mail';
import {
  createByteBudget,
  type ByteBudget,
  type Clock,
  type Logger,
  type Metrics,
  returnPathSecrets,
} from '@postrider/runtime';
import type { Settings } from '../config';
import type { TlsPair } from '../read-tls-pair';
import type { RelayTimes } from '../times';
import { ConnectionsByClient, listen } from '../session/relay-server';
import { createRecipientCheck, type CheckRecipient } from './check-recipient';
import { createInboundHosts } from './inbound-hosts';
import { createInboundJobPublisher, type PublishInboundJob } from './inbound-job-publisher';
import { createInboundServer } from './inbound-server';
import { createMinuteRates } from './minute-rates';
import { createReceiveInbound } from './receive-inbound';

export type InboundSettings = Pick<
  Settings,
  | 'SMTP_HOST'
  | 'PLATFORM_HOST'
  | 'RETURN_PATH_SECRET'
  | 'RETURN_PATH_SECRETS_PREVIOUS'
  | 'INBOUND_PORT'
  | 'INBOUND_MESSAGE_BYTES_MAX'
  | 'INBOUND_MESSAGE_MEMORY_MAX'
  | 'INBOUND_CONNECTIONS_MAX'
  | 'INBOUND_CONNECTIONS_PER_CLIENT_MAX'
  | 'PROXY_PROTOCOL_FROM'
  | 'INBOUND_MESSAGES_PER_MINUTE'
  | 'INBOUND_MAILBOX_MESSAGES_PER_MINUTE'
>;

export interface InboundOptions {
  readonly settings: InboundSettings;
  readonly times: Pick<RelayTimes, 'idleMs' | 'dataMs'>;
  readonly tls: TlsPair;
  readonly pool: Pool;
  /** False until the database is known to be ours: the secret of another database cannot verify tokens. */
  readonly isProven: () => boolean;
  readonly publishJob: PublishInboundJob;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface InboundListener {
  readonly port: number;
  /** For connections from now on. */
  useTls(pair: TlsPair): void;
  /** Stops listening, lets open transactions end, and tells the workers of what they have brought; a second call waits for the first. */
  close(): Promise<void>;
}

export async function startInbound(options: InboundOptions): Promise<InboundListener> {
  const { settings, times, log, metrics, clock } = options;
  const name = settings.PLATFORM_HOST;
  const groupSize = metrics.histogram('smtp_relay_inbound_group_mails', 'Inbound emails per statement', {
    boundaries: [1, 2, 5, 10, 20, 50, 100],
  });
  const spool = createInboundSpool({ pool: options.pool, onBatch: (size) => groupSize.record(size) });
  const jobs = createInboundJobPublisher(options.publishJob);
  const server = createInboundServer({
    name,
    tls: options.tls,
    messageBytesMax: settings.INBOUND_MESSAGE_BYTES_MAX,
    ...openMemory(settings.INBOUND_MESSAGE_MEMORY_MAX, metrics),
    connectionsMax: settings.INBOUND_CONNECTIONS_MAX,
    connectionsByClient: new ConnectionsByClient(settings.INBOUND_CONNECTIONS_PER_CLIENT_MAX),
    proxies: settings.PROXY_PROTOCOL_FROM,
    idleMs: times.idleMs,
    dataMs: times.dataMs,
    rates: createMinuteRates({ perMinuteMax: settings.INBOUND_MESSAGES_PER_MINUTE, clock }),
    mailboxRates: createMinuteRates({
      perMinuteMax: settings.INBOUND_MAILBOX_MESSAGES_PER_MINUTE,
      clock,
    }),
    checkRecipient: whenProven(options),
    receive: createReceiveInbound({ name, spool, jobs, clock, log, metrics }),
    metrics,
  });
  server.on('error', (error) => log.debug({ err: error }, 'an inbound connection broke'));
  metrics.gauge(
    'smtp_relay_inbound_connections',
    'Open connections of other mail servers',
    () => server.connections.size,
  );
  const { SMTP_HOST: host, INBOUND_PORT } = settings;
  const port = await listen(server, { host, port: INBOUND_PORT, setting: 'INBOUND_PORT' });
  const close = async (): Promise<void> => {
    await server.drain();
    await spool.drain();
    jobs.flush();
  };
  let closing: Promise<void> | undefined;
  return {
    port,
    useTls: ({ key, cert }) => server.updateSecureContext({ key, cert }),
    close: () => (closing ??= close()),
  };
}

function whenProven({ settings, pool, clock, log, isProven }: InboundOptions): CheckRecipient {
  const secrets = returnPathSecrets(settings);
  const check = createRecipientCheck({
    findHost: createInboundHosts({ pool, clock, log }),
    platformHost: settings.PLATFORM_HOST,
    tokens: {
      bounce: createReturnPathTokens(secrets),
      reply: createReplyTokens(secrets),
    },
  });
  return (address) =>
    isProven() ? check(address) : Promise.reject(new Error('the database has not been verified yet'));
}

/** Clients wait three minutes for the next part of a message to be taken (RFC 5321 section 4.5.3.2.5). */
const roomWaitMs = 60_000;
const roomWaitersMax = 40;

/** A quarter for one sender and one recipient, and one message more: a message of another finds room beside both. */
function openMemory(bytesMax: number, metrics: Metrics): Record<'senderMemory' | 'ownerMemory', ByteBudget> {
  const open = (): ByteBudget =>
    createByteBudget({
      bytesMax,
      perOwnerMax: Math.floor(bytesMax / 4),
      waitMs: roomWaitMs,
      perOwnerWaitingMax: roomWaitersMax,
    });
  const budgets = { senderMemory: open(), ownerMemory: open() };
  metrics.gauge(
    'smtp_relay_inbound_message_bytes',
    'Bytes of large inbound emails held in memory',
    budgets.senderMemory.held,
  );
  return budgets;
}
