import { newId } from '@postrider/contracts/ids';
import { inboundJobsOf, type InboundJob } from '@postrider/contracts/queues';
import { createInboundSpool, type Pool } from '@postrider/db';
import type { HttpClient } from '@postrider/http-client';
import {
  providerNames,
  providers,
  type ProviderName,
  type ProviderVerifySettings,
  type VerifyNotification,
} from '@postrider/providers';
import {
  clientNetwork,
  createByteBudget,
  createTtlCache,
  isEngineUnavailable,
  OverloadedError,
  type Clock,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { BodyRefusedError, receiveNotification } from './receive-notification';

/** Publishes one job; never rejects. A job that is lost is found in Postgres by the worker's sweep. */
export type PublishInboundJob = (job: InboundJob) => Promise<boolean>;

export interface ProviderEventOptions {
  readonly settings: ProviderVerifySettings;
  /** Connects to public addresses only: certificates of Amazon SNS, confirmations of subscriptions. */
  readonly httpClient: Pick<HttpClient, 'request'>;
}

interface Options {
  readonly providerEvents: ProviderEventOptions;
  readonly pool: Pool;
  readonly publishInboundJob: PublishInboundJob;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface ProviderEvents {
  readonly routes: readonly TableRoute[];
  /** Resolves when nothing is on its way to the database. */
  drain(): Promise<void>;
}

const bodyBytesMax = 16_777_216;
const roomWaitMs = 5_000;
/** Of one client network; providers' own requests are not refused, however many they are. */
const refusalsPerMinuteMax = 60;
const refusalNetworksMax = 50_000;
const laterSeconds = '60';

const counterHelp = 'Notifications posted by providers, by provider and result.';

/**
 * Accepts notifications of each provider whose key is configured, at `/provider-events/<provider>`. A 200 means that the notification is
 * committed as it came; a worker reads it.
 */
export function createProviderEvents(options: Options): ProviderEvents {
  const { log, metrics, clock, trustedProxyHops } = options;
  const counter = metrics.counter('provider_notifications', counterHelp, { provider: [], result: [] });
  const verifications = createVerifications(options);
  const spool = createInboundSpool({ pool: options.pool });
  const budget = createByteBudget({
    bytesMax: bodyBytesMax,
    perOwnerMax: bodyBytesMax / 4,
    waitMs: roomWaitMs,
  });
  const refusals = createRefusalLimit(clock);

  const answer = async (source: ProviderName, context: RequestContext): Promise<void> => {
    const count = (result: string): void => counter.add(1, { provider: source, result });
    if (context.method !== 'POST') return reply(context, 405, { allow: 'POST' });
    const address = clientAddress(context, trustedProxyHops);
    if (refusals.isReached(address)) {
      count('limited');
      return replyAndHangUp(context, 429, { 'retry-after': laterSeconds });
    }
    const room = budget.open(clientNetwork(address));
    context.onceClosed(() => room.release());
    const body = await receiveNotification(context, room);
    const verdict = await verifications.get(source)?.(context.headers, body);
    if (verdict === undefined || verdict.kind === 'refused') {
      refusals.count(address);
      count(`refused: ${verdict?.reason ?? 'unknown'}`);
      return reply(context, 403);
    }
    if (verdict.kind === 'later') {
      count('later');
      return reply(context, 503, { 'retry-after': laterSeconds });
    }
    if (verdict.kind === 'event') {
      const id = newId();
      await spool.store({ id, receivedAt: clock.now(), parts: [body], ...envelopeOf(source, address) });
      for (const job of inboundJobsOf([{ id }])) void options.publishInboundJob(job);
    }
    count(verdict.kind === 'event' ? 'stored' : verdict.result);
    reply(context, 200);
  };

  return {
    routes: [...verifications.keys()].map((source) => ({
      method: 'ANY',
      path: `/provider-events/${source}`,
      handle: (context) => {
        answer(source, context).catch((error: unknown) => {
          const { status, result } = failureOf(error, log);
          counter.add(1, { provider: source, result });
          replyAndHangUp(context, status, { 'retry-after': laterSeconds });
        });
      },
    })),
    drain: () => spool.drain(),
  };
}

function failureOf(error: unknown, log: Logger): { readonly status: number; readonly result: string } {
  if (error instanceof BodyRefusedError) return { status: error.status, result: error.message };
  if (isEngineUnavailable(error) || error instanceof OverloadedError) {
    log.warn({ err: error }, 'a provider notification could not be stored');
    return { status: 503, result: 'not stored' };
  }
  log.error({ err: error }, 'a provider notification failed unexpectedly');
  return { status: 500, result: 'not stored' };
}

/** A notification has no envelope of its own. */
function envelopeOf(source: ProviderName, address: string) {
  return { source, mailFrom: '', recipients: [], clientAddress: address, clientName: source, tls: true };
}

/** Of the providers whose notifications are accepted. */
function createVerifications(options: Options): ReadonlyMap<ProviderName, VerifyNotification> {
  const { providerEvents, clock, log } = options;
  const { settings, httpClient } = providerEvents;
  return new Map(
    providerNames.flatMap((name) => {
      const verify = providers[name].verify.create(settings, { httpClient, clock, log });
      return verify === null ? [] : [[name, verify] as const];
    }),
  );
}

/** A client with this many forged requests in a minute is refused for the rest of it. */
function createRefusalLimit(clock: Clock) {
  const windows = createTtlCache<string, { refusals: number }>({
    entriesMax: refusalNetworksMax,
    ttlMs: 60_000,
    clock,
  });
  return {
    isReached: (address: string): boolean =>
      (windows.get(clientNetwork(address))?.refusals ?? 0) >= refusalsPerMinuteMax,
    count: (address: string): void => {
      const client = clientNetwork(address);
      const window = windows.get(client) ?? { refusals: 0 };
      if (window.refusals === 0) windows.set(client, window);
      window.refusals += 1;
    },
  };
}

function reply(
  context: RequestContext,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  context.send({ status, headers: { 'cache-control': 'no-store', ...headers, 'content-length': 0 } });
}

/** The connection ends with the answer. */
function replyAndHangUp(
  context: RequestContext,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!context.isAnswered) reply(context, status, { ...headers, connection: 'close' });
}
