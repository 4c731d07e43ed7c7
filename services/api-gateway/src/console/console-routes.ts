import type { ConsoleRoute } from './console-route';
import { sessionRoutes } from './session.routes';
import { ownSessionRoutes, profileRoutes } from './profile.routes';
import { passkeyRoutes, secondFactorRoutes } from './second-factor.routes';
import { memberRoutes } from './member.routes';
import { invitationRoutes } from './invitation.routes';
import { acceptanceRoutes } from './acceptance.routes';
import { brandingRoutes } from './branding.routes';
import { clientRoutes } from './client.routes';
import { domainRoutes } from './domain.routes';
import { domainDmarcRoutes } from './domain-dmarc.routes';
import { domainTlsReportRoutes } from './domain-tls-reports.routes';
import { domainMtaStsRoutes } from './domain-mta-sts.routes';
import { emailRoutes } from './email.routes';
import { eventRoutes } from './event.routes';
import { googlePostmasterRoutes } from './google-postmaster.routes';
import { healthRoutes } from './operator/health.routes';
import { incidentRoutes } from './operator/incident.routes';
import { deadLetterRoutes } from './operator/dead-letters.routes';
import { emailRoutes as operatorEmailRoutes } from './operator/emails.routes';
import { mailRoutes } from './operator/mail.routes';
import { reviewRoutes } from './operator/reviews.routes';
import { organizationRoutes } from './operator/organizations.routes';
import { siteRoutes } from './operator/sites.routes';
import { sourceRoutes, transportRoutes } from './operator/delivery.routes';
import { drainRoutes, restorationRoutes } from './operator/maintenance.routes';
import { organizationResourceRoutes } from './operator/organization-resources.routes';
import { domainRoutes as operatorDomainRoutes } from './operator/domains.routes';
import { webhookRoutes } from './operator/webhooks.routes';
import { audienceRoutes } from './operator/audience.routes';
import { storageRoutes } from './operator/storage.routes';
import { userRoutes } from './operator/users.routes';

/** Every endpoint of the console's own API. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  ...sessionRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...ownSessionRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...acceptanceRoutes,
  ...brandingRoutes,
  ...clientRoutes,
  ...domainRoutes,
  ...domainDmarcRoutes,
  ...domainTlsReportRoutes,
  ...domainMtaStsRoutes,
  ...emailRoutes,
  ...eventRoutes,
  ...googlePostmasterRoutes,
  ...healthRoutes,
  ...incidentRoutes,
  ...deadLetterRoutes,
  ...operatorEmailRoutes,
  ...mailRoutes,
  ...reviewRoutes,
  ...organizationRoutes,
  ...siteRoutes,
  ...sourceRoutes,
  ...transportRoutes,
  ...drainRoutes,
  ...restorationRoutes,
  ...organizationResourceRoutes,
  ...operatorDomainRoutes,
  ...webhookRoutes,
  ...audienceRoutes,
  ...storageRoutes,
  ...userRoutes,
];
