import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Jest's own resolver, which finds the workspace packages in their sources, is not in force in its global setup, so the
 * work is done by a process that asks Node for the same.
 *
 * @returns what it has written to stdout
 */
export function runScript(name: string): string {
  const script = path.join(__dirname, name);
  const child = spawnSync(process.execPath, ['--conditions=postrider-source', '--import', 'tsx', script], {
    cwd: path.join(__dirname, '../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`${name} has failed; the reason stands above.`);
  return child.stdout;
}
