import type { Pool } from '@postrider/db';

/** Files whose sender, or whose process, went away while they arrived. */
const deleteAbandonedSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE status = 'receiving' AND lease_until <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/** With their refusals. UUIDv7 ids are not asked: an import may run for days while its database is unavailable. */
const deleteOldSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE finished_at < now() - interval '30 days' LIMIT 10 FOR UPDATE SKIP LOCKED)`;

/** Deletes what nobody can see or needs any more, a page of each. `'again'`: there may be more. */
export async function sweepImports(pool: Pool): Promise<'again' | void> {
  await pool.query({ name: 'imports.delete-abandoned', text: deleteAbandonedSql });
  const { rowCount } = await pool.query({ name: 'imports.delete-old', text: deleteOldSql });
  return rowCount === 10 ? 'again' : undefined;
}
