import { PrismaPg } from '@prisma/adapter-pg';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSchemaEngine } from '../schema-tools/schema-engine';
import { readSchema } from '../schema-tools/schema-files';
import { migrate } from './migrate';
import { migrationsDirectory, readMigrations } from './migration-files';

let context: TestContext;
let directory: string;
beforeEach(async () => {
  context = await createTestContext();
  directory = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await cp(migrationsDirectory, directory, { recursive: true });
});
afterEach(async () => {
  await context.close();
  await rm(directory, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(directory, name));
  await writeFile(path.join(directory, name, 'migration.sql'), sql);
}

async function tableExists(name: string): Promise<boolean> {
  const { rows } = await context.pool.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [name],
  );
  return rows[0]?.found === true;
}

const run = () => migrate({ databaseUrl: context.databaseUrl, directory });

describe('migrate', () => {
  it('applies each migration once when several replicas boot at the same time', async () => {
    await addMigration('29990101000000_a', 'CREATE TABLE a (id int); SELECT pg_sleep(0.2);');
    await addMigration('29990102000000_b', 'ALTER TABLE a ADD COLUMN b int;');
    const results = await Promise.all([run(), run(), run()]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(['29990101000000_a', '29990102000000_b']);
    expect((await run()).applied).toEqual([]);
  });

  it('leaves nothing behind when a migration fails, keeps those before it, and can be run again', async () => {
    await addMigration('29990101000000_good', 'CREATE TABLE good (id int);');
    await addMigration('29990102000000_bad', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(run()).rejects.toThrow(/29990102000000_bad failed and was rolled back: division by zero/);
    expect(await Promise.all([tableExists('good'), tableExists('half')])).toEqual([true, false]);
    await writeFile(
      path.join(directory, '29990102000000_bad', 'migration.sql'),
      'CREATE TABLE half (id int);',
    );
    expect((await run()).applied).toEqual(['29990102000000_bad']);
  });

  it('refuses to go on when an applied migration was edited', async () => {
    const [{ name = '' } = {}] = await readMigrations(directory);
    await writeFile(path.join(directory, name, 'migration.sql'), 'SELECT 1;');
    await expect(run()).rejects.toThrow(/was edited after it had been applied/);
  });

  it('refuses to go on when `prisma migrate` left a migration unfinished', async () => {
    await context.pool.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run()).rejects.toThrow(/did not finish/);
  });

  it('tolerates migrations of a newer version, so that an older replica still boots', async () => {
    await addMigration('29990101000000_newer', 'CREATE TABLE newer (id int);');
    await run();
    const older = await migrate({ databaseUrl: context.databaseUrl });
    expect(older.applied).toEqual([]);
  });

  it("leaves a history that Prisma's own engine accepts as complete and unedited", async () => {
    const engine = await startSchemaEngine(await readSchema(), new PrismaPg(context.pool));
    const migrations = await readMigrations();
    const migrationsList = {
      baseDir: migrationsDirectory,
      lockfile: {
        path: 'migration_lock.toml',
        content: await readFile(path.join(migrationsDirectory, 'migration_lock.toml'), 'utf8'),
      },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
      })),
    };
    const filters = { externalTables: [], externalEnums: [] };
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    });
    expect(diagnosis).toMatchObject({ history: null, failedMigrationNames: [], editedMigrationNames: [] });
    expect(diagnosis.hasMigrationsTable).toBe(true);
  });
});
