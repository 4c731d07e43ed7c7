import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from '../command-refused';

const folderName = 'settings';
const nameEnd = '.tar.gz.enc';
/** As `openssl enc -aes-256-cbc -pbkdf2 -iter 600000` writes and reads it: a person can open it without this program. */
const magic = 'Salted__';
const saltBytes = 8;
const iterations = 600_000;
/** In no backup: it opens them. */
const passphraseName = 'passphrase.conf';
const bytesMax = 64 * 1_048_576;

const folderOf = (directory: string): string => path.join(directory, folderName);

/** Writes the files and folders, encrypted, beside the repository. Those that do not exist are left out. */
export async function writeSettingsArchive(options: {
  readonly directory: string;
  readonly passphrase: string;
  readonly paths: readonly string[];
  readonly now: Date;
}): Promise<string> {
  const { directory, passphrase, paths, now } = options;
  const there: string[] = [];
  for (const each of paths) {
    const absolute = path.resolve(each);
    if (await exists(absolute)) there.push(absolute.slice(1));
  }
  if (there.length === 0)
    throw new CommandRefused(`None of ${paths.join(', ')} exists: no settings to keep.`);
  const tar = await runTar(['--create', '--gzip', `--exclude=${passphraseName}`, '--directory=/', ...there]);
  await fs.mkdir(folderOf(directory), { recursive: true, mode: 0o700 });
  const name = `${now.toISOString().replace(/[-:]|\.\d+/g, '')}${nameEnd}`;
  const file = path.join(folderOf(directory), name);
  // A copy that runs meanwhile sees the whole file or none.
  await fs.writeFile(`${file}.part`, encrypt(tar, passphrase), { mode: 0o600 });
  await fs.rename(`${file}.part`, file);
  return file;
}

/** Extracts the newest archive. Existing files are replaced. */
export async function extractSettings(options: {
  readonly directory: string;
  readonly passphrase: string;
  readonly into: string;
}): Promise<string> {
  const { directory, passphrase, into } = options;
  const names = await listArchives(directory);
  const newest = names.at(-1);
  if (newest === undefined) throw new CommandRefused(`${folderOf(directory)} has no settings.`);
  const file = path.join(folderOf(directory), newest);
  const tar = decrypt(await fs.readFile(file), passphrase);
  if (tar === null) throw new CommandRefused(`The passphrase does not open ${file}.`);
  await runTar(['--extract', '--gzip', `--directory=${into}`], tar);
  return file;
}

/** Deletes archives of before a time, but never the newest. */
export async function deleteSettingsBefore(directory: string, time: Date): Promise<void> {
  for (const name of (await listArchives(directory)).slice(0, -1)) {
    const file = path.join(folderOf(directory), name);
    if ((await fs.stat(file)).mtime < time) await fs.rm(file);
  }
}

async function listArchives(directory: string): Promise<string[]> {
  const names = await fs.readdir(folderOf(directory)).catch(() => []);
  return names.filter((name) => name.endsWith(nameEnd)).sort();
}

export function encrypt(clear: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(saltBytes);
  const { key, iv } = keyOf(passphrase, salt);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([Buffer.from(magic), salt, cipher.update(clear), cipher.final()]);
}

/** Null: another passphrase, or no such file. */
export function decrypt(sealed: Buffer, passphrase: string): Buffer | null {
  if (sealed.subarray(0, magic.length).toString() !== magic) return null;
  const { key, iv } = keyOf(passphrase, sealed.subarray(magic.length, magic.length + saltBytes));
  const cipher = createDecipheriv('aes-256-cbc', key, iv);
  try {
    const clear = Buffer.concat([cipher.update(sealed.subarray(magic.length + saltBytes)), cipher.final()]);
    // One wrong passphrase in 256 has a padding that fits; gzip's first bytes then do not.
    return clear.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])) ? clear : null;
  } catch {
    return null;
  }
}

function keyOf(passphrase: string, salt: Buffer): { key: Buffer; iv: Buffer } {
  const derived = pbkdf2Sync(passphrase, salt, iterations, 48, 'sha256');
  return { key: derived.subarray(0, 32), iv: derived.subarray(32) };
}

/** @returns what it wrote to standard output */
function runTar(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tar = spawn('tar', args, { timeout: 60_000 });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    let bytes = 0;
    tar.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > bytesMax) tar.kill();
      else out.push(part);
    });
    tar.stderr.on('data', (part: Buffer) => err.push(part));
    tar.on('error', reject);
    tar.stdin.on('error', () => undefined);
    tar.stdin.end(input);
    tar.on('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(out));
      const reason = bytes > bytesMax ? 'the settings are too large' : Buffer.concat(err).toString().trim();
      reject(new CommandRefused(`tar failed: ${reason}`));
    });
  });
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
