import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file that setup writes. */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Null: those of the process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

/** Empty: there is no such file. */
export async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
}

/** Whether writing it would change anything. */
export async function isWritten(file: SetupFile): Promise<boolean> {
  const found = await stat(file.path).catch(() => null);
  if (found === null || (found.mode & 0o777) !== file.mode) return false;
  const { owner } = file;
  if (owner !== null && (found.uid !== owner.uid || found.gid !== owner.gid)) return false;
  return (await readIfThere(file.path)) === file.text;
}

/** The file has the old text or the new one, whatever happens meanwhile. */
export async function writeSetupFile({ path: target, text, mode, owner }: SetupFile): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (owner !== null) await chown(temporary, owner.uid, owner.gid);
    await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
