import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from '@postrider/testkit';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = path.resolve(__dirname, '../../..');
const main = path.join(root, 'packages/operator/dist/main.js');

/** Runs the command line as an operator does: a process of its own, settings from the environment. */
export function createOperator(context: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const run = (...args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [main, '--operator', 'olga', ...args],
        { env: { ...context.settings, ...settings }, cwd: root, timeout: 60_000 },
        (error, stdout, stderr) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
      );
    });
  /** What a command answers with `--json`. */
  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const { exitCode, stdout, stderr } = await run('--json', ...args);
    if (exitCode !== 0) throw new Error(`postrider ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  return { run, json };
}
