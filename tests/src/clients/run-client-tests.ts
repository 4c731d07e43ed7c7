import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

/** Runs the tests of a client in its own language: they play the vectors of `clients/conformance`. */
export async function runClientTests(
  language: string,
  [command, ...args]: readonly [string, ...string[]],
  variables: NodeJS.ProcessEnv = {},
): Promise<{ exitCode: unknown; output: string }> {
  const child = spawn(command, args, {
    cwd: path.join(projectRoot(), 'clients', language),
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [unknown];
  return { exitCode, output };
}
