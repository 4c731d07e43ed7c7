import { readDatabaseUrl } from './config';
import { migrate } from './migrate';

async function main(): Promise<number> {
  const databaseUrl = readDatabaseUrl();
  if (databaseUrl === undefined) {
    process.stderr.write('DATABASE_URL is required but not set\n');
    return 78;
  }
  const { applied, partitions } = await migrate({ databaseUrl });
  for (const name of applied) process.stdout.write(`applied ${name}\n`);
  process.stdout.write(`schema is up to date; ${partitions.length} new partitions\n`);
  return 0;
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
