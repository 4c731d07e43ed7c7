import type { Pool } from '@postrider/db';

/** Rows that one statement deletes. */
const pageRows = 1_000;

/** Files whose sender, or whose process, went away while they arrived. */
const deleteAbandonedSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE status = 'receiving' AND lease_until <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/** With their refusals. UUIDv7 ids are not asked: an import may run for days while its database is unavailable. */
const deleteOldSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE finished_at < now() - interval '30 days' LIMIT 10 FOR UPDATE SKIP LOCKED)`;

/** What has ended stops nothing any more. */
const deleteEndedSql = `
DELETE FROM suppressions WHERE id IN (
  SELECT id FROM suppressions WHERE expires_at <= now() - interval '1 day' LIMIT ${pageRows} FOR UPDATE SKIP LOCKED)`;

/** Deletes what nobody can see or needs any more, a page of each. `'again'`: there may be more. */
export async function sweepSuppressions(pool: Pool): Promise<'again' | void> {
  await pool.query({ name: 'imports.delete-abandoned', text: deleteAbandonedSql });
  const { rowCount: old } = await pool.query({ name: 'imports.delete-old', text: deleteOldSql });
  const { rowCount: ended } = await pool.query({ name: 'suppressions.delete-ended', text: deleteEndedSql });
  return old === 10 || ended === pageRows ? 'again' : undefined;
}
