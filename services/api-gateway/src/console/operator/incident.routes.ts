import { platformIncident, type PlatformIncident } from '@postrider/contracts/console';
import { readIncident, type Incident } from '@postrider/operator';
import { operatorRoute } from '../console-route';

export const incidentRoutes = [
  operatorRoute({
    operationId: 'readPlatformIncident',
    method: 'GET',
    path: '/operator/incident',
    summary: 'Get what happened in the last hour',
    description:
      'Returns live email by five minutes, what deferred and failed recipients have in common, the organizations that send most, and the changes by operators.',
    success: { status: 200, schema: platformIncident },
    errors: [],
    handle: async (_request, { pool, clock }) => ({ body: present(await readIncident(pool, clock.now())) }),
  }),
];

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
