import { auditEntryResource, listAuditLogQuery, listOf } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import { presentAuditEntry } from './audit-log.presenter';
import type { AuditLogRepository } from './audit-log.repository';

export interface AuditRouteParts {
  readonly auditLog: AuditLogRepository;
  readonly cursors: CursorCodec;
}

export function listAuditLogRoute({ auditLog, cursors }: AuditRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/audit-log',
    permission: 'ADMIN',
    testKeys: 'refused',
    query: listAuditLogQuery,
    summary: 'List changes of the organization: who made them, before and after, newest first',
    tag: 'Audit log',
    success: { status: 200, schema: listOf(auditEntryResource).meta({ id: 'AuditEntryList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'audit-log', organizationId });
      const found = await auditLog.list(organizationId, pager.start(query), query);
      return { status: 200, body: pager.finishLarge(found, query.limit, presentAuditEntry) };
    },
  });
}
