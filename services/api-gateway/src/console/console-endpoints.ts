import type { ConsoleEndpoint } from './endpoint';
import { audienceEndpoints } from './endpoints/audience.endpoints';
import { clientEndpoints } from './endpoints/client.endpoints';
import { deliveryEndpoints } from './endpoints/delivery.endpoints';
import { domainEndpoints } from './endpoints/domain.endpoints';
import { eventEndpoints } from './endpoints/event.endpoints';
import { maintenanceEndpoints } from './endpoints/maintenance.endpoints';
import { operatorEndpoints } from './endpoints/operator.endpoints';
import { invitationEndpoints, memberEndpoints } from './endpoints/member.endpoints';
import { profileEndpoints } from './endpoints/profile.endpoints';
import { resourceEndpoints } from './endpoints/resource.endpoints';
import { sessionEndpoints } from './endpoints/session.endpoints';
import { siteEndpoints } from './endpoints/site.endpoints';
import { storageEndpoints } from './endpoints/storage.endpoints';
import { userEndpoints } from './endpoints/user.endpoints';

/** Every endpoint of the console's own API. */
export const consoleEndpoints = [
  ...Object.values(sessionEndpoints),
  ...Object.values(profileEndpoints),
  ...Object.values(memberEndpoints),
  ...Object.values(invitationEndpoints),
  ...Object.values(clientEndpoints),
  ...Object.values(domainEndpoints),
  ...Object.values(eventEndpoints),
  ...Object.values(operatorEndpoints),
  ...Object.values(siteEndpoints),
  ...Object.values(deliveryEndpoints),
  ...Object.values(maintenanceEndpoints),
  ...Object.values(resourceEndpoints),
  ...Object.values(audienceEndpoints),
  ...Object.values(storageEndpoints),
  ...Object.values(userEndpoints),
] as unknown as readonly ConsoleEndpoint[];
