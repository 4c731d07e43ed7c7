import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';
import { installTestPrograms } from '../engines/local/install-packages';
import { createRun, type Ended, type Run } from '../processes/run';
import { stopStartedEngines } from '../test-runs/stop-started-engines';
import {
  countResults,
  failedTests,
  readJestResults,
  skippedTests,
  timeTable,
  type Counts,
} from './jest-results';

const compiler = path.join('node_modules', 'typescript7', 'bin', 'tsc');
const bin = (name: string) => path.join('node_modules', '.bin', name);
const devtools = [
  '--conditions=postrider-source',
  '--import',
  'tsx',
  'packages/devtools/src/commands/main.ts',
];

/** First, because it builds what end-to-end tests and the release dry run use. */
const types = ['node', compiler, '-b', 'tsconfig.build.json'];

/** Beside it: the gateway of end-to-end tests serves it, and it generates the types that the console is checked with. */
const consoleBuild = ['node', path.join('packages', 'console', 'build.mjs')];

/** Programs and their arguments, by title. They share nothing with the tests, so they run beside them. */
const staticChecks: Readonly<Record<string, readonly string[]>> = {
  lint: [bin('eslint'), '--max-warnings', '0', '.'],
  format: [bin('prettier'), '--check', '--log-level', 'warn', '.'],
  // The build leaves tests out, and jest strips types without reading them.
  'types of tests': ['node', compiler, '-p', 'tsconfig.lint.json'],
  'types of the console': ['node', compiler, '-p', path.join('packages', 'console')],
  boundaries: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'services', 'tests'],
  'dead code': [bin('knip')],
};

/** Of an exhaustive run. */
const releaseCheck = { 'release dry run': ['node', ...devtools, 'release'] };

/**
 * Everything that checks the project, all of it even when something fails. Ends with the one line that machines read:
 * `N passed, M failed`. SIGINT and SIGTERM end it and stop the engines that it started.
 *
 * @param options.isExhaustive with what repeats a check for other languages, schemes and inputs, and what checks artefacts with programs
 *   of others
 * @returns whether nothing failed
 */
export async function runChecks({ isExhaustive }: { readonly isExhaustive: boolean }): Promise<boolean> {
  const options = { isCi: process.env['CI'] === 'true', isExhaustive };
  // Tests read both.
  process.env['EXHAUSTIVE'] = String(isExhaustive);
  const seed = (process.env['SEED'] ??= String(randomInt(1_000_000)));
  const { run, interruption } = createRun();
  const stopEngines = await stopStartedEngines('test');
  const total: Counts = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: Counts) => {
    total.passed += passed;
    total.failed += failed;
  };
  const failures: string[] = [];
  const check = async (title: string, work: () => Promise<Ended>) => {
    if (await timed(title, work)) return;
    add({ passed: 0, failed: 1 });
    failures.push(title);
  };
  fs.mkdirSync(localPath('test'), { recursive: true });
  try {
    const report = (line: string) => process.stdout.write(`  ${line}\n`);
    await Promise.all([
      installTestPrograms(run, { report, ...options }),
      check('types', () => run(types, { output: 'held' })),
      check('console', () => run(consoleBuild, { output: 'held' })),
    ]);
    await Promise.all([
      runStaticChecks({ ...staticChecks, ...(isExhaustive && releaseCheck) }, run, check),
      runTests(run, options).then((tests) => {
        add(tests);
        failures.push(...tests.failures);
      }),
    ]);
  } finally {
    await stopEngines();
  }
  if (interruption.aborted) {
    process.stdout.write('\ninterrupted\n');
    return false;
  }
  if (!isExhaustive) process.stdout.write(`── samples were chosen by SEED=${seed}\n`);
  // Again at the end: services that show a part of a long output show its end.
  for (const failure of failures) process.stdout.write(`── failed: ${failure}\n`);
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

/** One after another, so that tests beside them keep a processor. */
async function runStaticChecks(
  commands: typeof staticChecks,
  run: Run,
  check: (title: string, work: () => Promise<Ended>) => Promise<void>,
): Promise<void> {
  for (const [title, command] of Object.entries(commands)) {
    await check(title, () => run(command, { output: 'held' }));
  }
}

/** @param options.isCi no test may be skipped */
async function runTests(
  run: Run,
  { isCi, isExhaustive }: { readonly isCi: boolean; readonly isExhaustive: boolean },
): Promise<Counts & { readonly failures: readonly string[] }> {
  const file = localPath('test', 'results.json');
  fs.rmSync(file, { force: true });
  // With --json, jest repeats its results on stdout, and its report goes to stderr.
  const projects = ['unit', 'console', 'integration', ...(isExhaustive ? ['external'] : [])];
  const command = [bin('jest'), '--json', `--outputFile=${file}`, '--selectProjects', ...projects];
  let isOk = false;
  await timed('tests', async () => {
    const ended = await run(command, { output: 'errors' });
    isOk = ended.isOk;
    return ended;
  });
  const results = readJestResults(file);
  fs.writeFileSync(localPath('test', 'times.txt'), timeTable(results));
  const { passed, failed } = countResults(results);
  const skipped = skippedTests(results);
  for (const name of skipped) process.stdout.write(`── skipped: ${name}\n`);
  const failedCount = failed + (isCi ? skipped.length : 0);
  return {
    passed,
    // Jest fails for other reasons, too: its setup, or a worker that died.
    failed: isOk ? failedCount : Math.max(1, failedCount),
    failures: failedTests(results),
  };
}
