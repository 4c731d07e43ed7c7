import {
  createMessage,
  createOrganization,
  createTestContext,
  openTransaction,
  type OpenTransaction,
  type TestContext,
} from '@postrider/testkit';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { indexesAlone } from './build-index';
import { migrate } from './migrate';
import { migrationsDirectory, readMigrations } from './migration-files';
import { partitionedTables } from '../partitions/partitioned-tables';

const index = 'messages_organization_id_kind_created_at_idx';
const said: string[] = [];
let context: TestContext;
let directory: string;
let organizationId: string;
beforeEach(async () => {
  said.length = 0;
  context = await createTestContext();
  organizationId = (await createOrganization(context.pool)).id;
  directory = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await cp(migrationsDirectory, directory, { recursive: true });
  const folder = path.join(directory, '29990101000000_an_index');
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'migration.sql'),
    `-- For lists by kind.\nCREATE INDEX "${index}" ON "messages"("organization_id", "kind", "created_at" DESC);\n`,
  );
});
afterEach(async () => {
  await context.close();
  await rm(directory, { recursive: true });
});

const run = () =>
  migrate({ databaseUrl: context.databaseUrl, directory, say: (line) => void said.push(line) });

/** A write in a transaction that stays open: an index that is built plainly waits for it, and all other writes wait for the index. */
async function holdPartition(): Promise<OpenTransaction> {
  const { id } = await createMessage(context.pool, { organizationId });
  const { rows } = await context.pool.query<{ partition: string }>(
    'SELECT tableoid::regclass::text AS partition FROM messages WHERE id = $1',
    [id],
  );
  return openTransaction(context.pool, `UPDATE "${rows[0]?.partition}" SET kind = 'held' WHERE id = $1`, [
    id,
  ]);
}

async function indexState(): Promise<{
  parent: boolean;
  attached: number;
  partitions: number;
  invalid: number;
}> {
  const { rows } = await context.pool.query<Awaited<ReturnType<typeof indexState>>>(
    `SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = $1::regclass) AS parent,
            (SELECT count(*)::int FROM pg_inherits WHERE inhparent = $1::regclass) AS attached,
            (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'messages'::regclass) AS partitions,
            (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid`,
    [index],
  );
  return rows[0] as Awaited<ReturnType<typeof indexState>>;
}

it('builds an index of a partitioned table while writes go on', async () => {
  const held = await holdPartition();
  const migrating = run();
  const { query } = await held.isWaitedFor();
  expect(query).toMatch(/^CREATE INDEX CONCURRENTLY/);
  const client = await context.pool.connect();
  // Writes that waited for the index would wait for ever: it waits for the transaction above.
  await client.query("SET statement_timeout = '30s'");
  for (let written = 0; written < 20; written += 1) await createMessage(client, { organizationId });
  client.release(true);
  await held.commit();
  expect((await migrating).applied).toEqual(['29990101000000_an_index']);
  const { parent, attached, partitions, invalid } = await indexState();
  expect({ parent, invalid }).toEqual({ parent: true, invalid: 0 });
  expect(attached).toBe(partitions);
  expect(said.filter((line) => line.includes(' built in '))).toHaveLength(partitions);
});

it('goes on where an interrupted build ended, and builds the index again that it left invalid', async () => {
  const held = await holdPartition();
  const migrating = run();
  const refused = expect(migrating).rejects.toThrow(
    /an_index failed and continues from there when it is run again/,
  );
  const { pid } = await held.isWaitedFor();
  await context.pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await refused;
  await held.commit();
  const before = await indexState();
  expect(before.parent).toBe(false);
  expect(before.invalid).toBe(2);
  said.length = 0;

  expect((await run()).applied).toEqual(['29990101000000_an_index']);
  const after = await indexState();
  expect(after).toMatchObject({ parent: true, attached: after.partitions, invalid: 0 });
  expect(said.filter((line) => line.includes('interrupted build'))).toHaveLength(1);
  expect(said.filter((line) => line.includes(' built in '))).toHaveLength(
    before.partitions - before.attached,
  );
});

/** From then on; older ones have been applied everywhere. */
const firstChecked = '20261124000000';

it('migrations create indexes of partitioned tables in a migration of indexes alone', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name > firstChecked);
  const faults = migrations
    .filter(({ sql }) => indexesAlone(sql) === null)
    .flatMap(({ name, sql }) =>
      partitionedTables
        .filter(({ table }) => createsIndexOf(sql, table))
        .map(({ table }) => `${name} has an index of ${table}: it belongs into a migration of its own`),
    );
  expect(faults).toEqual([]);
  expect(createsIndexOf('ALTER TABLE a ADD b int; CREATE INDEX "i" ON "messages" (id)', 'messages')).toBe(
    true,
  );
});

/** A table that the same migration creates has no rows yet. */
function createsIndexOf(sql: string, table: string): boolean {
  const isNew = new RegExp(`CREATE TABLE "?${table}"?\\s`).test(sql);
  return !isNew && new RegExp(`CREATE (UNIQUE )?INDEX [^;]* ON "?${table}"?[\\s(]`).test(sql);
}

it('builds an index beside one whose partitions have indexes of the names that it would use', async () => {
  await context.pool.query(`CREATE INDEX messages_other_idx ON messages (organization_id, kind, created_at)`);
  expect((await run()).applied).toEqual(['29990101000000_an_index']);
  const { parent, attached, partitions, invalid } = await indexState();
  expect({ parent, invalid }).toEqual({ parent: true, invalid: 0 });
  expect(attached).toBe(partitions);
});
