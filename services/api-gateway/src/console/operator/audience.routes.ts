import {
  erasePersonRequest,
  findPersonQuery,
  foundPersonList,
  listOperatorImportsQuery,
  listOperatorSuppressionsQuery,
  operatorImportList,
  operatorSuppressionList,
  type OperatorImport,
  type OperatorPerson,
} from '@postrider/contracts/console';
import { erasure } from '@postrider/contracts/contacts';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  findPerson,
  listImports,
  listSuppressions,
  removeSuppressions,
  type FoundPerson,
  type ImportRow,
  type SuppressionRow,
} from '@postrider/operator';
import { erasePart } from '../../contacts/erase-part';
import { createPager } from '../../paging/page';
import { addressKey } from '../../suppressions/entries/suppression-request';
import { presentSuppression } from '../../suppressions/entries/suppressions.presenter';
import { operatorRoute } from '../console-route';
import { find } from './organizations.routes';
import { listScope, loginOf, organizationIdOf } from './platform';

/** Suppressions and imports of all organizations, and the erasure of a person. */
export const audienceRoutes = [
  operatorRoute({
    operationId: 'listOperatorSuppressions',
    method: 'GET',
    path: '/operator/organizations/:id/suppressions',
    query: listOperatorSuppressionsQuery,
    summary: 'List suppressions of an organization',
    description:
      'Returns suppressions of an organization and its domains, newest first. Includes expired entries until they are deleted.',
    success: { status: 200, schema: operatorSuppressionList },
    errors: ['not_found'],
    handle: async ({ params, query: { email, reason, ...page } }, { pool, cursors }) => {
      const { id } = await find(pool, params.id);
      const pager = createPager(cursors, { list: 'operator-suppressions', organizationId: id });
      const { limit, beforeId } = pager.start(page);
      const rows = await listSuppressions(pool, id, { email, reason, beforeId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentEntry) };
    },
  }),
  operatorRoute({
    operationId: 'deleteOperatorSuppression',
    method: 'DELETE',
    path: '/operator/organizations/:id/suppressions/:suppression_id',
    summary: 'Delete a suppression of an organization',
    description: 'Deletes an entry. The audit log of the organization records it.',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ session, params }, { pool }) => {
      const { id } = await find(pool, params.id);
      const entry = { id: params.suppression_id, operator: loginOf(session) };
      const removed = isId(entry.id) ? await removeSuppressions(pool, id, entry) : [];
      if (removed.length === 0) throw new AppError('not_found');
      return {};
    },
  }),
  operatorRoute({
    operationId: 'listOperatorImports',
    method: 'GET',
    path: '/operator/imports',
    query: listOperatorImportsQuery,
    summary: 'List imports of all organizations',
    description:
      'Returns imports of contacts and suppressions with their progress, of all organizations or one, newest first.',
    success: { status: 200, schema: operatorImportList },
    errors: [],
    handle: async ({ query: { organization, ...page } }, { pool, cursors }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-imports'));
      const { limit, beforeId } = pager.start(page);
      const rows = await listImports(pool, { organizationId, beforeId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentImport) };
    },
  }),
  operatorRoute({
    operationId: 'findPerson',
    method: 'GET',
    path: '/operator/people',
    query: findPersonQuery,
    summary: 'Find a person in all organizations',
    description:
      'Returns the organizations that have something about an address, with its counts. A page looks at `limit` organizations, and can be empty and not be the last.',
    success: { status: 200, schema: foundPersonList },
    errors: [],
    handle: async ({ query: { email, organization, ...page } }, { pool, cursors }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-people'));
      const { limit, beforeId } = pager.start(page);
      const search = { address: addressKey(email), organizationId, beforeId, limit };
      const { found, next } = await findPerson(pool, search);
      return { body: pager.finishSearch({ rows: found, searchedTo: next }, limit, presentPerson) };
    },
  }),
  operatorRoute({
    operationId: 'erasePerson',
    method: 'POST',
    path: '/operator/organizations/:id/erase-person',
    isSensitive: true,
    body: erasePersonRequest,
    summary: 'Erase a person in an organization',
    description:
      'Does what `POST /contacts/{id_or_email}/erase` does. A request erases a part: repeat it with `next_cursor` until that is null. Cannot be undone.',
    success: { status: 200, schema: erasure },
    errors: ['not_found', 'invalid_cursor'],
    handle: async ({ session, params, body: { email, cursor } }, { pool, cursors }) => {
      const { id: organizationId } = await find(pool, params.id);
      const actor = { type: 'operator', name: loginOf(session) } as const;
      const part = { organizationId, address: addressKey(email), actor, cursor };
      return { body: await erasePart({ pool, cursors }, part) };
    },
  }),
];

const presentEntry = (row: SuppressionRow) =>
  presentSuppression({
    ...{ id: row.id, email: row.email, reason: row.reason, domainId: row.domain_id, domain: row.domain },
    ...{ sourceEmailId: row.source_email, createdAt: row.created_at, expiresAt: row.expires_at },
  });

function presentImport(row: ImportRow): OperatorImport {
  return {
    object: 'operator_import',
    ...{ id: row.id, organization: row.organization, kind: row.kind, status: row.status },
    ...{ bytes: row.bytes, bytes_read: row.bytes_read, rows_read: row.rows_read },
    ...{ rows_refused: row.rows_refused, error: row.error },
    lease_until: row.lease_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function presentPerson({ id, organization, counts }: FoundPerson): OperatorPerson {
  return {
    object: 'operator_person',
    ...{ organization_id: id, organization },
    ...{ contacts: counts.contacts, signup_requests: counts.signupRequests },
    ...{ suppressions: counts.suppressions, emails: counts.messages },
    ...{ open_emails: counts.openMessages, inbound_emails: counts.inboundEmails },
  };
}
