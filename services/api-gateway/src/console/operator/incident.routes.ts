import type { PlatformIncident } from '@postrider/contracts/console';
import { readIncident, type Incident } from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import type { OperatorRouteOptions } from './platform';

export function incidentRoutes({ pool, clock }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.incident, async () => ({ body: present(await readIncident(pool, clock.now())) })),
  ];
}

function present({ since, intervals, countedSince, failing, changes }: Incident): PlatformIncident {
  return {
    object: 'platform_incident',
    since: since.toISOString(),
    intervals:
      intervals?.map(({ from, accepted, delivered, deferred, failed }) => ({
        from: from.toISOString(),
        ...{ accepted, delivered, deferred, failed },
      })) ?? null,
    counted_since: countedSince?.toISOString() ?? null,
    failing:
      failing?.map(({ by, name, attempts, recipients, reply }) => ({
        by,
        name,
        attempts,
        recipients,
        reply,
      })) ?? null,
    changes: changes.map(({ id, at, operator, action, organization, target }) => ({
      ...{ id, at: at.toISOString(), operator, action, organization, target },
    })),
  };
}
