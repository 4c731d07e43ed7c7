import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runScript } from './run-script';

const root = path.join(__dirname, '../../../..');

/** Builds what tests start as processes of their own, and gives every test process the engines and the name of this run. */
export default function globalSetup(): void {
  build();
  const variables = runScript('begin-test-run.main.ts');
  Object.assign(process.env, JSON.parse(variables));
}

/** Processes run compiled: reading TypeScript takes each of them a second of processor time more. */
function build(): void {
  const compiler = path.join(root, 'node_modules/typescript7/bin/tsc');
  const steps = [
    ['packages/devtools/bin/generate.mjs'],
    [compiler, '-b', 'tsconfig.build.json'],
    ['packages/console/build.mjs'],
  ];
  for (const args of steps) {
    const child = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    if (child.status !== 0)
      throw new Error(
        'the build has failed; the reason stands above. After a change of dependencies, run `npx --yes pnpm@10.34.8 install`.',
      );
  }
}
