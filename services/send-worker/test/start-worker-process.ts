import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  eventually,
  testLinkSecret,
  testMasterKey,
  testReturnPathSecret,
  type TestContext,
} from '@postrider/testkit';

export interface WorkerProcess {
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
}

/** The service as it runs: a process of its own that can be killed. Resolves when it is ready. */
export async function startWorkerProcess(
  context: TestContext,
  settings: Readonly<Record<string, string>>,
): Promise<WorkerProcess> {
  const main = path.join(__dirname, '..', 'dist', 'main.js');
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...context.settings,
      MASTER_KEY: testMasterKey,
      RETURN_PATH_SECRET: testReturnPathSecret,
      LINK_SECRET: testLinkSecret,
      PUBLIC_URL: 'http://127.0.0.1:4000',
      EHLO_NAME: 'worker.test',
      BLOCKLISTS: 'none',
      HEALTH_PORT: '0',
      HEALTH_HOST: '127.0.0.1',
      ...settings,
    },
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await eventually(() => log.includes('send-worker is ready'), {
    timeoutMs: 50_000,
    what: 'the worker process',
  });
  return { exited, kill: (signal) => void child.kill(signal) };
}
