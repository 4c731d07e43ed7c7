import { createMigration } from './create-migration';

async function main([name, ...flags]: readonly string[]): Promise<number> {
  if (name === undefined || flags.some((flag) => flag !== '--empty')) {
    process.stderr.write('Usage: migration:create <name> [--empty]\n');
    return 64;
  }
  const folder = await createMigration({ name, empty: flags.includes('--empty') });
  process.stdout.write(folder === undefined ? 'The schema has not changed\n' : `${folder}\n`);
  return 0;
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
