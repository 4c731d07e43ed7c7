import type { AuditActorType } from '@postrider/contracts/audit';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import type { TemplateRow } from './templates.repository';

export interface VersionSummaryRow {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly createdAt: Date;
  /** Null: published before authors were stored. */
  readonly actorType: AuditActorType | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
}

export interface VersionRow extends VersionSummaryRow {
  readonly document: unknown;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: unknown;
}

type OfTemplate = Pick<TemplateRow, 'id' | 'organizationId'>;

const listed = `v.id, v.number, v.subject, v.created_at AS "createdAt", a.actor_type AS "actorType",
  a.actor_id AS "actorId", a.actor_name AS "actorName"`;
const versions = `template_versions v
  LEFT JOIN audit_entries a ON a.id = v.audit_entry_id AND a.organization_id = v.organization_id`;

/** By number: clocks of gateways differ, so ids may be in another order. */
const listSql = `
SELECT ${listed} FROM ${versions}
 WHERE v.template_id = $1 AND v.organization_id = $2
   AND ($3::uuid IS NULL OR v.number < (SELECT number FROM template_versions WHERE id = $3 AND template_id = $1))
 ORDER BY v.number DESC LIMIT $4`;

/** Up to `limit + 1`, newest first. */
export async function listVersions(
  pool: Pool,
  { id, organizationId }: OfTemplate,
  { limit, beforeId }: PageStart,
): Promise<VersionSummaryRow[]> {
  const { rows } = await pool.query<VersionSummaryRow>({
    name: 'templates.list-versions',
    text: listSql,
    values: [id, organizationId, beforeId, limit + 1],
  });
  return rows;
}

const findSql = `
SELECT ${listed}, v.document, v.html, v.text, v.variables FROM ${versions}
 WHERE v.template_id = $1 AND v.organization_id = $2 AND v.number = $3`;

export async function findVersion(
  pool: Pool,
  { id, organizationId }: OfTemplate,
  number: number,
): Promise<VersionRow | null> {
  const { rows } = await pool.query<VersionRow>({
    name: 'templates.find-version',
    text: findSql,
    values: [id, organizationId, number],
  });
  return rows[0] ?? null;
}
