import type { AuditActorType } from '@postrider/contracts/audit';
import type { AutomationDefinition } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import type { AutomationRow } from './automations.repository';

export interface AutomationVersionSummaryRow {
  /** Its number in the form of an id, for cursors. */
  readonly id: string;
  readonly number: number;
  readonly trigger: AutomationDefinition['trigger'];
  /** Not counting those in branches. */
  readonly stepCount: number;
  readonly createdAt: Date;
  /** Null: made before authors were stored. */
  readonly actorType: AuditActorType | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

export interface AutomationVersionRow extends AutomationVersionSummaryRow {
  readonly steps: AutomationDefinition['steps'];
}

type OfAutomation = Pick<AutomationRow, 'id'> & { readonly organizationId: string };

const listed = `lpad(v.number::text, 32, '0')::uuid AS id, v.number, v.definition -> 'trigger' AS trigger,
  jsonb_array_length(v.definition -> 'steps') AS "stepCount", v.created_at AS "createdAt", e.actor_type AS "actorType",
  e.actor_id AS "actorId", e.actor_name AS "actorName"`;
const versions = `automation_versions v
  LEFT JOIN audit_entries e ON e.id = v.audit_entry_id AND e.organization_id = v.organization_id`;

/** Up to `limit + 1`, newest first. */
export async function listVersions(
  pool: Pool,
  { id, organizationId }: OfAutomation,
  { limit, beforeId }: PageStart,
): Promise<AutomationVersionSummaryRow[]> {
  const before = beforeId === null ? null : Number(beforeId.replaceAll('-', ''));
  const { rows } = await pool.query<AutomationVersionSummaryRow>({
    name: 'automations.list-versions',
    text: `SELECT ${listed} FROM ${versions}
      WHERE v.automation_id = $1 AND v.organization_id = $2 AND ($3::integer IS NULL OR v.number < $3)
      ORDER BY v.number DESC LIMIT $4`,
    values: [id, organizationId, before, limit + 1],
  });
  return rows;
}

export async function findVersion(
  pool: Pool,
  { id, organizationId }: OfAutomation,
  number: number,
): Promise<AutomationVersionRow | null> {
  const { rows } = await pool.query<AutomationVersionRow>({
    name: 'automations.find-version',
    text: `SELECT ${listed}, v.definition -> 'steps' AS steps FROM ${versions}
      WHERE v.automation_id = $1 AND v.organization_id = $2 AND v.number = $3`,
    values: [id, organizationId, number],
  });
  return rows[0] ?? null;
}
