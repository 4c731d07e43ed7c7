import { engineMissing, configExitCode, isEngineUnavailable, SettingsError } from '@postrider/runtime';
import { databaseRefusal } from '../database-refusal';
import { readDatabaseUrl } from './config';
import { migrate, MigrationError } from './migrate';

async function main(): Promise<void> {
  const databaseUrl = readDatabaseUrl();
  try {
    const { applied, partitions } = await migrate({
      databaseUrl,
      say: (line) => process.stdout.write(`${line}\n`),
    });
    for (const name of applied) process.stdout.write(`applied ${name}\n`);
    process.stdout.write(`schema is up to date; ${partitions.length} new partitions\n`);
  } catch (error) {
    const refusal = databaseRefusal(error, databaseUrl);
    if (refusal) throw refusal;
    if (error instanceof MigrationError || !isEngineUnavailable(error)) throw error;
    const address = { name: 'PostgreSQL', setting: 'DATABASE_URL', url: databaseUrl };
    throw new Error(engineMissing(address, error), { cause: error });
  }
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof SettingsError ? configExitCode : 1;
});
