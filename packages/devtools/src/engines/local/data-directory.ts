import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { checkoutId, localPath } from '@postrider/testkit';
import type { SystemUser } from '../../processes/system-user';

/** `.local/engines/<set>/<part>`, made when it is missing. */
export function engineDirectory(setName: string, ...parts: string[]): string {
  const directory = localPath('engines', setName, ...parts);
  fs.mkdirSync(directory, { recursive: true });
  return directory;
}

/**
 * A data folder that `user` can reach. A checkout may lie where that user cannot go (`/root`, a private
 * home): the data then lives below /var/tmp, and `.local` holds a link to it.
 */
export function dataDirectoryFor(setName: string, part: string, user: SystemUser | undefined): string {
  const link = path.join(engineDirectory(setName), part);
  if (isLink(link)) return ensureOwned(fs.readlinkSync(link), user);
  fs.mkdirSync(link, { recursive: true });
  ensureOwned(link, user);
  if (user === undefined || canReach(link, user)) return link;
  fs.rmSync(link, { recursive: true, force: true });
  const externalFolder = path.join('/var/tmp', `postrider-${checkoutId()}`, setName, part);
  ensureOwned(externalFolder, user);
  fs.symlinkSync(externalFolder, link);
  return externalFolder;
}

/** Deletes the folder and, where it is a link, what it points to. */
export function removeDataDirectory(setName: string, part: string): void {
  const link = path.join(localPath('engines', setName), part);
  if (isLink(link)) {
    const externalFolder = fs.readlinkSync(link);
    fs.rmSync(externalFolder, { recursive: true, force: true });
    for (const parent of [path.dirname(externalFolder), path.dirname(path.dirname(externalFolder))])
      removeIfEmpty(parent);
  }
  fs.rmSync(link, { recursive: true, force: true });
}

function removeIfEmpty(directory: string): void {
  try {
    fs.rmdirSync(directory);
  } catch {
    // Another set still has data there.
  }
}

function ensureOwned(directory: string, user: SystemUser | undefined): string {
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
  if (user) fs.chownSync(directory, user.uid, user.gid);
  return directory;
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function canReach(directory: string, user: SystemUser): boolean {
  const probe = spawnSync('test', ['-w', directory], { uid: user.uid, gid: user.gid, cwd: '/' });
  return probe.status === 0;
}
