import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { ExplainedError } from '../explained-error';
import { serviceNames } from '../processes/service-process';

const compiler = path.join('node_modules', 'typescript7', 'bin', 'tsc');

/**
 * Compiles the services and all that they need, the command lines of operators and developers, and these tools, whose servers run
 * compiled too. Builds the console, which takes no time without a change of its sources.
 */
export async function build(): Promise<void> {
  const [compiled, built] = await Promise.all([
    runNode([compilerPath(), '-b', ...buildTargets()]),
    runNode([consoleBuildPath()]),
  ]);
  if (compiled.status !== 0) throw new ExplainedError(`The sources do not compile:\n${compiled.output}`);
  if (built.status !== 0) throw new ExplainedError(`The console cannot be built:\n${built.output}`);
}

export function buildTargets(): string[] {
  const tools = ['packages/devtools', 'packages/operator', 'packages/cli'];
  return [...tools, ...serviceNames.map((name) => `services/${name}`)];
}

export function compilerPath(): string {
  return path.join(projectRoot(), compiler);
}

export function consoleBuildPath(): string {
  return path.join(projectRoot(), 'packages', 'console', 'build.mjs');
}

function runNode(args: readonly string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString() }));
  });
}
