import { AppError } from '@postrider/contracts/errors';
import type { PlanTable } from '@postrider/contracts/organizations';
import { relayedMailsPath } from '@postrider/contracts/relay';
import type { ApiGatewayDatabase } from '@postrider/db';
import type { PublicLinks } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import {
  createThreadPool,
  startRecurringTask,
  type Clock,
  type Logger,
  type Metrics,
  type Probes,
  type SecretBox,
  type ThreadPool,
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
import { archiveRoutes } from './archive/archive.routes';
import { createFindLastChange } from './audit/last-change.repository';
import { createAuthenticate, type Authenticate } from './auth/authenticate';
import { createFailedAttempts } from './auth/failed-attempts';
import { createPrincipalCache } from './auth/principal-cache';
import { createFindRequestSource } from './auth/request-source';
import { resendRoutes } from './compat/resend/resend-api';
import { createDomainFeature, type DomainFeature, type DomainOptions } from './domains/domain-feature';
import { mtaStsPolicyRoutes } from './domains/mta-sts/mta-sts-policy.routes';
import type { ConsoleFeatureOptions, ConsoleSettings } from './console/console-tools';
import type { GoogleSettings } from './google-postmaster/google-oauth';
import { createReadDueFigures } from './google-postmaster/read-figures';
import { followChanges } from './changes/follow-changes';
import { sharedEmailRoutes } from './email-shares/shared-email.routes';
import { createEmailWaits } from './emails/email-waits';
import { sendRoutes } from './emails/emails.routes';
import { sendEmailRoute } from './emails/send-email.route';
import { imageThreadLimits } from './images/images.routes';
import { imageFileRoute } from './images/serve-images';
import { createAnswerPrincipal, type AnswerPrincipalOptions } from './http/answer-principal';
import { apiPrefix, apiRoutes, createRefuse } from './http/api-routes';
import { createPipeline, type PipelineOptions, type ProcessRequest } from './http/pipeline';
import { probeRoutes } from './http/probe-routes';
import { presentError } from './http/reply';
import { createReportRequest } from './http/report-request';
import { createRelayedMails } from './http/relayed-mails';
import { createRequestMeasures, type RequestMeasures } from './http/request-measures';
import { createReceiveBody } from './http/request-body';
import type { BodyPace } from './http/request-upload';
import { createRenderTemplate } from './templates/requested-template';
import type { Route } from './http/route';
import { serveTable, type TableLine, type TableRoute } from './http/route-table';
import { startServer } from './http/start-server';
import { mountConsole } from './mount-console';
import { createOpenApiDocument } from './openapi/document';
import { createCursorCodec } from './paging/cursor';
import { createConsoleRouter } from './console-files/console.router';
import { createReferenceRouter } from './reference/reference.router';
import { createRequestLog, type RequestLog } from './request-log/request-log';
import { publicLinkRoutes } from './public-links/public-links.routes';
import { customerHostsRoute } from './public-links/customer-hosts';
import { createTrackingHostGuard } from './public-links/tracking-hosts';
import { createEngagementRecorder, type PublishEvent } from './public-links/engagement-recorder';
import {
  createProviderEvents,
  type ProviderEventOptions,
  type PublishInboundJob,
} from './provider-events/provider-events-listener';
import { resourceRoutes, type AnswerDeadlines } from './resource-routes';
import {
  createRelayContactEvents,
  type PublishContactEvents,
} from './automation-events/relay-contact-events';
import { startSegmentTriggers } from './segment-triggers/segment-trigger-tasks';
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
  readonly publicLinks: {
    readonly links: PublicLinks;
    readonly secret: Uint8Array;
    readonly perMinuteMax: number;
  };
  readonly publishEvent: PublishEvent;
  readonly openDeadLetters: ConsoleFeatureOptions['openDeadLetters'];
  readonly publishInboundJob: PublishInboundJob;
  readonly publishContactEvents: PublishContactEvents;
  readonly providerEvents: ProviderEventOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** /healthz and /readyz for load balancers. */
  readonly probes?: Probes;
  readonly host: string;
  readonly port: number;
  /** A listening socket to use instead of host and port. */
  readonly descriptor?: number | null;
  readonly drainMs?: number;
  readonly compatibleApis: readonly 'resend'[];
  readonly plans: PlanTable;
  readonly rebuildDelayMs: number;
  readonly trustedProxyHops: number;
  readonly authFailuresPerMinute: number;
  readonly relaySecrets: readonly Buffer[];
  readonly largeBodyBytesMax: number;
  readonly bodyPace: BodyPace;
  readonly threadsMax: number;
  readonly renderMsPerSecond: number;
  readonly allowLoopbackWebhooks: boolean;
  readonly inboxLiveEmail: boolean;
  readonly deadlines?: AnswerDeadlines;
  readonly domains: DomainOptions;
  readonly imports: ImportSettings;
  readonly signups: SignupSettings;
  /** Google Postmaster Tools; null: the operator has not set it up. */
  readonly google: GoogleSettings | null;
  readonly console: ConsoleSettings;
}

export interface Gateway {
  readonly port: number;
  /** To be called after committing a change of an organization's keys, domains, plan or holds. */
  readonly bumpCacheVersion: BumpCacheVersion;
  /** Waits for running requests, then writes what they have queued. */
  close(): Promise<void>;
}

const suppressionSweepIntervalMs = 60_000;
/** Expired sessions are refused at once; only their rows wait. */
const sessionSweepIntervalMs = 600_000;
/** Runs of a deleted automation take no step; only their status waits. */
const automationSweepIntervalMs = 5_000;
const contactEventsIntervalMs = 500;
/** How long the first event of a contact waits to be handed on. */
const idleContactEventsIntervalMs = 1_000;

const noEndpoint = new AppError(
  'not_found',
  'There is no such endpoint. GET /openapi.json lists all endpoints.',
);

const otherMethod = (): AppError => new AppError('method_not_allowed');

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { pool } = options.database;
  const admissionControl = createAdmissionControl({ ...options, pool });
  const threads = createThreadPool(options);
  const imageThreads = createThreadPool({ ...options, ...imageThreadLimits });
  const renderer = createRenderer({ threads, msPerSecond: options.renderMsPerSecond });
  const renderTemplate = createRenderTemplate({ pool, renderer });
  const acceptEmails = createAcceptEmails({ ...options, pool, renderTemplate });
  const requestLog = createRequestLog({ ...options, pool });
  const bumpCacheVersion = createBumpCacheVersion(options);
  const cursors = createCursorCodec(options.masterKeys);
  const imports = createImports(options, threads);
  const changes = followChanges(options);
  const emailWaits = createEmailWaits({ ...options, changes });
  const resources = {
    ...{ ...options, admissionControl, renderer, acceptEmails, threads, imageThreads, emailWaits },
    ...{ cursors, bumpCacheVersion, importing: imports.routeOptions },
  };
  const domains = createDomainFeature(resources);
  const routes = [...sendRoutes(acceptEmails), ...domains.routes, ...resourceRoutes(resources)];

  const api = pipelineOptions(options, { admissionControl, requestLog, routes });
  const processRequest = createPipeline({ ...api, presentError });
  const refuse = createRefuse({ ...api, presentError });
  const parts = { ...options, ...api, pool, acceptEmails, cursors, bumpCacheVersion, changes };
  const console = mountConsole({ ...parts, settings: options.console }, { api, routes, refuse });
  const engagements = createEngagementRecorder({ ...options, pool });
  const providerEvents = createProviderEvents({ ...options, pool });
  const guard = createTrackingHostGuard({ ...options, ...options.domains.setup, pool });
  const table: TableLine[] = [
    ...publicLinkRoutes({ ...options, ...options.publicLinks, pool, engagements }),
    imageFileRoute({ ...options, ...options.publicLinks, pool }),
    ...apiRoutes({ prefix: apiPrefix, routes, processRequest, refuse, otherMethod }),
    ...mtaStsPolicyRoutes({ ...options, pool }),
    customerHostsRoute({ ...options, ...options.domains.setup, pool }),
    ...console.table,
    relayedMailsRoute(options, { acceptEmails, processRequest }),
    ...(options.compatibleApis.includes('resend') ? resendRoutes({ ...api, routes, cursors }) : []),
    ...createSignupFeature({ ...options, pool, acceptEmails, admissionControl }),
    ...sharedEmailRoutes({ ...options, pool }),
    ...archiveRoutes({ ...options, ...options.signups, pool, renderer }),
    ...providerEvents.routes,
    ...(options.probes ? probeRoutes(options.probes) : []),
    ...pageLines(options, routes),
    { method: 'ANY', path: /^/, handle: (context) => refuse(context, noEndpoint) },
  ];
  const server = await startServer(serveTable({ table, guard, refuse }), options);

  const tasks = startTasks(options, { domains, imports, console });

  return {
    port: server.port,
    bumpCacheVersion,
    close: async () => {
      emailWaits.close();
      await console.endStreams();
      await server.close();
      for (const each of [tasks, console, threads, imageThreads, changes]) await each.close();
      for (const each of [acceptEmails, providerEvents, admissionControl]) await each.drain();
      for (const each of [engagements, requestLog]) await each.close();
    },
  };
}

interface ApiOptions extends AnswerPrincipalOptions, Omit<PipelineOptions<Route>, 'presentError'> {
  readonly countRefusal: RequestMeasures['ofNone'];
  readonly measures: RequestMeasures;
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
): ApiOptions {
  const { clock, log, metrics } = options;
  const measures = createRequestMeasures(metrics, routes);
  const principals = {
    authenticate: createKeyAuthentication(options, admissionControl),
    admissionControl,
    receiveBody: createReceiveBody({ bytesMax: options.largeBodyBytesMax, pace: options.bodyPace, metrics }),
    findLastChange: createFindLastChange(options.database.pool),
    clock,
  };
  return {
    ...principals,
    answer: createAnswerPrincipal(principals),
    report: createReportRequest({ log, measures, observe: requestLog.record }),
    countRefusal: measures.ofNone,
    measures,
    log,
  };
}

function relayedMailsRoute(
  options: GatewayOptions,
  made: { readonly acceptEmails: AcceptEmails; readonly processRequest: ProcessRequest },
): TableRoute {
  const answer = createRelayedMails({
    sendRoute: sendEmailRoute(made.acceptEmails),
    processRequest: made.processRequest,
    findSource: createFindRequestSource(options),
    pace: options.bodyPace,
    log: options.log,
  });
  return {
    method: 'POST',
    path: relayedMailsPath,
    aheadOfExpress: true,
    handle: (context) => void answer(context),
  };
}

/** Pages for people: the reference and the console. */
function pageLines({ signups }: GatewayOptions, routes: readonly Route[]): TableLine[] {
  const { origin } = signups.publicUrl;
  return [createReferenceRouter(createOpenApiDocument(routes), origin), createConsoleRouter(origin)];
}

function createImports(options: GatewayOptions, threads: ThreadPool): ImportFeature {
  const { pool } = options.database;
  const kinds = [createSuppressionImports({ pool }), createContactImports({ pool, plans: options.plans })];
  return createImportFeature({ ...options, threads, settings: options.imports, kinds });
}

/** Background tasks. */
function startTasks(
  options: GatewayOptions,
  {
    domains,
    imports,
    console,
  }: {
    readonly domains: DomainFeature;
    readonly imports: ImportFeature;
    readonly console: { sweep(): Promise<void> };
  },
): { close(): Promise<void> } {
  const {
    database,
    domains: { sweepIntervalMs },
    google,
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
  const readFigures = (settings: GoogleSettings) => createReadDueFigures({ ...options, pool, settings });
  const tasks = [
    imports.start(),
    sweep('domains', sweepIntervalMs, domains.sweep),
    ...(google === null ? [] : [sweep('google postmaster', sweepIntervalMs, readFigures(google))]),
    sweep('suppressions', suppressionSweepIntervalMs, () => sweepSuppressions(pool)),
    contactEvents,
    ...startSegmentTriggers({ ...options, pool }),
    sweep('sessions', sessionSweepIntervalMs, () => console.sweep()),
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
