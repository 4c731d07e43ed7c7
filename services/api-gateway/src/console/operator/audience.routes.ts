import { AppError, isId } from '@postrider/contracts';
import type { OperatorImport, OperatorPerson } from '@postrider/contracts/console';
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
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { audienceEndpoints as endpoints } from '../endpoints/audience.endpoints';
import { find } from './organizations.routes';
import { listScope, loginOf, organizationIdOf, type OperatorRouteOptions } from './platform';

/** Suppressions and imports of all organizations, and the erasure of a person. */
export function audienceRoutes({ pool, cursors }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listSuppressions, async ({ params, query: { email, reason, ...page } }) => {
      const { id } = await find(pool, params.id);
      const pager = createPager(cursors, { list: 'operator-suppressions', organizationId: id });
      const { limit, beforeId } = pager.start(page);
      const rows = await listSuppressions(pool, id, { email, reason, beforeId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentEntry) };
    }),
    consoleRoute(endpoints.removeSuppression, async ({ session, params }) => {
      const { id } = await find(pool, params.id);
      const entry = { id: params.suppression_id, operator: loginOf(session) };
      const removed = isId(entry.id) ? await removeSuppressions(pool, id, entry) : [];
      if (removed.length === 0) throw new AppError('not_found');
      return {};
    }),
    consoleRoute(endpoints.listImports, async ({ query: { organization, ...page } }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-imports'));
      const { limit, beforeId } = pager.start(page);
      const rows = await listImports(pool, { organizationId, beforeId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentImport) };
    }),
    consoleRoute(endpoints.findPerson, async ({ query: { email, organization, ...page } }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-people'));
      const { limit, beforeId } = pager.start(page);
      const search = { address: addressKey(email), organizationId, beforeId, limit };
      const { found, next } = await findPerson(pool, search);
      return { body: pager.finishSearch({ rows: found, searchedTo: next }, limit, presentPerson) };
    }),
    consoleRoute(endpoints.erasePerson, async ({ session, params, body: { email, cursor } }) => {
      const { id: organizationId } = await find(pool, params.id);
      const actor = { type: 'operator', name: loginOf(session) } as const;
      const part = { organizationId, address: addressKey(email), actor, cursor };
      return { body: await erasePart({ pool, cursors }, part) };
    }),
  ];
}

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
