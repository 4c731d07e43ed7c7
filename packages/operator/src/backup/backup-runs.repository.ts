import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import type { StoredBackup } from './pgbackrest';

export interface BackupRunRow {
  readonly backup: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly database_bytes: number | null;
  readonly stored_bytes: number | null;
  readonly copied_at: Date | null;
  readonly error: string | null;
}

/** The newest first. */
export async function listRuns(pool: Pool): Promise<readonly BackupRunRow[]> {
  const { rows } = await pool.query<BackupRunRow>(
    `SELECT label AS backup, started_at, ended_at, database_bytes::float8, stored_bytes::float8, copied_at, error
       FROM backup_runs ORDER BY started_at DESC LIMIT 100`,
  );
  return rows;
}

export interface LastRuns {
  /** When the newest complete base backup began. */
  readonly made: Date | null;
  /** When the newest run began, whatever its outcome. */
  readonly tried: Date | null;
}

export async function readLastRuns(pool: Pool): Promise<LastRuns> {
  const { rows } = await pool.query<LastRuns>(
    `SELECT max(started_at) FILTER (WHERE label IS NOT NULL) AS made, max(started_at) AS tried FROM backup_runs`,
  );
  return rows[0] ?? { made: null, tried: null };
}

export async function beginRun(pool: Pool, startedAt: Date): Promise<string> {
  const id = newId();
  await pool.query('INSERT INTO backup_runs (id, started_at) VALUES ($1, $2)', [id, startedAt]);
  return id;
}

export async function endRun(pool: Pool, id: string, { label, info }: StoredBackup): Promise<void> {
  await pool.query(
    'UPDATE backup_runs SET ended_at = now(), label = $2, database_bytes = $3, stored_bytes = $4 WHERE id = $1',
    [id, label, info.size, info.repository.delta ?? null],
  );
}

export async function failRun(pool: Pool, id: string, error: string): Promise<void> {
  await pool.query('UPDATE backup_runs SET ended_at = now(), error = $2 WHERE id = $1', [id, error]);
}

/** Forgets backups that have expired, and failures of more than 30 days. */
export async function deleteExpiredRuns(pool: Pool, labels: readonly string[]): Promise<void> {
  await pool.query(
    `DELETE FROM backup_runs WHERE label <> ALL($1) OR label IS NULL AND started_at < now() - interval '30 days'`,
    [labels],
  );
}

/** From now on a backup counts as complete only once it is in the copy, or no longer does. */
export async function setCopied(pool: Pool, isCopied: boolean): Promise<void> {
  await pool.query('UPDATE backup_runs SET is_copied = $1 WHERE is_copied <> $1', [isCopied]);
}

export async function recordLogCopy(pool: Pool, begunAt: Date): Promise<void> {
  await pool.query('UPDATE backup_runs SET log_copied_at = $1 WHERE is_copied', [begunAt]);
}

/** @param begunAt when the copy began: backups of before are in it */
export async function recordCopy(pool: Pool, begunAt: Date): Promise<void> {
  await pool.query(
    'UPDATE backup_runs SET copied_at = now() WHERE label IS NOT NULL AND copied_at IS NULL AND ended_at <= $1',
    [begunAt],
  );
}
