import type { Pool } from '@postrider/db';

/** Rows that one statement deletes. */
const pageRows = 1_000;

/** What has ended stops nothing any more. */
const deleteEndedSql = `
DELETE FROM suppressions WHERE id IN (
  SELECT id FROM suppressions WHERE expires_at <= now() - interval '1 day' LIMIT ${pageRows} FOR UPDATE SKIP LOCKED)`;

/** `'again'`: there may be more. */
export async function sweepSuppressions(pool: Pool): Promise<'again' | void> {
  const { rowCount } = await pool.query({ name: 'suppressions.delete-ended', text: deleteEndedSql });
  return rowCount === pageRows ? 'again' : undefined;
}
