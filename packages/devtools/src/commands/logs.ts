import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { localPath } from '@postrider/testkit';
import {
  inOrder,
  linesOfEmail,
  passes,
  printLogLine,
  readLogLine,
  type LogFilter,
  type LogLine,
} from './log-lines';

export interface LogOptions extends LogFilter {
  /** All that was said about one email. */
  readonly email?: string | undefined;
  /** Goes on with what is written from now on. */
  readonly follow?: boolean | undefined;
}

/** Lines of each log to begin with, unless a filter asks for all. */
const linesShown = 40;
/** Of each file: days of development. */
const bytesReadMax = 64_000_000;

/** Shows the logs of all services and development servers, merged; follows them when a person is watching. */
export async function logs({
  email,
  follow = process.stdout.isTTY,
  ...filter
}: LogOptions = {}): Promise<void> {
  const folder = localPath('logs');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.log')) : [];
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (files.length === 0) return print('No logs yet: make up');
  const all = files.map((name) => readLogFile(path.join(folder, name)));
  if (email !== undefined) {
    const found = linesOfEmail(all.flat(), email).filter((line) => passes(line, filter));
    for (const line of found) print(printLogLine(line));
    if (found.length === 0) print(`No line names ${email}.`);
    return;
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const shown = all.map((lines) => {
    const passing = lines.filter((line) => passes(line, filter));
    return isFiltered ? passing : passing.slice(-linesShown);
  });
  for (const line of inOrder(shown.flat())) print(printLogLine(line));
  if (follow) await followLogs(folder, files, (line) => passes(line, filter) && print(printLogLine(line)));
}

const processOf = (file: string): string => path.basename(file, '.log');

function readLogFile(file: string): LogLine[] {
  const { size } = fs.statSync(file);
  const bytes = Math.min(size, bytesReadMax);
  const buffer = Buffer.alloc(bytes);
  const opened = fs.openSync(file, 'r');
  try {
    fs.readSync(opened, buffer, 0, bytes, size - bytes);
  } finally {
    fs.closeSync(opened);
  }
  const lines = buffer
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => readLogLine(processOf(file), line));
}

/** tail knows about files that begin again; between two files it writes `==> file <==`. */
async function followLogs(
  folder: string,
  files: readonly string[],
  onLine: (line: LogLine) => unknown,
): Promise<void> {
  const paths = files.map((name) => path.join(folder, name));
  const tail = spawn('tail', ['-n', '0', '-v', '-F', ...paths], { stdio: ['ignore', 'pipe', 'ignore'] });
  process.on('SIGINT', () => tail.kill());
  let current = '';
  createInterface({ input: tail.stdout }).on('line', (line) => {
    const [, file] = /^==> (.+) <==$/.exec(line) ?? [];
    if (file !== undefined) current = processOf(file);
    else if (line !== '') onLine(readLogLine(current, line));
  });
  await new Promise((resolve) => tail.on('close', resolve));
}
