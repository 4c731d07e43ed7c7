import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { localPath } from '@postrider/testkit';

const timeoutMs = 120_000;

/**
 * Prometheus' tool for rules: the machine's own, or that of Debian's package, unpacked below `.local/` without being installed
 * (an installed Prometheus would start). @returns null where neither is to be had
 */
export function findPromtool(): string | null {
  for (const program of ['promtool', localPath('tools', 'promtool')]) if (works(program)) return program;
  return works('apt-get', '--version') ? unpackPromtool() : null;
}

function works(program: string, argument = '--version'): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore', timeout: timeoutMs });
    return true;
  } catch {
    return false;
  }
}

function unpackPromtool(): string | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'promtool-'));
  const target = localPath('tools', 'promtool');
  try {
    const run = (program: string, ...args: string[]): void =>
      void execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: timeoutMs });
    run('apt-get', 'download', 'prometheus');
    const [archive] = fs.readdirSync(folder);
    if (archive === undefined) return null;
    run('dpkg-deb', '--extract', archive, 'tree');
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(path.join(folder, 'tree/usr/bin/promtool'), target);
    fs.chmodSync(target, 0o755);
    return target;
  } catch {
    return null;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
