import fs from 'node:fs';
import path from 'node:path';

/** Written whole or not at all, readable by its owner only. */
export function writePrivateFile(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  fs.writeFileSync(next, text, { mode: 0o600 });
  fs.renameSync(next, file);
}
