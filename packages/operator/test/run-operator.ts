import { CommanderError, type Command } from 'commander';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { createProgram } from '../src/program';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type OperatorSettings = Readonly<Record<string, string>>;

/** An operator in a context that lasts from the file's first test to its last. */
export function useOperator(settings: OperatorSettings = {}) {
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

/** Runs the command line with settings of its own; one command at a time. */
export function createOperator(context: Pick<TestContext, 'settings'>, settings: OperatorSettings = {}) {
  const run = (...args: readonly string[]): Promise<Ran> =>
    runHere({ ...context.settings, ...settings }, ['--operator', 'olga', ...args]);
  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const { exitCode, stdout, stderr } = await run('--json', ...args);
    if (exitCode !== 0) throw new Error(`postrider ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  return { run, json };
}

/**
 * In this process: as one of its own, each command takes most of a second to start. End-to-end tests run the program as operators
 * do.
 */
async function runHere(settings: OperatorSettings, args: readonly string[]): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  const environment = jest.replaceProperty(process, 'env', { ...settings });
  process.exitCode = 0;
  try {
    const program = await createProgram({ isWanted: (group) => args.includes(group) });
    await throwingInsteadOfExiting(program).parseAsync(args, { from: 'user' });
    return { exitCode: process.exitCode, ...written };
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode, ...written };
    throw error;
  } finally {
    process.exitCode = undefined;
    environment.restore();
    for (const spy of spies) spy.mockRestore();
  }
}

function throwingInsteadOfExiting(command: Command): Command {
  for (const each of command.commands) throwingInsteadOfExiting(each);
  return command.exitOverride();
}
