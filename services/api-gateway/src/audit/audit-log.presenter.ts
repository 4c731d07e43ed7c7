import type { AuditActorType, AuditEntryResource } from '@postrider/contracts';
import type { AuditRow } from './audit-log.repository';

export function presentAuditEntry(row: AuditRow): AuditEntryResource {
  return {
    object: 'audit_entry',
    id: row.id,
    action: row.action,
    actor: { type: row.actorType as AuditActorType, id: row.actorId, name: row.actorName },
    target: { type: row.targetType, id: row.targetId },
    before: row.before,
    after: row.after,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  };
}
