import type { AuditAction, AuditTarget } from '@postrider/contracts/audit';
import { newId } from '@postrider/contracts/ids';
import type { ClientBase } from 'pg';
import { rawStatements } from '../client/views';
import { auditValues } from './audit-values';

/** A change of what an organization has or may do, of a user, or of the platform. `before` and `after` hold no secrets. */
export interface NewAuditEntry {
  /** Null: of the platform, or of a user, who belongs to no organization. Only the operator's log has it. */
  readonly organizationId: string | null;
  readonly actor:
    | { readonly type: 'operator' | 'system'; readonly name: string }
    /** By id alone: the client's log has a partner's changes under the partner's key or user. */
    | { readonly type: 'key' | 'user'; readonly id: string; readonly requestId: string };
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

const insertEntrySql = `
INSERT INTO audit_entries
  (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, before, after, request_id)
SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, coalesce(
  $5::text, (SELECT name FROM api_keys WHERE id = $4::uuid), (SELECT name FROM users WHERE id = $4::uuid)),
  $6::text, $7::text, $8::text, $9::jsonb, $10::jsonb, $11::text`;

/** In the transaction of the change itself: neither exists without the other. */
export async function insertAuditEntry(
  client: Pick<ClientBase, 'query'>,
  entry: NewAuditEntry,
): Promise<void> {
  await client.query({
    name: 'audit.insert-entry',
    text: insertEntrySql,
    values: insertValues(newId(), entry),
  });
}

/**
 * The same in a transaction of Prisma, whose views cannot write the table.
 * @returns the id of the entry
 */
export async function insertAuditEntryWithin(
  tx: { readonly auditEntry: unknown },
  entry: NewAuditEntry,
): Promise<string> {
  const entryId = newId();
  await rawStatements(tx).$executeRawUnsafe(insertEntrySql, ...insertValues(entryId, entry));
  return entryId;
}

function insertValues(
  entryId: string,
  { organizationId, actor, action, target, before, after }: NewAuditEntry,
): unknown[] {
  const [id, name, requestId] = 'id' in actor ? [actor.id, null, actor.requestId] : [null, actor.name, null];
  return [
    ...[entryId, organizationId, actor.type, id, name],
    ...[action, target.type, target.id, jsonOf(before), jsonOf(after), requestId],
  ];
}

function jsonOf(state: Readonly<Record<string, unknown>> | undefined): string | null {
  return state === undefined ? null : JSON.stringify(auditValues(state));
}

/**
 * Values are stored small (`auditValues`). One that a release before that wrote is not even read: a page of such entries was
 * 400 MB. Compressed, it may be a ninetieth of itself.
 */
const storedBytesMax = 65_536;
const compressedBytesMax = 16_384;

/** SQL: `before` or `after` of an entry `c`, as it may be read. */
export const shownAuditValue = (column: 'before' | 'after'): string => `
  CASE WHEN pg_column_size(c.${column}) <= CASE WHEN pg_column_compression(c.${column}) IS NULL
                                           THEN ${storedBytesMax} ELSE ${compressedBytesMax} END THEN c.${column}
       WHEN c.${column} IS NOT NULL
       THEN jsonb_build_object('omitted', jsonb_build_object('stored_bytes', pg_column_size(c.${column}))) END AS ${column}`;
