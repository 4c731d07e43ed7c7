import { spawn } from 'node:child_process';
import { CommandRefused } from '../command-refused';
import { programEnvironment } from '../config';

interface ProgramResult {
  /** Null: there is no such program, or it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  /** For what must not be seen among the processes of the machine. */
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Beside that of `programEnvironment`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A start of RabbitMQ, or a migration, takes tens of seconds. */
const defaultTimeoutMs = 180_000;
const outputCharsMax = 100_000;

/** Never rejects. */
export function tryProgram(
  program: string,
  args: readonly string[],
  { input = '', timeoutMs = defaultTimeoutMs, env = {} }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      // Not `timeout`: its timer goes on where there is no such program.
      ...{ signal: AbortSignal.timeout(timeoutMs), killSignal: 'SIGKILL' },
      // Other users cannot read every working directory.
      ...{ cwd: '/', env: { ...programEnvironment(), ...env } },
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] = (output[name] + text).slice(-outputCharsMax);
      });
    }
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', (error) => resolve({ code: null, stdout: '', stderr: error.message }));
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/** @throws CommandRefused with what the program says when it fails */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryProgram(program, args, options);
  if (code === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split('\n').slice(-5).join('\n');
  throw new CommandRefused(
    `${program} ${args.join(' ')} failed${code === null ? '' : ` with exit code ${code}`}: ${said}`,
  );
}
