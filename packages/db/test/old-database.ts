import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { migrate } from '../src/migrations/migrate';
import { migrationsDirectory, readMigrations } from '../src/migrations/migration-files';

/** A database as it was before a migration, to hold rows of that time. */
export interface OldDatabase {
  readonly pool: TestContext['pool'];
  /** Applies that migration and all after it. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseBefore(migration: string): Promise<OldDatabase> {
  const all = await readMigrations();
  if (!all.some(({ name }) => name === migration)) throw new Error(`there is no migration ${migration}`);
  const context = await createTestContext();
  const { pool, databaseUrl } = context;
  const directory = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  try {
    for (const { name } of all.filter((each) => each.name < migration)) {
      await cp(path.join(migrationsDirectory, name), path.join(directory, name), { recursive: true });
    }
    await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await migrate({ databaseUrl, directory });
  } finally {
    await rm(directory, { recursive: true });
  }
  return {
    pool,
    migrate: async () => void (await migrate({ databaseUrl })),
    close: () => context.close(),
  };
}
