import path from 'node:path';
import { buildPackage, packageFolder, packTarball } from './build-package';

/** Builds the package and its tarball in the given folder, by default `dist/npm`. */
async function main(folder = path.join(packageFolder, 'dist', 'npm')): Promise<void> {
  await buildPackage(folder);
  process.stdout.write(`${packTarball(folder)}\n`);
}

void main(process.argv[2]);
