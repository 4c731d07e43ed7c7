import { execFile, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { ServiceName } from '@postrider/devtools';
import { projectRoot } from '@postrider/testkit';

export type Settings = Record<string, string>;
export type Program = ServiceName | 'migrate' | 'operator';

const mainOf = (what: Program): string =>
  ({
    migrate: 'packages/db/dist/migrations/migrate.cli.js',
    operator: 'packages/operator/dist/main.js',
  })[what as string] ?? `services/${what}/dist/main.js`;

export interface Start {
  readonly child: ChildProcess;
  readonly ended: Promise<{ exitCode: number; lines: string[] }>;
  /** What it has said so far: standard error, and the messages of warnings and worse. */
  said(): string[];
}

/** A built program, with these settings alone. */
export function startProgram(what: Program, settings: Settings, ...args: string[]): Start {
  let text = '';
  const said = (): string[] => text.split('\n').filter(Boolean).flatMap(spoken);
  const child = execFile(process.execPath, [path.join(projectRoot(), mainOf(what)), ...args], {
    env: settings,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<{ exitCode: number; lines: string[] }>((resolve) => {
    child.on('close', (code) => resolve({ exitCode: code ?? -1, lines: said() }));
  });
  return { child, ended, said };
}

/** Warnings and worse by their message; a stack, an address or a hint would be a line more. */
function spoken(line: string): string[] {
  if (!line.startsWith('{')) return [line];
  const { level, msg, err } = JSON.parse(line) as { level: string; msg: string; err?: { stack?: string } };
  if (!['warn', 'error', 'fatal'].includes(level)) return [];
  return err === undefined ? [msg] : [msg, JSON.stringify(err)];
}
