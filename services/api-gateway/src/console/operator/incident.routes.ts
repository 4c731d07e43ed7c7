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

function present(incident: Incident): PlatformIncident {
  const { since, intervals, countedSince, failing, organizations, changes } = incident;
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
      failing?.map(({ by, name, deferrals, failures, recipients, detail }) => ({
        ...{ by, name, deferrals, failures, recipients, detail },
      })) ?? null,
    organizations:
      organizations?.map(({ id, name, accepted, waiting }) => ({ id, name, accepted, waiting })) ?? null,
    changes: changes.map(({ id, at, operator, action, organization, target, values }) => ({
      ...{ id, at: at.toISOString(), operator, action, organization, target },
      values: values.map(({ name, from, to }) => ({ name, from, to })),
    })),
  };
}
