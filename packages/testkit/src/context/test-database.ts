import { randomBytes } from 'node:crypto';
import { databaseUrlFor, withAdminClient } from './admin-query';
import { isAbandoned, nameForRun, ofRun } from './test-run';

/** A database of its own, cloned from the template. Copying files takes half of the processor time that logging each page does. */
export async function createTestDatabase(adminUrl: string, template: string): Promise<string> {
  const name = `${nameForRun()}_${randomBytes(4).toString('hex')}`;
  await withAdminClient(adminUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  return databaseUrlFor(adminUrl, name);
}

export async function dropTestDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withAdminClient(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}

export async function dropAbandonedDatabases(adminUrl: string): Promise<void> {
  await dropDatabases(adminUrl, isAbandoned);
}

export async function dropDatabasesOfRun(adminUrl: string): Promise<void> {
  await dropDatabases(adminUrl, ofRun);
}

async function dropDatabases(adminUrl: string, condemned: (name: string) => boolean): Promise<void> {
  await withAdminClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    for (const { datname } of rows.filter((row) => condemned(row.datname))) {
      await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    }
  });
}
