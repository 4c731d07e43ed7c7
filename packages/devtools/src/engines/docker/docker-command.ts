import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Pulling three images over a slow line. */
const commandTimeoutMs = 600_000;

/** A client without an engine is common (it is here), so the server's version is what counts. */
export function dockerAnswers(): boolean {
  const asked = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    timeout: 5_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return asked.status === 0 && asked.stdout.trim() !== '';
}

export async function docker(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run('docker', args, {
    timeout: commandTimeoutMs,
    env: { ...process.env, ...environment },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.trim();
}

/** @returns whether the command succeeded: stopping what does not exist is no failure */
export function dockerTry(args: readonly string[]): Promise<boolean> {
  return docker(args).then(
    () => true,
    () => false,
  );
}
