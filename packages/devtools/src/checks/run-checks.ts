import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import { installTestPrograms } from '../engines/local/install-packages';
import { createRun, type Ended, type Run } from '../processes/run';
import { stopStartedEngines } from '../test-runs/stop-started-engines';
import {
  countResults,
  failedFiles,
  readJestResults,
  skippedTests,
  timeTable,
  type Counts,
  type JestResults,
} from './jest-results';

/** Programs of `node_modules` and their arguments, by title. */
type StaticChecks = Readonly<Record<string, readonly string[]>>;

const compiler = path.join('node_modules', 'typescript7', 'bin', 'tsc');
const bin = (name: string) => path.join('node_modules', '.bin', name);
const devtools = [
  '--conditions=postrider-source',
  '--import',
  'tsx',
  'packages/devtools/src/commands/main.ts',
];

/** They share nothing, so they run side by side. */
const staticChecks: StaticChecks = {
  lint: [bin('eslint'), '--max-warnings', '0', '.'],
  format: [bin('prettier'), '--check', '--log-level', 'warn', '.'],
  // Also builds what the end-to-end tests start.
  types: ['node', compiler, '-b', 'tsconfig.build.json'],
  // The build leaves tests out, and jest strips types without reading them.
  'types of tests': ['node', compiler, '-p', 'tsconfig.lint.json'],
  boundaries: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'services', 'tests'],
  'dead code': [bin('knip')],
};

/**
 * Everything that checks the project, all of it even when something fails. Ends with the one line that machines read:
 * `N passed, M failed`. SIGINT and SIGTERM end it and stop the engines that it started.
 *
 * @returns whether nothing failed
 */
export async function runChecks(): Promise<boolean> {
  const isCi = process.env['CI'] === 'true';
  const { run, interruption } = createRun();
  const stopEngines = await stopStartedEngines('test');
  const total: Counts = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: Counts) => {
    total.passed += passed;
    total.failed += failed;
  };
  fs.mkdirSync(localPath('test'), { recursive: true });
  try {
    installTestPrograms((line) => process.stdout.write(`  ${line}\n`), { isCi });
    for (const isOk of await runStaticChecks(run)) add({ passed: 0, failed: isOk ? 0 : 1 });
    // It builds, too.
    if (!(await timed('release dry run', () => run(['node', ...devtools, 'release']))))
      add({ passed: 0, failed: 1 });
    for (const project of ['unit', 'integration'] as const) add(await runTests(run, { project, isCi }));
  } finally {
    await stopEngines();
  }
  if (interruption.aborted) {
    process.stdout.write('\ninterrupted\n');
    return false;
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0;
}

async function timed(title: string, work: () => Promise<Ended>): Promise<boolean> {
  const begun = performance.now();
  const { isOk, output } = await work();
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(`${output}── ${title}: ${isOk ? 'ok' : 'failed'} (${seconds} s)\n`);
  return isOk;
}

/** As many at a time as there are processors. @returns whether each succeeded */
async function runStaticChecks(run: Run): Promise<boolean[]> {
  const waiting = Object.entries(staticChecks);
  const results: boolean[] = [];
  const runRest = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command] = next;
      results.push(await timed(title, () => run(command, 'held')));
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, runRest));
  return results;
}

interface TestRun {
  readonly project: 'unit' | 'integration';
  /** No test may be skipped. */
  readonly isCi: boolean;
}

async function runTests(run: Run, { project, isCi }: TestRun): Promise<Counts> {
  process.stdout.write(`\n── ${project} tests\n`);
  const { isOk, results } = await runJest(run, project, ['--selectProjects', project]);
  fs.writeFileSync(localPath('test', `${project}-times.txt`), timeTable(results));
  const counts = await settle(run, { isOk, results });
  const skipped = skippedTests(results);
  for (const name of skipped) process.stdout.write(`── skipped: ${name}\n`);
  return isCi ? { ...counts, failed: counts.failed + skipped.length } : counts;
}

interface JestRun {
  readonly isOk: boolean;
  readonly results: JestResults;
}

async function runJest(run: Run, name: string, args: readonly string[]): Promise<JestRun> {
  const file = localPath('test', `${name}.json`);
  fs.rmSync(file, { force: true });
  // With --json, jest repeats its results on stdout, and its report goes to stderr.
  const command = [bin('jest'), '--json', `--outputFile=${file}`, '--passWithNoTests', ...args];
  let isOk = false;
  await timed(`${name} tests`, async () => {
    const ended = await run(command, 'errors');
    isOk = ended.isOk;
    return ended;
  });
  return { isOk, results: readJestResults(file) };
}

/** More than this many files do not fail by chance. */
const unsteadyFilesMax = 2;

/**
 * A few files that failed get a second run, alone. On a shared machine a deadline may pass while nothing runs; a test
 * that fails by itself fails again. What passes only now is named, so that it can be fixed.
 */
async function settle(run: Run, { isOk, results }: JestRun): Promise<Counts> {
  const counts = countResults(results);
  if (isOk) return counts;
  const files = failedFiles(results);
  if (files.length === 0 || files.length > unsteadyFilesMax)
    return { ...counts, failed: Math.max(1, counts.failed) };
  const names = files.map((file) => path.relative(projectRoot(), file)).join(', ');
  process.stdout.write(`\n── once more, alone: ${names}\n`);
  const again = await runJest(run, 'again', ['--runInBand', '--runTestsByPath', ...files]);
  process.stdout.write(
    `── ${names}: ${again.isOk ? 'UNSTEADY, failed once and passed alone' : 'failed again'}\n`,
  );
  return again.isOk ? { passed: counts.passed + counts.failed, failed: 0 } : counts;
}
