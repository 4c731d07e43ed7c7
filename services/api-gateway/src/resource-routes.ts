import {
  createCountSegment,
  createUpsertContacts,
  findUnknownObject,
  prepareFilters,
} from '@postrider/audiences';
import { conditionsOf } from '@postrider/contracts/segments';
import type { PlanTable } from '@postrider/contracts/organizations';
import type { ApiGatewayDatabase } from '@postrider/db';
import type { PublicLinks } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import {
  createHostResolver,
  type Clock,
  type HostPort,
  type Logger,
  type SecretBox,
  type ThreadPool,
} from '@postrider/runtime';
import {
  createCancelEmail,
  createRescheduleEmail,
  createTryEmailNow,
  type AcceptEmails,
  type PublishJob,
} from '@postrider/submission';
import { createReadWaiting } from '@postrider/waiting';
import type { Renderer } from '@postrider/templating';
import type { BumpCacheVersion, AdmissionControl } from '@postrider/admission';
import { createAlertsRepository } from './alerts/alerts.repository';
import { alertRoutes } from './alerts/alerts.routes';
import { apiLogRoutes } from './api-logs/api-logs.routes';
import { createAuditLogRepository } from './audit/audit-log.repository';
import { listAuditLogRoute } from './audit/list-audit-log.route';
import { broadcastRoutes } from './broadcasts/broadcasts.routes';
import { createClientOrganizationsRepository } from './client-organizations/client-organizations.repository';
import { clientOrganizationRoutes } from './client-organizations/client-organizations.routes';
import { createEventIntake } from './automation-events/event-intake';
import { listEventNamesRoute } from './automation-events/list-event-names.route';
import { postEventRoute } from './automation-events/post-event.route';
import { createAutomationRunsRepository } from './automations/automation-runs.repository';
import { createAutomationsRepository } from './automations/automations.repository';
import { automationRoutes } from './automations/automations.routes';
import { createContactsRepository } from './contacts/contacts.repository';
import { contactRoutes } from './contacts/contacts.routes';
import { readDeliverabilityRoute } from './deliverability/read-deliverability.route';
import type { GoogleSettings } from './google-postmaster/google-oauth';
import { createEmailEventsRepository } from './email-events/email-events.repository';
import { listEmailEventsRoute } from './email-events/list-email-events.route';
import type { EmailWaits } from './emails/email-waits';
import { createEmailsRepository } from './emails/emails.repository';
import { emailRoutes } from './emails/emails.routes';
import { emailShareRoutes } from './email-shares/email-share.routes';
import { createShareLinksRepository } from './email-shares/share-links.repository';
import type { Route } from './http/route';
import { imageRoutes } from './images/images.routes';
import { createImagesRepository } from './images/images.repository';
import { inboundRoutes } from './inbound/inbound.routes';
import { inboxRoutes } from './inbox/inbox.routes';
import type { ImportRouteOptions } from './imports/import-routes';
import { createKeysRepository } from './keys/keys.repository';
import { keyRoutes } from './keys/keys.routes';
import { createMetricsRepository } from './metrics/metrics.repository';
import { readMetricsRoute } from './metrics/read-metrics.route';
import { createOrganizationRepository } from './organization/organization.repository';
import { ownOrganizationRoutes } from './organization/organization.routes';
import type { CursorCodec } from './paging/cursor';
import { createSearchTurns } from './paging/search-turns';
import { createCountPreview, createCountSegments } from './segments/segment-counts';
import { savedBlockRoutes } from './saved-blocks/saved-blocks.routes';
import { createSavedBlocksRepository } from './saved-blocks/saved-blocks.repository';
import { createSegmentsRepository } from './segments/segments.repository';
import { segmentRoutes } from './segments/segments.routes';
import type { SignupSettings } from './signup-forms/signup-form-request';
import { createSignupFormsRepository } from './signup-forms/signup-forms.repository';
import { signupFormRoutes } from './signup-forms/signup-forms.routes';
import { createSuppressionsRepository } from './suppressions/entries/suppressions.repository';
import { suppressionRoutes } from './suppressions/suppressions.routes';
import { createTemplatesRepository } from './templates/templates.repository';
import { templateRoutes } from './templates/templates.routes';
import { createTopicsRepository } from './topics/topics.repository';
import { topicRoutes } from './topics/topics.routes';
import { readUsageRoute } from './usage/read-usage.route';
import { createUsageRepository } from './usage/usage.repository';
import { webhookDeliveryRoutes } from './webhook-deliveries/webhook-deliveries.routes';
import { createWebhookReplaysRepository } from './webhook-deliveries/webhook-replays.repository';
import { createPublishEndpointChange } from './webhooks/webhook-request';
import type { WebhookUrlRules } from './webhooks/webhook-url';
import { createWebhooksRepository } from './webhooks/webhooks.repository';
import { webhookRoutes } from './webhooks/webhooks.routes';

/** How long an answer waits for what it can be given without; by default as long as a client bears. */
export interface AnswerDeadlines {
  readonly segmentCountMs?: number;
  readonly webhookHostMs?: number;
  /** Of a try at a DNS server. */
  readonly dnsTryMs?: number;
  readonly searchTurnMs?: number;
}

interface ResourceRouteOptions {
  readonly database: ApiGatewayDatabase;
  readonly redis: RedisClient;
  readonly admissionControl: AdmissionControl;
  readonly renderer: Renderer;
  readonly threads: ThreadPool;
  readonly imageThreads: ThreadPool;
  readonly publicLinks: { readonly links: PublicLinks; readonly secret: Uint8Array };
  readonly acceptEmails: AcceptEmails;
  readonly emailWaits: EmailWaits;
  readonly publishJob: PublishJob;
  readonly secretBox: SecretBox;
  readonly cursors: CursorCodec;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly importing: Omit<ImportRouteOptions, 'cursors'>;
  readonly plans: PlanTable;
  readonly allowLoopbackWebhooks: boolean;
  readonly inboxLiveEmail: boolean;
  readonly deadlines?: AnswerDeadlines;
  /** Null: the operator has not set up Google Postmaster Tools. */
  readonly google: GoogleSettings | null;
  readonly signups: SignupSettings;
  readonly domains: { readonly dnsServers: readonly HostPort[] };
  readonly clock: Clock;
  readonly log: Logger;
}

/** All but the sends, which have a lane of their own, and the domains. Each resource lists its endpoints itself. */
export function resourceRoutes(options: ResourceRouteOptions): Route[] {
  return [
    ...managementRoutes(options),
    ...mailRoutes(options),
    ...eventRoutes(options),
    ...sequenceRoutes(options),
  ];
}

/** An organization's keys, settings, clients, audience and audit log. */
function managementRoutes(options: ResourceRouteOptions): Route[] {
  const { database, cursors, importing, log, deadlines } = options;
  const { pool, prisma } = database;
  const topics = createTopicsRepository(prisma);
  const segments = createSegmentsRepository(prisma);
  const counting = { countSegment: createCountSegment({ pool }), log, deadlineMs: deadlines?.segmentCountMs };
  const countSegments = createCountSegments({ ...counting, segments });
  const countPreview = createCountPreview(counting);
  const contacts = createContactsRepository(database);
  return [
    ...keyRoutes({ ...options, keys: createKeysRepository(prisma) }),
    ...ownOrganizationRoutes({ ...options, organization: createOrganizationRepository(prisma) }),
    ...topicRoutes({ topics, cursors, publicUrl: options.signups.publicUrl }),
    ...contactRoutes({
      ...{ ...options, ...importing, pool },
      topics,
      contacts,
      upsertContacts: createUpsertContacts({ pool }),
    }),
    ...suppressionRoutes({
      ...importing,
      pool,
      suppressions: createSuppressionsRepository(database),
      cursors,
    }),
    ...segmentRoutes({
      ...{ segments, topics, countSegments, countPreview, cursors, contacts },
      prepareFilter: (organizationId, filter) => prepareFilters(pool, organizationId, [filter]),
      findUnknown: (organizationId, filter) => findUnknownObject(pool, organizationId, conditionsOf(filter)),
    }),
    ...broadcastRoutes({
      ...{ ...options, pool, prisma, topics, segments, contacts, countSegments },
      usage: createUsageRepository({ pool, redis: options.redis }),
      links: options.publicLinks.links,
      publicUrl: options.signups.publicUrl,
    }),
    ...signupFormRoutes({
      ...options,
      ...options.signups,
      pool,
      signupForms: createSignupFormsRepository(prisma),
    }),
    ...apiLogRoutes({ pool, cursors }),
    ...alertRoutes({ alerts: createAlertsRepository(pool), cursors }),
    listAuditLogRoute({ auditLog: createAuditLogRepository(pool), cursors }),
    ...clientOrganizationRoutes({ ...options, clients: createClientOrganizationsRepository(prisma) }),
  ];
}

/** What was sent, what it counts for, and what it is made of. */
function mailRoutes(options: ResourceRouteOptions): Route[] {
  const { database, redis, admissionControl, plans, cursors, clock } = options;
  const { pool, prisma } = database;
  const emails = createEmailsRepository({ pool });
  const sourceLinks = { linkSecret: options.publicLinks.secret, linkOrigin: options.signups.publicUrl };
  const searchTurns = createSearchTurns(options.deadlines?.searchTurnMs);
  return [
    ...emailRoutes({
      ...{ ...options, pool, prisma },
      emails,
      readWaiting: createReadWaiting({ pool, redis }),
      cursors,
      cancelEmail: createCancelEmail({ pool, clock, admissionControl }),
      rescheduleEmail: createRescheduleEmail({ pool }),
      tryEmailNow: createTryEmailNow({ pool, clock }),
      threads: options.threads,
      resolveHost: createHostResolver(options.domains.dnsServers),
      sourceLinks,
    }),
    ...inboxRoutes({
      ...{ pool, emails, sourceLinks, cursors, searchTurns },
      ...{ emailWaits: options.emailWaits, threads: options.threads },
      inboxLiveEmail: options.inboxLiveEmail,
    }),
    ...emailShareRoutes({
      shareLinks: createShareLinksRepository({ pool }),
      publicUrl: options.signups.publicUrl,
    }),
    ...inboundRoutes({ pool, prisma, acceptEmails: options.acceptEmails, cursors, searchTurns }),
    readMetricsRoute({ metrics: createMetricsRepository(pool), clock }),
    readDeliverabilityRoute({ pool, clock, hasGoogle: options.google !== null }),
    readUsageRoute({ usage: createUsageRepository({ pool, redis }), plans, clock }),
    ...templateRoutes({ ...options, pool, templates: createTemplatesRepository(database) }),
    ...imageRoutes({
      ...{ images: createImagesRepository(database), cursors, plans },
      imageThreads: options.imageThreads,
      publicUrl: options.signups.publicUrl,
    }),
    ...savedBlockRoutes({ savedBlocks: createSavedBlocksRepository(database.prisma), cursors }),
  ];
}

/** Events of emails, as they are read and as they are sent to endpoints. */
function eventRoutes(options: ResourceRouteOptions): Route[] {
  const { database, cursors, clock } = options;
  const { pool, prisma } = database;
  const webhooks = createWebhooksRepository(prisma);
  const publishEndpointChange = createPublishEndpointChange(options);
  const urlRules = urlRulesOf(options);
  return [
    ...webhookRoutes({ ...options, webhooks, publishEndpointChange, urlRules }),
    ...webhookDeliveryRoutes({
      database,
      webhooks,
      replays: createWebhookReplaysRepository(prisma),
      cursors,
      publishEndpointChange,
      clock,
    }),
    listEmailEventsRoute({
      events: createEmailEventsRepository({ pool }),
      emailWaits: options.emailWaits,
      ...{ cursors, clock },
    }),
  ];
}

/** What is done for contacts when something happens, and how we hear of it. */
function sequenceRoutes(options: ResourceRouteOptions): Route[] {
  const { database } = options;
  const { pool } = database;
  return [
    postEventRoute({ ...options, postEvent: createEventIntake({ ...options, pool }) }),
    listEventNamesRoute({ pool }),
    ...automationRoutes({
      ...{ ...options, pool },
      automations: createAutomationsRepository(database),
      runs: createAutomationRunsRepository(database),
      contacts: createContactsRepository(database),
      urlRules: urlRulesOf(options),
      links: options.publicLinks.links,
      publicUrl: options.signups.publicUrl,
    }),
  ];
}

function urlRulesOf({ allowLoopbackWebhooks, domains, deadlines }: ResourceRouteOptions): WebhookUrlRules {
  const resolve = createHostResolver(domains.dnsServers, { tryMs: deadlines?.dnsTryMs });
  return { allowLoopback: allowLoopbackWebhooks, resolve, resolveTimeoutMs: deadlines?.webhookHostMs };
}
