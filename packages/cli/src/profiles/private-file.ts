import fs from 'node:fs';
import path from 'node:path';

/** A file that only its user reads. Written as a whole or not at all, also when the machine stops in the middle. */
export function writePrivateFile(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}.part`;
  const descriptor = fs.openSync(part, 'w', 0o600);
  try {
    fs.writeSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(part, file);
}

/** @returns null if there is none */
export function readPrivateFile(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
