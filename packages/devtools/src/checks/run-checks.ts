import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import { chooseEngines } from '../engines/ensure-engines';
import { engineSet } from '../engines/engine-set';
import { installMailClients } from '../engines/local/install-packages';
import type { Engine } from '../engines/engine';
import { sourceInUse } from '../engines/source-in-use';
import { countJestResults, failedFiles, type Counts } from './jest-results';

interface Check {
  title: string;
  /** A script of the root package, run as `node <script file> <args>`. */
  command: readonly string[];
  /** Where jest writes its results; a check without counts as one when it fails. */
  results?: string;
}

const compiler = path.join('node_modules', 'typescript7', 'bin', 'tsc');
const bin = (name: string) => path.join('node_modules', '.bin', name);

function checks(): Check[] {
  return [
    { title: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
    { title: 'types', command: ['node', compiler, '-b', 'tsconfig.build.json'] },
    // The build leaves tests out, and jest strips types without reading them.
    { title: 'types of tests', command: ['node', compiler, '-p', 'tsconfig.lint.json'] },
    { title: 'lint', command: [bin('eslint'), '--max-warnings', '0', '.'] },
    {
      title: 'boundaries',
      command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'services', 'tests'],
    },
    { title: 'dead code', command: [bin('knip')] },
    {
      title: 'release dry run',
      command: [
        ...['node', '--conditions=postrider-source', '--import', 'tsx'],
        ...['packages/devtools/src/commands/main.ts', 'release'],
      ],
    },
    jest('unit'),
    jest('integration'),
  ];
}

function jest(project: 'unit' | 'integration'): Check {
  const results = localPath('test', `${project}.json`);
  const reporting = ['--json', `--outputFile=${results}`, '--passWithNoTests'];
  return {
    title: `${project} tests`,
    command: [bin('jest'), '--selectProjects', project, ...reporting],
    results,
  };
}

/**
 * Everything that checks the project, one after the other, all of it even when something fails. Ends with
 * the one line that machines read: `N passed, M failed`.
 *
 * @returns whether nothing failed
 */
export async function runChecks(): Promise<boolean> {
  const stopEngines = await rememberIdleEngines();
  const total: Counts = { passed: 0, failed: 0 };
  const failedChecks: string[] = [];
  try {
    installMailClients((line) => process.stdout.write(`  ${line}\n`));
    for (const check of checks()) {
      const { passed, failed } = await runCheck(check);
      total.passed += passed;
      total.failed += failed;
      if (failed > 0) failedChecks.push(check.title);
    }
  } finally {
    await stopEngines();
  }
  if (failedChecks.length > 0) process.stdout.write(`\nfailed: ${failedChecks.join(', ')}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0;
}

async function runCheck(check: Check): Promise<Counts> {
  const begun = performance.now();
  process.stdout.write(`\n── ${check.title}\n`);
  if (check.results) fs.rmSync(check.results, { force: true });
  const ok = await run(check.command);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(`── ${check.title}: ${ok ? 'ok' : 'failed'} (${seconds} s)\n`);
  const counts = check.results ? countJestResults(check.results) : { passed: 0, failed: 0 };
  if (!ok && check.results) return runAgain(check.results, counts);
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** More than this many files do not fail by chance. */
const unsteadyFilesMax = 2;

/**
 * A few files that failed get a second run, alone. On a shared machine a deadline may pass while nothing runs; a test
 * that fails by itself fails again. What passes only now is named, so that somebody mends it.
 */
async function runAgain(results: string, first: Counts): Promise<Counts> {
  const files = failedFiles(results);
  if (files.length === 0 || files.length > unsteadyFilesMax)
    return { ...first, failed: Math.max(1, first.failed) };
  const names = files.map((file) => path.relative(projectRoot(), file)).join(', ');
  process.stdout.write(`\n── once more, alone: ${names}\n`);
  const again = localPath('test', 'again.json');
  fs.rmSync(again, { force: true });
  const reporting = ['--json', `--outputFile=${again}`];
  const ok = await run([bin('jest'), '--runInBand', ...reporting, '--runTestsByPath', ...files]);
  process.stdout.write(`── ${names}: ${ok ? 'UNSTEADY, failed once and passed alone' : 'failed again'}\n`);
  return ok ? { passed: first.passed + first.failed, failed: 0 } : first;
}

async function run([command = '', ...args]: readonly string[]): Promise<boolean> {
  fs.mkdirSync(localPath('test'), { recursive: true });
  const child = spawn(command, args, {
    cwd: projectRoot(),
    // jest --json repeats its results on stdout, which the file has already; its report goes to stderr.
    stdio: ['ignore', args.includes('--json') ? 'ignore' : 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return code === 0;
}

/** Test engines that were up before stay up; those that this run starts are stopped at its end. */
async function rememberIdleEngines(): Promise<() => Promise<void>> {
  const running = new Set<string>();
  for (const engine of ownTestEngines()) if (await engine.isReady()) running.add(engine.name);
  return async () => {
    const started = ownTestEngines().filter(({ name }) => !running.has(name));
    await Promise.all(started.map((engine) => engine.stop()));
  };
}

function ownTestEngines(): Engine[] {
  const source = sourceInUse('test');
  if (!source) return [];
  const { postgres, redis, rabbitmq } = chooseEngines({ set: engineSet('test'), sources: [source] });
  return [postgres, redis, rabbitmq];
}
