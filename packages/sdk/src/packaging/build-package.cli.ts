import fs from 'node:fs';
import path from 'node:path';
import { apiReport } from './api-report';
import { buildPackage, packageFolder } from './build-package';

/** Into the folder that is named; without one, into `dist/npm`, and the report of its API beside this package's README. */
async function main(folder: string | undefined): Promise<void> {
  const target = folder ?? path.join(packageFolder, 'dist', 'npm');
  await buildPackage(target);
  if (folder === undefined) fs.writeFileSync(path.join(packageFolder, 'api-report.txt'), apiReport(target));
}

void main(process.argv[2]);
