import {
  createdOperatorKey,
  createOperatorKeyRequest,
  createOperatorOrganizationRequest,
  deleteOrganizationRequest,
  operatorKeyList,
  operatorOrganization,
  organizationContents,
  organizationDeletion,
  renameOrganizationRequest,
  type OperatorApiKey,
  type OrganizationContents,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { reservedSlugs } from '@postrider/contracts/organizations';
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
import { operatorRoute } from '../console-route';
import { find, present } from './organizations.routes';
import { loginOf } from './platform';

/** New organizations, their names and API keys, and their deletion. */
export const organizationResourceRoutes = [
  operatorRoute({
    operationId: 'createOperatorOrganization',
    method: 'POST',
    path: '/operator/organizations',
    body: createOperatorOrganizationRequest,
    summary: 'Create an organization of any kind',
    description: 'Creates an organization without keys and members. Invite its first owner next.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['slug_taken'],
    handle: async ({ session, body: { alert_email, ...given } }, { pool }) => {
      if (reservedSlugs.has(given.slug)) throw new AppError('slug_taken', 'The slug is reserved.');
      const organization = { ...given, alertEmail: alert_email ?? null };
      const id = await createOrganization(pool, organization, loginOf(session));
      if (id === null) throw new AppError('slug_taken');
      return { body: present(await find(pool, id)) };
    },
  }),
  operatorRoute({
    operationId: 'renameOrganization',
    method: 'POST',
    path: '/operator/organizations/:id/rename',
    body: renameOrganizationRequest,
    summary: 'Rename an organization',
    description: 'Changes the name of an organization. Its slug does not change.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, params: { id }, body: { name } }, { pool, bumpCacheVersion }) => {
      const row = await find(pool, id);
      const change = { action: 'org.update' as const, columns: { name }, operator: loginOf(session) };
      await changeOrganization(pool, row.id, change);
      await bumpCacheVersion(row.id);
      return { body: present(await find(pool, row.id)) };
    },
  }),
  operatorRoute({
    operationId: 'readOrganizationContents',
    method: 'GET',
    path: '/operator/organizations/:id/contents',
    summary: 'Count what an organization owns',
    description: 'Returns what a deletion would delete, and why it is refused.',
    success: { status: 200, schema: organizationContents },
    errors: ['not_found'],
    handle: async ({ params: { id } }, { pool }) => ({
      body: presentContents(await countOwned(pool, (await find(pool, id)).id)),
    }),
  }),
  operatorRoute({
    operationId: 'deleteOrganization',
    method: 'POST',
    path: '/operator/organizations/:id/delete',
    isSensitive: true,
    body: deleteOrganizationRequest,
    summary: 'Delete an organization',
    description:
      'Deletes an organization with everything that it owns, at least a minute after its sending was paused. Its keys are revoked first. The audit log keeps one entry. A request deletes 10,000 rows at most: repeat it while `is_more` is true. Cannot be undone.',
    success: { status: 200, schema: organizationDeletion },
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ session, params, body: { slug, force } }, { pool, bumpCacheVersion }) => {
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
    },
  }),
  operatorRoute({
    operationId: 'createOperatorApiKey',
    method: 'POST',
    path: '/operator/organizations/:id/api-keys',
    isSensitive: true,
    body: createOperatorKeyRequest,
    summary: 'Create an API key of any organization',
    description:
      'Creates a key for all domains of an organization. The audit log of the organization records it.',
    success: { status: 200, schema: createdOperatorKey },
    errors: ['not_found'],
    handle: async ({ session, params, body }, { pool }) => {
      const { id } = await find(pool, params.id);
      const key = await createApiKey(pool, id, { ...body, operator: loginOf(session) });
      return { body: { object: 'created_operator_api_key' as const, ...key } };
    },
  }),
  operatorRoute({
    operationId: 'listOperatorApiKeys',
    method: 'GET',
    path: '/operator/organizations/:id/api-keys',
    summary: 'List API keys of an organization',
    description: 'Returns the API keys of an organization without their tokens, newest first.',
    success: { status: 200, schema: operatorKeyList },
    errors: ['not_found'],
    handle: async ({ params: { id } }, { pool }) => {
      const keys = await listApiKeys(pool, (await find(pool, id)).id);
      return {
        body: { object: 'operator_api_keys' as const, keys: keys.slice(0, keysShownMax).map(presentKey) },
      };
    },
  }),
  operatorRoute({
    operationId: 'revokeOperatorApiKey',
    method: 'POST',
    path: '/operator/api-keys/:id/revoke',
    isSensitive: true,
    summary: 'Revoke an API key of any organization',
    description: 'Revokes a key. Its next request is refused. The audit log of the organization records it.',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, { pool, bumpCacheVersion }) => {
      const organizationId = isId(id) ? await revokeApiKey(pool, id, loginOf(session)) : null;
      if (organizationId === null) throw new AppError('not_found');
      await bumpCacheVersion(organizationId);
      return {};
    },
  }),
];

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
