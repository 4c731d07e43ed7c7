import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { migrate } from '@postrider/db';
import type pg from 'pg';
import { projectRoot } from '../project-paths';
import { databaseUrlFor, withAdminClient } from './admin-query';

const prefix = 'template_postrider_';
/** Any constant: its holder alone builds a template on this server. */
const buildLock = 7_205_311;
/** Other checkouts and older branches may still be cloning theirs. */
const templatesKept = 4;

/**
 * A migrated database to clone from, built once for each state of the migrations: cloning takes a
 * fraction of a second, migrating takes several.
 *
 * @returns its name
 */
export async function ensureTemplateDatabase(adminUrl: string): Promise<string> {
  const name = `${prefix}${weekOf(new Date())}_${migrationsHash()}`;
  await withAdminClient(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [buildLock]);
    if (await exists(client, name)) return;
    const building = `${prefix}building`;
    await client.query(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${building} TEMPLATE template0`);
    await migrate({ databaseUrl: databaseUrlFor(adminUrl, building) });
    await client.query(`ALTER DATABASE ${building} RENAME TO ${name}`);
    await dropOldTemplates(client);
  });
  return name;
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rowCount === 1;
}

async function dropOldTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE '${prefix}%' ORDER BY oid DESC OFFSET $1`,
    [templatesKept],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}"`);
}

/** Partitions are made for the weeks around the migration, from Monday on, so a template of last week is stale. */
function weekOf(date: Date): string {
  // 1970-01-01 was a Thursday.
  return String(Math.floor((date.getTime() / 86_400_000 + 3) / 7));
}

function migrationsHash(): string {
  const folder = path.join(projectRoot(), 'packages', 'db', 'prisma', 'migrations');
  const hash = createHash('sha256');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'));
  for (const file of files.sort()) hash.update(file).update(fs.readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
