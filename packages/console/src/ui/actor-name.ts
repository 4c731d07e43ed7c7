import type { AuditEntry } from '../api/types';
import { auditLog } from '../texts/audit-log';

export function actorName({ type, name, id }: AuditEntry['actor']): string {
  const who = name ?? id ?? '';
  return who === '' ? auditLog.actors[type] : `${who} (${auditLog.actors[type]})`;
}
