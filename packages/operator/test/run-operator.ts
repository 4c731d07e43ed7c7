import { execFile } from 'node:child_process';
import path from 'node:path';
import { createTestContext, type TestContext } from '@postrider/testkit';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = path.resolve(__dirname, '../../..');
const main = path.join(root, 'packages/operator/dist/main.js');

type OperatorSettings = Readonly<Record<string, string>>;

/** An operator in a context that lasts from the file's first test to its last. */
export function useOperator(settings: OperatorSettings = {}) {
  // Every command is a process of its own, which takes a second or more to start.
  jest.setTimeout(180_000);
  let context: TestContext;
  let operator: ReturnType<typeof createOperator>;
  beforeAll(async () => {
    context = await createTestContext();
    operator = createOperator(context, settings);
  });
  afterAll(() => context.close());

  return {
    get context() {
      return context;
    },
    get pool() {
      return context.pool;
    },
    run: (...args: readonly string[]): Promise<Ran> => operator.run(...args),
    /** What a command answers with `--json`. */
    json: <T>(...args: readonly string[]): Promise<T> => operator.json<T>(...args),
    /** The first row that a query finds. */
    rowOf: async <T>(text: string, values: unknown[]): Promise<T | undefined> =>
      (await context.pool.query<T & object>(text, values)).rows[0],
  };
}

/** Runs the command line as an operator does: a process of its own, settings from the environment. */
export function createOperator(context: TestContext, settings: OperatorSettings = {}) {
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
  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const { exitCode, stdout, stderr } = await run('--json', ...args);
    if (exitCode !== 0) throw new Error(`postrider ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  return { run, json };
}
