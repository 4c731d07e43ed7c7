import path from 'node:path';
import { buildPackage, packageFolder } from './build-package';

const folder = path.join(packageFolder, 'dist', 'npm');
void buildPackage(folder).then(() => process.stdout.write(`${folder}\n`));
