import { AppError, isId, reservedSlugs, type OperatorApiKey } from '@postrider/contracts';
import {
  changeOrganization,
  createOrganization,
  listApiKeys,
  revokeApiKey,
  type ApiKeyRow,
} from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { resourceEndpoints as endpoints } from '../endpoints/resource.endpoints';
import { find, present } from './organizations.routes';
import { loginOf, type OperatorRouteOptions } from './platform';

/** New organizations, their names and their API keys. */
export function organizationResourceRoutes({ pool, bumpCacheVersion }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.createOrganization, async ({ session, body: { alert_email, ...given } }) => {
      if (reservedSlugs.has(given.slug)) throw new AppError('slug_taken', 'The slug is reserved.');
      const organization = { ...given, alertEmail: alert_email ?? null };
      const id = await createOrganization(pool, organization, loginOf(session));
      if (id === null) throw new AppError('slug_taken');
      return { body: present(await find(pool, id)) };
    }),
    consoleRoute(endpoints.renameOrganization, async ({ session, params: { id }, body: { name } }) => {
      const row = await find(pool, id);
      const change = { action: 'org.update' as const, columns: { name }, operator: loginOf(session) };
      await changeOrganization(pool, row.id, change);
      await bumpCacheVersion(row.id);
      return { body: present(await find(pool, row.id)) };
    }),
    consoleRoute(endpoints.listKeys, async ({ params: { id } }) => {
      const keys = await listApiKeys(pool, (await find(pool, id)).id);
      return {
        body: { object: 'operator_api_keys' as const, keys: keys.slice(0, keysShownMax).map(presentKey) },
      };
    }),
    consoleRoute(endpoints.revokeKey, async ({ session, params: { id } }) => {
      const organizationId = isId(id) ? await revokeApiKey(pool, id, loginOf(session)) : null;
      if (organizationId === null) throw new AppError('not_found');
      await bumpCacheVersion(organizationId);
      return {};
    }),
  ];
}

const keysShownMax = 200;

function presentKey(row: ApiKeyRow): OperatorApiKey {
  return {
    object: 'operator_api_key',
    ...{ id: row.id, name: row.name, mode: row.mode, permission: row.permission, prefix: row.prefix },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
