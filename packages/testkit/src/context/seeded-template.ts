import { ensurePartitions } from '@postrider/db';
import pg from 'pg';
import { databaseUrlFor, withAdminClient } from './admin-query';
import { testEngines } from './test-run';

/**
 * A database with rows of its own to clone contexts from. It is built once for each state of the migrations (and week, see
 * `ensureTemplateDatabase`) and kept on the engines; what was built under the name for another state goes.
 *
 * @param name lower case, digits and underscores
 * @param options.from the time of the oldest row; partitions are made from then on
 * @returns the name of the database, for `createTestContext`
 */
export async function ensureSeededTemplate(
  name: string,
  { from, seed }: { readonly from: Date; readonly seed: (databaseUrl: string) => Promise<void> },
): Promise<string> {
  const { adminUrl, templateDatabase } = testEngines();
  const [prefix, state] = [`seeded_${name}_`, templateDatabase.replace(/^template_postrider_/, '')];
  const wanted = prefix + state;
  const building = `${prefix}building`;
  await withAdminClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, $1) AND datname <> $2`,
      [prefix, wanted],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [wanted]);
    if (rowCount === 1) return;
    await client.query(`CREATE DATABASE ${building} TEMPLATE ${templateDatabase}`);
    const url = databaseUrlFor(adminUrl, building);
    await makePartitions(url, from);
    await seed(url);
    await client.query(`ALTER DATABASE ${building} RENAME TO ${wanted}`);
  });
  return wanted;
}

async function makePartitions(databaseUrl: string, from: Date): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    await ensurePartitions(pool, { from });
  } finally {
    await pool.end();
  }
}
