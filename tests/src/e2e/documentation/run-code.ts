import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { languages, type Language } from './code-blocks';

const run = promisify(execFile);
const timeoutMs = 60_000;

/** @throws with what the program said, when it fails */
export async function runCode(
  language: Language,
  code: string,
  { token }: { token: string },
): Promise<string> {
  const { command, file, folder } = write(language, code);
  const options = { cwd: folder, timeout: timeoutMs, env: { ...process.env, POSTRIDER_API_KEY: token } };
  try {
    const { stdout } = await run(command, argumentsFor(language, file), options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${language} failed: ${stdout ?? ''}${stderr ?? ''}\n${code}`, { cause: error });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export interface RunningCode {
  output(): string;
  stop(): void;
}

export function startCode(language: Language, code: string, { secret }: { secret: string }): RunningCode {
  const { command, file, folder } = write(language, code);
  const child = spawn(command, argumentsFor(language, file), {
    cwd: folder,
    env: { ...process.env, POSTRIDER_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return {
    output: () => output,
    stop: () => {
      child.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true });
    },
  };
}

function write(language: Language, code: string): { command: string; file: string; folder: string } {
  const { command, file } = languages[language];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-documentation-'));
  fs.writeFileSync(path.join(folder, file), language === 'sh' ? `set -euo pipefail\n${code}` : code);
  // As `npm install postrider` would.
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(path.join(projectRoot(), 'packages/sdk'), path.join(folder, 'node_modules/postrider'));
  return { command, file, folder };
}

function argumentsFor(language: Language, file: string): string[] {
  return language === 'go' ? ['run', file] : [file];
}
