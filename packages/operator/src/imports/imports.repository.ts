import type { Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

/** With files that are still being received; of each its progress and the lease of the process that reads it. */
export async function listImports(pool: Pool, organizationId: string | null, limit: number): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT i.id, o.slug AS organization, i.status, i.format, i.bytes, i.bytes_read, i.rows_read, i.rows_added, i.rows_unchanged,
            i.rows_refused, i.error, i.created_at, i.finished_at, i.lease_until
       FROM imports i JOIN organizations o ON o.id = i.organization_id
      WHERE $1::uuid IS NULL OR i.organization_id = $1
      ORDER BY i.id DESC LIMIT $2`,
    [organizationId, limit],
  );
  return rows;
}
