import type { Pool } from 'pg';
import { sqlState } from '@postrider/runtime';
import { schemaMissing } from '../database-refusal';
import { readMigrations } from './migration-files';

/**
 * Checks at the start that the database has the schema of this version, or a newer one.
 * @throws SettingsError with what the operator has to do
 */
export async function assertMigrated(pool: Pool): Promise<void> {
  const applied = await readApplied(pool);
  const missing = (await readMigrations()).find(({ name }) => !applied.has(name));
  if (missing) throw schemaMissing(`is of an older version: ${missing.name} is missing`);
}

async function readApplied(pool: Pool): Promise<Set<string>> {
  try {
    const { rows } = await pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return new Set(rows.map((row) => row.migration_name));
  } catch (error) {
    if (sqlState(error) === '42P01') throw schemaMissing('has no tables yet');
    throw error;
  }
}
