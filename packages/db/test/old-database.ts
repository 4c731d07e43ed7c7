import { createTestContext, type TestContext } from '@postrider/testkit';
import { migrate } from '../src/migrations/migrate';
import { readMigrations } from '../src/migrations/migration-files';

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
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate({ databaseUrl, before: migration });
  return {
    pool,
    migrate: async () => void (await migrate({ databaseUrl })),
    close: () => context.close(),
  };
}
