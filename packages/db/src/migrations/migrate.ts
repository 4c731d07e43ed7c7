import { Client, type ClientBase } from 'pg';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createMissingPartitions } from '../partitions/ensure-partitions';
import { buildIndex, indexesAlone } from './build-index';
import { readMigrations, type MigrationFile } from './migration-files';

/** The key `prisma migrate` locks too, so that its CLI and this applier never run at once. */
const advisoryLockKey = 72_707_369;
const lockPollMs = 200;

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** How long to wait for another replica that is migrating. */
  readonly waitMs?: number;
  readonly directory?: string;
  /** Leaves out this migration and those after it: for tests of what it does with old rows. */
  readonly before?: string;
  /** Gets a line for each part of an index that was built. */
  readonly say?: (line: string) => void;
}

export interface MigrateResult {
  /** Names of the migrations applied by this call, oldest first. */
  readonly applied: readonly string[];
  /** Names of the partitions created by this call. */
  readonly partitions: readonly string[];
}

/** The history in the database contradicts the files, or a migration did not run. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database to the newest schema and makes sure that the partitions of the coming weeks exist.
 *
 * Applies `prisma/migrations` without Prisma's engine (which would be downloaded) and records them in
 * `_prisma_migrations` exactly as `prisma migrate deploy` does, so either may continue the other's history.
 * Unlike Prisma, a migration and its record commit together: a failed one leaves nothing behind. A migration of indexes alone builds them
 * without blocking writes, outside of a transaction; when it is interrupted, the next call goes on from there.
 * Any number of replicas may call it at once: one works, the others wait for it (`waitMs`).
 * The connection must reach PostgreSQL directly or through session pooling (the lock belongs to the session).
 *
 * @throws MigrationError when an applied file was edited or a migration fails
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const { databaseUrl, waitMs = 120_000, directory, before, say = () => undefined } = options;
  const all = await readMigrations(directory);
  const migrations = before === undefined ? all : all.filter(({ name }) => name < before);
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'postrider-migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener a connection lost between two statements would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lockMigrations(client, waitMs);
    const applied = await applyPending(client, migrations, say);
    return { applied, partitions: await inTransaction(client, () => createMissingPartitions(client)) };
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** A statement that waited for the lock would hold a snapshot, and an index that is built concurrently waits for all of those. */
async function lockMigrations(client: ClientBase, waitMs: number): Promise<void> {
  const endsAtMs = performance.now() + waitMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLockKey,
    ]);
    if (rows[0]?.locked === true) break;
    if (performance.now() > endsAtMs) {
      throw new MigrationError(
        `Another process has been migrating for more than ${waitMs / 1_000} s. Try again later.`,
      );
    }
    await delay(lockPollMs);
  }
  await client.query('SET statement_timeout = 0');
}

async function applyPending(
  client: ClientBase,
  migrations: readonly MigrationFile[],
  say: (line: string) => void,
): Promise<string[]> {
  await client.query(historyTable);
  const history = await readHistory(client);
  const pending = migrations.filter((migration) => !isApplied(migration, history));
  for (const migration of pending) await apply(client, migration, say);
  return pending.map((migration) => migration.name);
}

async function apply(
  client: ClientBase,
  migration: MigrationFile,
  say: (line: string) => void,
): Promise<void> {
  const startedAt = new Date();
  const indexes = indexesAlone(migration.sql);
  try {
    for (const index of indexes ?? []) await buildIndex(client, index, say);
    await inTransaction(client, async () => {
      // A lock that is not free soon would make every query behind it wait: better to fail and be run again.
      await client.query("SET LOCAL lock_timeout = '10s'");
      if (indexes === null) await client.query(migration.sql);
      await client.query(
        `INSERT INTO _prisma_migrations
           (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
        [randomUUID(), migration.checksum, migration.name, startedAt],
      );
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const state = indexes === null ? 'was rolled back' : 'continues from there when it is run again';
    throw new MigrationError(`Migration ${migration.name} failed and ${state}: ${reason}`, {
      cause: error,
    });
  }
}

interface HistoryRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

async function readHistory(client: ClientBase): Promise<Map<string, HistoryRow>> {
  const { rows } = await client.query<HistoryRow>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function isApplied(migration: MigrationFile, history: ReadonlyMap<string, HistoryRow>): boolean {
  const row = history.get(migration.name);
  if (row === undefined) return false;
  if (row.finished_at === null) {
    throw new MigrationError(
      `Migration ${migration.name} was started by \`prisma migrate\` and did not finish`,
    );
  }
  if (row.checksum !== migration.checksum) {
    throw new MigrationError(
      `Migration ${migration.name} was edited after it had been applied: add a new one`,
    );
  }
  return true;
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The first error is the one that tells; ROLLBACK fails only when the connection is gone.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Columns and types are Prisma's. */
const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
