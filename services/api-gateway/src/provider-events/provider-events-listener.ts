import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { inboundJobsOf, newId, type InboundJob } from '@postrider/contracts';
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

export interface ProviderEventsListener {
  /** @returns false when the request is for something else */
  handle(...request: Parameters<RequestListener>): boolean;
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
export function createProviderEventsListener(options: Options): ProviderEventsListener {
  const { log, metrics, clock, trustedProxyHops } = options;
  const counter = metrics.counter('provider_notifications', counterHelp, { provider: [], result: [] });
  const verifications = createVerifications(options);
  const spool = createInboundSpool({ pool: options.pool });
  const budget = createByteBudget({
    bytesMax: bodyBytesMax,
    perOwnerMax: bodyBytesMax / 2,
    waitMs: roomWaitMs,
  });
  const refusals = createRefusalLimit(clock);

  const answer = async (
    source: ProviderName,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const count = (result: string): void => counter.add(1, { provider: source, result });
    if (request.method !== 'POST') return reply(response, 405, { allow: 'POST' });
    const address = clientAddress(request, trustedProxyHops);
    if (refusals.isReached(address)) {
      count('limited');
      return replyAndHangUp(response, 429, { 'retry-after': laterSeconds });
    }
    const room = budget.open(clientNetwork(address));
    response.once('close', () => room.release());
    const body = await receiveNotification(request, response, room);
    const verdict = await verifications.get(source)?.(request.headers, body);
    if (verdict === undefined || verdict.kind === 'refused') {
      refusals.count(address);
      count(`refused: ${verdict?.reason ?? 'unknown'}`);
      return reply(response, 403);
    }
    if (verdict.kind === 'later') {
      count('later');
      return reply(response, 503, { 'retry-after': laterSeconds });
    }
    if (verdict.kind === 'event') {
      const id = newId();
      await spool.store({ id, receivedAt: clock.now(), parts: [body], ...envelopeOf(source, address) });
      for (const job of inboundJobsOf([{ id }])) void options.publishInboundJob(job);
    }
    count(verdict.kind === 'event' ? 'stored' : verdict.result);
    reply(response, 200);
  };

  return {
    handle: (request, response) => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      const source = providerNames.find((each) => path === `/provider-events/${each}`);
      if (source === undefined || !verifications.has(source)) return false;
      answer(source, request, response).catch((error: unknown) => {
        const { status, result } = failureOf(error, log);
        counter.add(1, { provider: source, result });
        replyAndHangUp(response, status, { 'retry-after': laterSeconds });
      });
      return true;
    },
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

/** Whoever has forged so much within a minute is not listened to for its rest. */
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
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, 'content-length': '0' });
  response.end();
}

/** The rest of the body is not read. */
function replyAndHangUp(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!response.headersSent) reply(response, status, { ...headers, connection: 'close' });
}
