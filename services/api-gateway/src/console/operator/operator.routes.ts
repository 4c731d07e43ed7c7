import type { ConsoleRoute } from '../console-route';
import { audienceRoutes } from './audience.routes';
import { deadLetterRoutes } from './dead-letters.routes';
import { deliveryRoutes } from './delivery.routes';
import { domainRoutes } from './domains.routes';
import { emailRoutes } from './emails.routes';
import { healthRoutes } from './health.routes';
import { incidentRoutes } from './incident.routes';
import { mailRoutes } from './mail.routes';
import { organizationResourceRoutes } from './organization-resources.routes';
import { organizationRoutes } from './organizations.routes';
import { maintenanceRoutes } from './maintenance.routes';
import { reviewRoutes } from './reviews.routes';
import { siteRoutes } from './sites.routes';
import { storageRoutes } from './storage.routes';
import { webhookRoutes } from './webhooks.routes';
import { userRoutes, type UserRouteOptions } from './users.routes';

export function operatorRoutes(options: UserRouteOptions): ConsoleRoute[] {
  return [
    ...healthRoutes(options),
    ...incidentRoutes(options),
    ...deadLetterRoutes(options),
    ...emailRoutes(options),
    ...mailRoutes(options),
    ...reviewRoutes(options),
    ...organizationRoutes(options),
    ...organizationResourceRoutes(options),
    ...audienceRoutes(options),
    ...domainRoutes(options),
    ...webhookRoutes(options),
    ...siteRoutes(options),
    ...deliveryRoutes(options),
    ...maintenanceRoutes(options),
    ...storageRoutes(options),
    ...userRoutes(options),
  ];
}
