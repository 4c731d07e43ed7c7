import type { Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface ImportRow extends Row {
  readonly id: string;
  /** Slug. */
  readonly organization: string;
  readonly kind: 'contacts' | 'suppressions';
  readonly status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed';
  /** Null: its header row was not read yet. */
  readonly format: string | null;
  readonly bytes: number;
  readonly bytes_read: number;
  readonly rows_read: number;
  readonly rows_added: number;
  readonly rows_unchanged: number;
  readonly rows_refused: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** Of the process that reads it. */
  readonly lease_until: Date | null;
}

interface ImportFilter {
  /** Null: all. */
  readonly organizationId: string | null;
  /** Only imports before this id. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

/** Newest first, with files that are still being received. */
export async function listImports(
  pool: Pool,
  { organizationId, beforeId = null, limit }: ImportFilter,
): Promise<ImportRow[]> {
  const { rows } = await pool.query<ImportRow>(
    `SELECT i.id, o.slug AS organization, i.kind, i.status, i.format, i.bytes, i.bytes_read, i.rows_read, i.rows_added, i.rows_unchanged,
            i.rows_refused, i.error, i.created_at, i.finished_at, i.lease_until
       FROM imports i JOIN organizations o ON o.id = i.organization_id
      WHERE ($1::uuid IS NULL OR i.organization_id = $1) AND ($2::uuid IS NULL OR i.id < $2)
      ORDER BY i.id DESC LIMIT $3`,
    [organizationId, beforeId, limit],
  );
  return rows;
}
