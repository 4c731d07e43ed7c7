import fs from 'node:fs';
import path from 'node:path';

export interface LogLine {
  /** pino: 30 info, 40 warn, 50 error, 60 fatal. A line that is no JSON, such as a crash, counts as fatal. */
  readonly level: number;
  readonly text: string;
}

export function readLog(file: string): LogLine[] {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => ({ level: levelOf(text), text }));
}

const names: Readonly<Record<string, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
};

function levelOf(text: string): number {
  try {
    const { level } = JSON.parse(text) as { level?: number | string };
    return typeof level === 'number' ? level : (names[level ?? ''] ?? 60);
  } catch {
    // Node's own warnings go to the same file.
    return /^\(node:\d+\)|^\(Use `node/.test(text) ? 40 : 60;
  }
}

/** Turns of event loops that were far too long, as the services' guards have logged them: for a person to look at. */
export function longTurns(logFolder: string, busyMsMin: number): string[] {
  return fs.readdirSync(logFolder).flatMap((name) =>
    readLog(path.join(logFolder, name)).flatMap(({ text }) => {
      if (!text.includes('the event loop was blocked')) return [];
      const { busy_ms: busyMs, stack } = JSON.parse(text) as { busy_ms: number; stack: string[] };
      return busyMs < busyMsMin ? [] : [`${name}: ${busyMs} ms\n    ${stack.slice(0, 6).join('\n    ')}`];
    }),
  );
}
