import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { SkippedLine } from '../bench-line';

const folders = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/sbin'];
const installMs = 180_000;

/** The program's full path, or undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/**
 * A peer's programs, installed where that can be done without asking.
 *
 * @throws SkippedLine with the reason
 */
export function needInstalled(peer: { readonly name: string; readonly program: string }): void {
  const { name, program } = peer;
  if (!isRoot()) throw new SkippedLine(`${name} can only be started by root`);
  if (findProgram(program)) return;
  if (!findProgram('apt-get')) throw new SkippedLine(`${name} is not installed`);
  try {
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', program], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: installMs,
    });
  } catch {
    throw new SkippedLine(`${name} is not installed, and apt-get could not install it`);
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
