import { newId, type AuditAction, type AuditTarget } from '@postrider/contracts';
import type { ClientBase } from 'pg';
import { auditValues } from './audit-values';

/** A change that no API key made. `before` and `after` hold no secrets. */
export interface NewAuditEntry {
  readonly organizationId: string;
  readonly actor: { readonly type: 'operator' | 'system'; readonly name: string };
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** In the transaction of the change itself: neither exists without the other. */
export async function insertAuditEntry(
  client: Pick<ClientBase, 'query'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { organizationId, actor, action, target } = entry;
  const [before, after] = [auditValues(entry.before), auditValues(entry.after)];
  await client.query({
    name: 'audit.insert-entry',
    text: `INSERT INTO audit_entries (id, organization_id, actor_type, actor_name, action, target_type, target_id, before, after)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[newId(), organizationId, actor.type, actor.name, action, target.type, target.id],
      ...[before ? JSON.stringify(before) : null, after ? JSON.stringify(after) : null],
    ],
  });
}
