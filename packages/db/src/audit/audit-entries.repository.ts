import assert from 'node:assert';
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
  /**
   * An editor saves every few seconds, which is no reason for an entry every few seconds: the change belongs to the newest entry of the
   * target if that is about the same action of the same actor, in the same sitting.
   */
  readonly continues?: true;
}

const insertEntrySql = `
INSERT INTO audit_entries
  (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, before, after, request_id)
SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, coalesce(
  $5::text, (SELECT name FROM api_keys WHERE id = $4::uuid), (SELECT name FROM users WHERE id = $4::uuid)),
  $6::text, $7::text, $8::text, $9::jsonb, $10::jsonb, $11::text`;

/** A sitting ends ten minutes after the last change, and after an hour. The lock of the target is held, so one statement sees the other's entry. */
const continueEntrySql = `
WITH newest AS (
  SELECT id FROM audit_entries WHERE organization_id = $2::uuid AND target_id = $8::text ORDER BY id DESC LIMIT 1
), continued AS (
  UPDATE audit_entries e SET after = $10::jsonb, request_id = $11::text, last_changed_at = now()
  FROM newest WHERE e.id = newest.id AND e.action = $6::text AND e.actor_type = $3::text AND e.actor_id = $4::uuid
    AND coalesce(e.last_changed_at, e.created_at) > now() - interval '10 minutes'
    AND e.created_at > now() - interval '1 hour'
  RETURNING e.id
), inserted AS (${insertEntrySql}
  WHERE NOT EXISTS (SELECT FROM continued) RETURNING id
)
SELECT id FROM continued UNION ALL SELECT id FROM inserted`;

/**
 * In the transaction of the change itself: neither exists without the other.
 * @returns the id of the entry
 */
export async function insertAuditEntry(
  client: Pick<ClientBase, 'query'>,
  entry: NewAuditEntry,
): Promise<string> {
  const entryId = newId();
  const { rows } = await client.query<{ id: string }>({
    name: entry.continues ? 'audit.continue-entry' : 'audit.insert-entry',
    text: entry.continues ? continueEntrySql : insertEntrySql,
    values: insertValues(entryId, entry),
  });
  return rows[0]?.id ?? entryId;
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
  const values = insertValues(entryId, entry);
  if (!entry.continues) {
    await rawStatements(tx).$executeRawUnsafe(insertEntrySql, ...values);
    return entryId;
  }
  const rows = await rawStatements(tx).$queryRawUnsafe(continueEntrySql, ...values);
  const [row] = rows as readonly { readonly id: string }[];
  assert(row !== undefined, 'an entry is continued or inserted');
  return row.id;
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
