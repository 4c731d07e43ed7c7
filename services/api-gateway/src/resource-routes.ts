import type { PlanTable } from '@postrider/contracts';
import type { Database } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import {
  createHostResolver,
  type Clock,
  type HostPort,
  type Logger,
  type SecretBox,
} from '@postrider/runtime';
import { type BumpOrganizationEpoch, type Gate } from '@postrider/admission';
import { createCancelEmail, type Renderer } from '@postrider/submission';
import { createEmailEventsRepository } from './email-events/email-events.repository';
import { emailEventRoutes } from './email-events/email-events.routes';
import { createEmailsRepository } from './emails/emails.repository';
import { emailRoutes } from './emails/emails.routes';
import type { Route } from './http/route';
import { managementRoutes } from './management-routes';
import { createMetricsRepository } from './metrics/metrics.repository';
import { metricsRoutes } from './metrics/metrics.routes';
import { createOrganizationsRepository } from './organizations/organizations.repository';
import { organizationRoutes } from './organizations/organizations.routes';
import type { CursorCodec } from './paging/cursor';
import { createTemplatesRepository } from './templates/templates.repository';
import { templateRoutes } from './templates/templates.routes';
import { createUsageRepository } from './usage/usage.repository';
import { usageRoutes } from './usage/usage.routes';
import { createWebhookDeliveriesRepository } from './webhook-deliveries/webhook-deliveries.repository';
import { webhookDeliveryRoutes } from './webhook-deliveries/webhook-deliveries.routes';
import { createWebhookReplaysRepository } from './webhook-deliveries/webhook-replays.repository';
import { createPublishEndpointChange } from './webhooks/publish-endpoint-change';
import { createWebhookChangesRepository } from './webhooks/webhook-changes.repository';
import { createWebhooksRepository } from './webhooks/webhooks.repository';
import { webhookRoutes } from './webhooks/webhooks.routes';

interface ResourceRouteParts {
  readonly database: Database;
  readonly redis: RedisClient;
  readonly gate: Gate;
  readonly renderer: Renderer;
  readonly secretBox: SecretBox;
  readonly cursors: CursorCodec;
  readonly bumpOrganizationEpoch: BumpOrganizationEpoch;
  readonly plans: PlanTable;
  readonly allowLoopbackWebhooks: boolean;
  readonly domains: { readonly dnsServers: readonly HostPort[] };
  readonly clock: Clock;
  readonly log: Logger;
}

/** All but the sends, which have a lane of their own, and the domains. */
export function resourceRoutes(parts: ResourceRouteParts): Route[] {
  const { database, redis, gate, renderer, plans, cursors, bumpOrganizationEpoch, clock } = parts;
  const { pool, prisma } = database;
  return [
    ...managementRoutes({ database, cursors, bumpOrganizationEpoch, clock }),
    ...emailRoutes({
      emails: createEmailsRepository({ pool }),
      cursors,
      cancelEmail: createCancelEmail({ pool, clock, gate }),
    }),
    ...metricsRoutes(createMetricsRepository({ pool }), clock),
    ...usageRoutes({ usage: createUsageRepository({ pool, redis }), plans, clock }),
    ...templateRoutes(
      { templates: createTemplatesRepository(database), renderer, cursors, bumpOrganizationEpoch },
      clock,
    ),
    ...organizationRoutes({
      organizations: createOrganizationsRepository(prisma),
      cursors,
      bumpOrganizationEpoch,
      clock,
    }),
    ...eventRoutes(parts),
  ];
}

/** Events of emails, as they are read and as they are sent to endpoints. */
function eventRoutes(parts: ResourceRouteParts): Route[] {
  const { database, redis, secretBox, plans, cursors, allowLoopbackWebhooks, clock, log } = parts;
  const { pool, prisma } = database;
  const webhooks = createWebhooksRepository(prisma);
  const publishEndpointChange = createPublishEndpointChange({ redis, log });
  const resolve = createHostResolver(parts.domains.dnsServers);
  const urlRules = { allowLoopback: allowLoopbackWebhooks, resolve };
  const changes = createWebhookChangesRepository(prisma);
  return [
    ...webhookRoutes({
      webhooks,
      changes,
      cursors,
      secretBox,
      publishEndpointChange,
      urlRules,
      plans,
      clock,
    }),
    ...webhookDeliveryRoutes({
      webhooks,
      deliveries: createWebhookDeliveriesRepository(database),
      replays: createWebhookReplaysRepository(prisma),
      cursors,
      publishEndpointChange,
      clock,
    }),
    ...emailEventRoutes({ events: createEmailEventsRepository({ pool }), cursors, clock }),
  ];
}
