import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { projectRoot } from '@postrider/testkit';

export interface Ended {
  readonly isOk: boolean;
  /** What it wrote to stdout and stderr, where that is held. */
  readonly output: string;
}

export interface RunOptions {
  /** `held`: returned; `errors`: only stderr is shown. Default `shown`. */
  readonly output?: 'shown' | 'errors' | 'held';
}

/** Runs a command in the project's folder. */
export type Run = (command: readonly string[], options?: RunOptions) => Promise<Ended>;

/** SIGINT and SIGTERM end the commands that run, and from then on each one fails at once, so that the caller can clean up. */
export function createRun(): { readonly run: Run; readonly interruption: AbortSignal } {
  const controller = new AbortController();
  const interruption = controller.signal;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  const run: Run = async ([command = '', ...args], { output = 'shown' } = {}) => {
    if (interruption.aborted) return { isOk: false, output: '' };
    const stdout = { shown: 'inherit', errors: 'ignore', held: 'pipe' } as const;
    const stderr = output === 'held' ? 'pipe' : 'inherit';
    // A process group: programs of node_modules run in a shell, which keeps a signal to itself.
    const options = { cwd: projectRoot(), detached: true } as const;
    const child = spawn(command, args, { ...options, stdio: ['ignore', stdout[output], stderr] });
    const stop = () => void (child.pid && process.kill(-child.pid, 'SIGTERM'));
    interruption.addEventListener('abort', stop);
    const exited = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const written = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
    const [code, ...outputs] = await Promise.all([exited, ...written]);
    interruption.removeEventListener('abort', stop);
    return { isOk: code === 0, output: outputs.join('') };
  };
  return { run, interruption };
}
