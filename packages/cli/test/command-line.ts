import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSettings } from '../src/config';
import { runCommandLine } from '../src/program';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TestCommandLine {
  /** Where profiles are. */
  readonly folder: string;
  run(...words: string[]): Promise<Ended>;
  /** With variables of the environment. */
  runWith(env: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended>;
}

/** Runs command lines in a configuration folder of their own. */
export function useCommandLine(): TestCommandLine {
  let folder = '';
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-cli-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const runWith: TestCommandLine['runWith'] = async (env, ...words) => {
    const written = { stdout: '', stderr: '' };
    const exitCode = await runCommandLine(words, {
      settings: readSettings({ POSTRIDER_CONFIG_DIR: folder, ...env }),
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
      stopping: new AbortController().signal,
    });
    return { exitCode, ...written };
  };
  return {
    get folder() {
      return folder;
    },
    run: (...words) => runWith({}, ...words),
    runWith,
  };
}
