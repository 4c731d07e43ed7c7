import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The checkout's top folder, found by its workspace file: the same from `src` and from `dist`. */
export function projectRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'pnpm-workspace.yaml'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no pnpm-workspace.yaml above ${__dirname}`);
    folder = parent;
  }
  return folder;
}

/** A path below `.local/`, where everything that a command leaves behind lives. */
export function localPath(...parts: string[]): string {
  return path.join(projectRoot(), '.local', ...parts);
}

/** Tells the checkouts of one machine apart. */
export function checkoutId(): string {
  return createHash('sha256').update(projectRoot()).digest('hex').slice(0, 10);
}
