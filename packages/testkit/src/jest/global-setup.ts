import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { publishTestEngines, type TestEngines } from '../context/test-engines';
import { beginTestRun } from '../context/test-run';
import { projectRoot } from '../project-paths';

/**
 * Jest's own resolver, which finds the workspace packages in their sources, is not in force here, so the
 * work is done by a process that asks Node for the same.
 */
export default function globalSetup(): void {
  const script = path.join(__dirname, 'prepare-test-engines.main.ts');
  const child = spawnSync(process.execPath, ['--conditions=postrider-source', '--import', 'tsx', script], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (child.status !== 0)
    throw new Error('The test engines could not be made ready; the reason stands above.');
  beginTestRun();
  publishTestEngines(JSON.parse(child.stdout) as TestEngines);
}
