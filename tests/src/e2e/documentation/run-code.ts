import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { languages, type Language } from './code-blocks';

const run = promisify(execFile);
const timeoutMs = 60_000;
const outputBytesMax = 16 * 1024 * 1024;

/** @throws with what the program said, when it fails */
export function runCode(language: Language, code: string, { token }: { token: string }): Promise<string> {
  return inFolder((folder) =>
    runFile(language, { folder, files: [write(language, code, folder)], token }).catch((error: unknown) => {
      throw new Error(`this fails:\n${code}`, { cause: error });
    }),
  );
}

/** @throws with what the program said, when it fails */
export async function runFile(
  language: Language,
  { folder, files, token }: { folder: string; files: readonly string[]; token: string },
): Promise<string> {
  const env = { ...process.env, POSTRIDER_API_KEY: token };
  const options = { cwd: folder, timeout: timeoutMs, maxBuffer: outputBytesMax, env };
  try {
    const { stdout } = await run(languages[language].command, argumentsFor(language, files), options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${language} failed: ${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

/** In a folder that has what `npm install postrider` would put there. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = createFolder();
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export interface RunningCode {
  output(): string;
  stop(): void;
}

export function startCode(language: Language, code: string, { secret }: { secret: string }): RunningCode {
  const folder = createFolder();
  const file = write(language, code, folder);
  const child = spawn(languages[language].command, argumentsFor(language, [file]), {
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

function createFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-documentation-'));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(path.join(projectRoot(), 'packages/sdk'), path.join(folder, 'node_modules/postrider'));
  return folder;
}

/** @returns the name of the file */
function write(language: Language, code: string, folder: string): string {
  const { file } = languages[language];
  fs.writeFileSync(path.join(folder, file), language === 'sh' ? `set -euo pipefail\n${code}` : code);
  return file;
}

function argumentsFor(language: Language, files: readonly string[]): readonly string[] {
  return language === 'go' ? ['run', ...files] : files;
}
