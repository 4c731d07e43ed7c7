import { auditEntryResource, listAuditLogQuery } from '@postrider/contracts/audit';
import { listOf } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import type { AuditLogRepository } from './audit-log.repository';

export function listAuditLogRoute({
  auditLog,
  cursors,
}: {
  readonly auditLog: AuditLogRepository;
  readonly cursors: CursorCodec;
}): Route {
  return defineRoute({
    operationId: 'listAuditLog',
    method: 'GET',
    path: '/audit-log',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    query: listAuditLogQuery,
    summary: 'List audit log entries',
    description:
      'Returns the changes made to keys, domains, webhooks and settings, with the values before and after, without secrets. A value of more than 2,048 bytes is replaced by the size and digest of its JSON. Sent emails are not included: use `GET /emails`.',
    tag: 'Audit log',
    success: { status: 200, schema: listOf(auditEntryResource).meta({ id: 'AuditEntryList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'audit-log', organizationId });
      const found = await auditLog.list(organizationId, pager.start(query), query);
      return { status: 200, body: pager.finishLarge(found, query.limit) };
    },
  });
}
