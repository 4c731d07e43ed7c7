import { AppError, invalidField, isId, reservedSlugs } from '@postrider/contracts';
import type { OperatorApiKey, OrganizationContents } from '@postrider/contracts/console';
import {
  beginDeletion,
  changeOrganization,
  countOwned,
  createApiKey,
  createOrganization,
  deletePart,
  listApiKeys,
  refusalsOf,
  revokeApiKey,
  type ApiKeyRow,
  type Owned,
} from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { resourceEndpoints as endpoints } from '../endpoints/resource.endpoints';
import { find, present } from './organizations.routes';
import { loginOf, type OperatorRouteOptions } from './platform';

/** New organizations, their names and API keys, and their deletion. */
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
    consoleRoute(endpoints.readContents, async ({ params: { id } }) => ({
      body: presentContents(await countOwned(pool, (await find(pool, id)).id)),
    })),
    consoleRoute(endpoints.deleteOrganization, async ({ session, params, body: { slug, force } }) => {
      const { id, ...organization } = await find(pool, params.id);
      if (slug !== organization.slug) {
        throw invalidField('slug', `must be ${organization.slug}`);
      }
      const refusals = await beginDeletion(pool, id, { isForced: force, operator: loginOf(session) });
      if (refusals.length > 0) {
        throw invalidField('force', `the deletion is refused: ${refusals.join(', ')}`);
      }
      // Gateways have to notice that its keys are revoked before its rows go.
      if (!(await bumpCacheVersion(id))) throw new AppError('service_unavailable');
      const { rows, isMore } = await deletePart(pool, id, { pagesMax: deletedPagesMax });
      return { body: { object: 'organization_deletion' as const, rows, is_more: isMore } };
    }),
    consoleRoute(endpoints.createKey, async ({ session, params, body }) => {
      const { id } = await find(pool, params.id);
      const key = await createApiKey(pool, id, { ...body, operator: loginOf(session) });
      return { body: { object: 'created_operator_api_key' as const, ...key } };
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
/** Of 500 rows: a request takes a second or so. */
const deletedPagesMax = 20;

function presentContents({ messages, open_messages, ...owned }: Owned): OrganizationContents {
  return {
    object: 'organization_contents',
    ...{ emails: messages, open_emails: open_messages, inbound_emails: owned.inbound_emails },
    ...{ contacts: owned.contacts, domains: owned.domains, keys: owned.keys, webhooks: owned.webhooks },
    ...{ broadcasts: owned.broadcasts, automations: owned.automations, clients: owned.clients },
    registered_domains: [...owned.registered_domains],
    refusals: [...refusalsOf({ messages, open_messages, ...owned })],
  };
}

function presentKey(row: ApiKeyRow): OperatorApiKey {
  return {
    object: 'operator_api_key',
    ...{ id: row.id, name: row.name, mode: row.mode, permission: row.permission, prefix: row.prefix },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
