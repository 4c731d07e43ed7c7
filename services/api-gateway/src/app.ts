import type { RequestListener } from 'node:http';
import type { PlanTable } from '@postrider/contracts';
import type { ApiGatewayDatabase } from '@postrider/db';
import type { PublicLinks } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import {
  createThreadPool,
  startRecurringTask,
  type Clock,
  type HealthHandler,
  type Logger,
  type Metrics,
  type SecretBox,
  type ThreadPool,
  type ThreadPoolOptions,
  type MasterKeys,
} from '@postrider/runtime';
import {
  createBumpCacheVersion,
  createAdmissionControl,
  type AdmissionControl,
  type BumpCacheVersion,
} from '@postrider/admission';
import { createAcceptEmails, type AcceptEmails, type PublishJob } from '@postrider/submission';
import { createRenderer } from '@postrider/templating';
import { createAuthenticate, type Authenticate } from './auth/authenticate';
import { createFailedAttempts } from './auth/failed-attempts';
import { createPrincipalCache } from './auth/principal-cache';
import { createFindRequestSource } from './auth/request-source';
import { createResendApi } from './compat/resend/resend-api';
import { createDomainFeature, type DomainFeature, type DomainOptions } from './domains/domain-feature';
import { sendRoutes } from './emails/emails.routes';
import { sendEmailRoute } from './emails/send-email.route';
import { apiPrefix, createApiApp, createDirectRoutes, refusal, type ApiAppOptions } from './http/api-app';
import { createPipeline, type PipelineOptions, type ProcessRequest } from './http/pipeline';
import { presentError } from './http/reply';
import { createReportRequest } from './http/report-request';
import { createRelayedMails } from './http/relayed-mails';
import { createRequestMeasures } from './http/request-measures';
import { createReceiveBody } from './http/request-body';
import type { BodyPace } from './http/request-upload';
import { createRenderTemplate } from './templates/requested-template';
import type { Route } from './http/route';
import { startServer } from './http/start-server';
import { createOpenApiDocument } from './openapi/document';
import { createCursorCodec } from './paging/cursor';
import { createConsoleRouter } from './reference/console.router';
import { createReferenceRouter } from './reference/reference.router';
import { createRequestLog, type RequestLog } from './request-log/request-log';
import { createPublicLinkListener } from './public-links/public-link-listener';
import { keepFromTrackingHosts } from './public-links/tracking-hosts';
import { createEngagementRecorder, type PublishEvent } from './public-links/engagement-recorder';
import {
  createProviderEventsListener,
  type ProviderEventOptions,
  type PublishInboundJob,
} from './provider-events/provider-events-listener';
import { resourceRoutes } from './resource-routes';
import {
  createRelayContactEvents,
  type PublishContactEvents,
} from './automation-events/relay-contact-events';
import { sweepDeletedAutomations } from './automations/automation-runs.repository';
import { createContactImports } from './contacts/imports/write-page';
import { createImportFeature, type ImportFeature, type ImportSettings } from './imports/import-feature';
import { sweepSuppressions } from './suppressions/entries/suppressions.repository';
import { createSignupFeature } from './signup-forms/pages/signup-feature';
import type { SignupSettings } from './signup-forms/signup-form-request';
import { createSuppressionImports } from './suppressions/imports/write-page';

export interface GatewayOptions {
  readonly database: ApiGatewayDatabase;
  readonly redis: RedisClient;
  readonly publishJob: PublishJob;
  readonly secretBox: SecretBox;
  readonly masterKeys: MasterKeys;
  readonly publicLinks: { readonly links: PublicLinks; readonly perMinuteMax: number };
  readonly publishEvent: PublishEvent;
  readonly publishInboundJob: PublishInboundJob;
  readonly publishContactEvents: PublishContactEvents;
  readonly providerEvents: ProviderEventOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** /healthz and /readyz for load balancers. */
  readonly probes?: HealthHandler;
  readonly host: string;
  readonly port: number;
  readonly drainMs?: number;
  readonly compatibleApis: readonly 'resend'[];
  readonly plans: PlanTable;
  readonly rebuildDelayMs: number;
  readonly trustedProxyHops: number;
  readonly authFailuresPerMinute: number;
  readonly relaySecrets: readonly Buffer[];
  readonly largeBodyBytesMax: number;
  readonly bodyPace: BodyPace;
  readonly threads: Pick<ThreadPoolOptions, 'threadsMax' | 'heapMbMax'>;
  readonly renderMsPerSecond: number;
  readonly allowLoopbackWebhooks: boolean;
  readonly domains: DomainOptions;
  readonly imports: ImportSettings;
  readonly signups: SignupSettings;
}

export interface Gateway {
  readonly port: number;
  /** To be called after committing a change of an organization's keys, domains, plan or holds. */
  readonly bumpCacheVersion: BumpCacheVersion;
  /** Waits for running requests, then writes what they have queued. */
  close(): Promise<void>;
}

const suppressionSweepIntervalMs = 60_000;
/** Runs of a deleted automation take no step; only their status waits. */
const automationSweepIntervalMs = 5_000;
const contactEventsIntervalMs = 500;
/** How long the first event of a contact waits to be handed on. */
const idleContactEventsIntervalMs = 1_000;

const ownApi = { prefix: apiPrefix, presentError, refusal };

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, redis, log, metrics, probes } = options;
  const { pool } = database;
  const admissionControl = createAdmissionControl({ ...options, pool });
  const threads = createThreadPool({ ...options.threads, metrics });
  const renderer = createRenderer({ threads, msPerSecond: options.renderMsPerSecond });
  const renderTemplate = createRenderTemplate({ pool, renderer });
  const acceptEmails = createAcceptEmails({ ...options, pool, renderTemplate });
  const requestLog = createRequestLog({ pool, log, metrics });
  const directRoutes = sendRoutes(acceptEmails);
  const bumpCacheVersion = createBumpCacheVersion({ redis, log });
  const cursors = createCursorCodec(options.masterKeys);
  const imports = createImports(options, threads);
  const resources = {
    ...{ ...options, admissionControl, renderer, acceptEmails },
    ...{ cursors, bumpCacheVersion, importing: imports.routeOptions },
  };
  const domains = createDomainFeature(resources);
  const routes = [...directRoutes, ...domains.routes, ...resourceRoutes(resources)];

  const pipeline = pipelineOptions(options, { admissionControl, requestLog, routes });
  const processRequest = createPipeline({ ...pipeline, presentError });
  const reference = createReferenceRouter(createOpenApiDocument(routes), options.signups.publicUrl.origin);
  const pages = [reference, createConsoleRouter()];
  const api = createApiApp({ ...pipeline, ...ownApi, routes, pages, processRequest });
  const resend = options.compatibleApis.includes('resend')
    ? createResendApi({ ...pipeline, routes, cursors })
    : undefined;
  const engagements = createEngagementRecorder({ ...options, pool });
  const publicLinks = createPublicLinkListener({ ...options, ...options.publicLinks, pool, engagements });
  const providerEvents = createProviderEventsListener({ ...options, pool });
  const signups = createSignupFeature({ ...options, pool, acceptEmails, admissionControl });
  const listener = inTurn(options, {
    anyHost: publicLinks,
    ownHosts: [
      createDirectRoutes(directRoutes, processRequest),
      takeRelayedMails(options, { acceptEmails, processRequest }),
      probes,
      signups,
      resend,
      (...request) => providerEvents.handle(...request),
    ],
    otherwise: api,
  });
  const server = await startServer(listener, options);

  const tasks = startTasks(options, { domains, imports });

  return {
    port: server.port,
    bumpCacheVersion,
    close: async () => {
      await server.close();
      await tasks.close();
      await threads.close();
      await acceptEmails.drain();
      await providerEvents.drain();
      await admissionControl.drain();
      await engagements.close();
      await requestLog.close();
    },
  };
}

function pipelineOptions(
  options: GatewayOptions,
  {
    admissionControl,
    requestLog,
    routes,
  }: {
    readonly admissionControl: AdmissionControl;
    readonly requestLog: RequestLog;
    readonly routes: readonly Route[];
  },
): Omit<PipelineOptions, 'presentError'> & Pick<ApiAppOptions, 'countRefusal'> {
  const { log, metrics } = options;
  const measures = createRequestMeasures(metrics, routes);
  return {
    authenticate: createKeyAuthentication(options, admissionControl),
    admissionControl,
    receiveBody: createReceiveBody({ bytesMax: options.largeBodyBytesMax, pace: options.bodyPace, metrics }),
    report: createReportRequest({ log, measures, observe: requestLog.record }),
    countRefusal: measures.ofNone,
    log,
  };
}

function takeRelayedMails(
  options: GatewayOptions,
  made: { readonly acceptEmails: AcceptEmails; readonly processRequest: ProcessRequest },
): Handler {
  return createRelayedMails({
    sendRoute: sendEmailRoute(made.acceptEmails),
    processRequest: made.processRequest,
    findSource: createFindRequestSource(options),
    pace: options.bodyPace,
    log: options.log,
  });
}

function createImports(options: GatewayOptions, threads: ThreadPool): ImportFeature {
  const { pool } = options.database;
  const kinds = [createSuppressionImports({ pool }), createContactImports({ pool, plans: options.plans })];
  return createImportFeature({ ...options, threads, settings: options.imports, kinds });
}

/** True: it has handled the request. `ownHosts` do not see requests to customers' tracking hosts. */
type Handler = (...request: Parameters<RequestListener>) => boolean;

function inTurn(
  options: GatewayOptions,
  handlers: {
    readonly anyHost: Handler;
    readonly ownHosts: readonly (Handler | undefined)[];
    readonly otherwise: RequestListener;
  },
): RequestListener {
  const { anyHost, ownHosts, otherwise } = handlers;
  const { database, domains } = options;
  const guard = { ...options, pool: database.pool, platformHost: domains.setup.platformHost };
  const ours = keepFromTrackingHosts(guard, (request, response) => {
    for (const handle of ownHosts) if (handle?.(request, response)) return;
    otherwise(request, response);
  });
  return (request, response) => {
    if (!anyHost(request, response)) ours(request, response);
  };
}

/** Background tasks. */
function startTasks(
  options: GatewayOptions,
  { domains, imports }: { readonly domains: DomainFeature; readonly imports: ImportFeature },
): { close(): Promise<void> } {
  const {
    database,
    domains: { sweepIntervalMs },
    log,
  } = options;
  const { pool } = database;
  const relay = createRelayContactEvents({ ...options, pool, publish: options.publishContactEvents });
  const sweep = (name: string, intervalMs: number, run: () => Promise<'again' | void>) =>
    startRecurringTask({ name, intervalMs, log, run });
  const contactEvents = startRecurringTask({
    name: 'contact events',
    intervalMs: contactEventsIntervalMs,
    idleIntervalMs: idleContactEventsIntervalMs,
    log,
    run: relay,
  });
  const tasks = [
    imports.start(),
    sweep('domains', sweepIntervalMs, domains.sweep),
    sweep('suppressions', suppressionSweepIntervalMs, () => sweepSuppressions(pool)),
    contactEvents,
    sweep('deleted automations', automationSweepIntervalMs, () => sweepDeletedAutomations(pool)),
  ];
  return {
    close: async () => {
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
}

function createKeyAuthentication(
  options: GatewayOptions,
  admissionControl: Pick<AdmissionControl, 'isUnavailable'>,
): Authenticate {
  const { database, clock, log } = options;
  return createAuthenticate({
    principals: createPrincipalCache({ pool: database.pool, clock, log }),
    failedAttempts: createFailedAttempts({ perMinuteMax: options.authFailuresPerMinute, clock }),
    isUnavailable: () => admissionControl.isUnavailable(),
    findSource: createFindRequestSource(options),
    clock,
  });
}
