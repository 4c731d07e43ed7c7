import type { Queryable } from '../client/create-database';

export interface BackupAges {
  /** Since the newest complete base backup ended; where backups are copied away, of those that have been. Without one: since the first try. */
  readonly baseSeconds: number;
  /** How old the newest log is that is in the archive and, where backups are copied away, in the copy. */
  readonly logSeconds: number;
  /** Null: no log is archived (`archive_mode` is off), or none has been since PostgreSQL started. */
  readonly logArchivedAt: Date | null;
}

/** Null: this installation has never tried to make a backup by `postrider backup`. */
export async function readBackupAges(db: Queryable): Promise<BackupAges | null> {
  const { rows } = await db.query<BackupAges>({
    name: 'backups.read-ages',
    text: `WITH runs AS (
        SELECT max(ended_at) FILTER (WHERE label IS NOT NULL AND (copied_at IS NOT NULL OR NOT is_copied)) AS made_at,
               min(started_at) AS begun_at,
               coalesce(max(log_copied_at) FILTER (WHERE is_copied), min(started_at) FILTER (WHERE is_copied)) AS log_copied_at
          FROM backup_runs
      )
      SELECT greatest(0, extract(epoch FROM now() - coalesce(made_at, begun_at)))::float8 AS "baseSeconds",
             greatest(0, extract(epoch FROM now() - least(
               CASE current_setting('archive_mode') WHEN 'off' THEN coalesce(made_at, begun_at)
                 ELSE coalesce(last_archived_time, pg_postmaster_start_time()) END,
               log_copied_at)))::float8 AS "logSeconds",
             CASE WHEN current_setting('archive_mode') <> 'off' THEN last_archived_time END AS "logArchivedAt"
        FROM runs CROSS JOIN pg_stat_archiver WHERE begun_at IS NOT NULL`,
  });
  return rows[0] ?? null;
}

/**
 * Writes a record that changes nothing. Where nothing else is written, PostgreSQL archives nothing (`archive_timeout` switches only a
 * segment with something in it), and an archive that works would look like one that fails.
 */
export async function writeLogRecord(db: Queryable): Promise<void> {
  await db.query({
    name: 'backups.write-record',
    text: `SELECT pg_logical_emit_message(true, 'postrider', '') WHERE current_setting('archive_mode') <> 'off'`,
  });
}
