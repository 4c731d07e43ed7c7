import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { build } from './build';
import { createProgress } from './progress';

/** Runs `make bench` or `make faults`: the suite brings its own stack; ONLY is passed on by the environment. */
export async function runSuite(name: 'bench' | 'faults'): Promise<boolean> {
  await createProgress().step('build', () => build());
  const main = path.join(projectRoot(), 'tests', 'src', name, 'main.ts');
  const child = spawn(process.execPath, ['--conditions=postrider-source', '--import', 'tsx', main], {
    cwd: projectRoot(),
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return code === 0;
}
