import type { AuditActorType } from '@postrider/contracts/audit';
import { auditTargetName, shownAuditValue, uuidV7Floor, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface AuditFilter {
  /** Null: all. */
  readonly organizationId: string | null;
  readonly action?: string;
  /** Type of the actor. */
  readonly actor?: string;
  readonly name?: string;
  readonly target?: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Only entries before this id. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

export interface AuditEntryRow extends Row {
  readonly id: string;
  readonly organization: string | null;
  readonly action: string;
  /** Type of the actor. */
  readonly actor: AuditActorType;
  readonly actor_id: string | null;
  readonly name: string | null;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly target_name: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly request_id: string | null;
  readonly created_at: Date;
  /** Of an entry that stands for several changes. */
  readonly last_changed_at: Date | null;
}

/** An entry's id is made by the process that writes it, its time by PostgreSQL: their clocks may differ. */
const idSkewMs = 60_000;

/** Newest first. */
export async function listAuditEntries(pool: Pool, filter: AuditFilter): Promise<AuditEntryRow[]> {
  const { organizationId, action, actor, name, target, since, until, beforeId, limit } = filter;
  const { rows } = await pool.query<AuditEntryRow>(
    `SELECT c.created_at, o.slug AS organization, c.actor_type AS actor, c.actor_name AS name, c.action, c.target_type, c.target_id,
       ${auditTargetName} AS target_name,
       ${shownAuditValue('before')}, ${shownAuditValue('after')}, c.actor_id, c.request_id, c.id, c.last_changed_at
     FROM audit_entries c LEFT JOIN organizations o ON o.id = c.organization_id
     WHERE ($1::uuid IS NULL OR c.organization_id = $1) AND ($2::text IS NULL OR c.action = $2)
       AND ($3::text IS NULL OR c.actor_type = $3) AND ($4::text IS NULL OR c.actor_name = $4)
       AND ($5::text IS NULL OR c.target_id = $5 OR c.target_type = $5)
       AND c.id >= $6 AND ($7::timestamptz IS NULL OR c.created_at >= $7) AND ($8::timestamptz IS NULL OR c.created_at < $8)
       AND ($10::uuid IS NULL OR c.id < $10)
     ORDER BY c.id DESC LIMIT $9`,
    [
      ...[organizationId, action ?? null, actor ?? null, name ?? null, target ?? null],
      uuidV7Floor(since ?? new Date(0), -idSkewMs),
      ...[since ?? null, until ?? null, limit, beforeId ?? null],
    ],
  );
  return rows;
}
