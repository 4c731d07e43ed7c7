import type { Route } from '../http/route';
import { listAuditLogRoute, type AuditRouteParts } from './list-audit-log.route';

export function auditRoutes(parts: AuditRouteParts): Route[] {
  return [listAuditLogRoute(parts)];
}
