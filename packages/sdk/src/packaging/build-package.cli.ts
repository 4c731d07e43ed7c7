import fs from 'node:fs';
import path from 'node:path';
import { apiReport } from './api-report';
import { buildPackage, packageFolder, packTarball } from './build-package';

/**
 * Builds the package and its tarball in the given folder. The default is `dist/npm`, and then also writes the report of
 * the API beside this package's README.
 */
async function main(folder: string | undefined): Promise<void> {
  const target = folder ?? path.join(packageFolder, 'dist', 'npm');
  await buildPackage(target);
  if (folder === undefined) fs.writeFileSync(path.join(packageFolder, 'api-report.txt'), apiReport(target));
  process.stdout.write(`${packTarball(target)}\n`);
}

void main(process.argv[2]);
