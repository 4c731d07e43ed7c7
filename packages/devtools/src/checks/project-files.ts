import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

/** Files below a folder of the project, by their paths from its root, without what is generated. */
export function filesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(projectRoot(), folder), { withFileTypes: true })
    .filter(({ name }) => !['.git', '.local', 'node_modules', 'dist', 'generated'].includes(name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [file];
    });
}
