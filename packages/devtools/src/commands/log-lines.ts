import { styleText } from 'node:util';

export interface LogLine {
  /** The file's name, which is the process's. */
  readonly process: string;
  /** ISO 8601; empty for what is no line of ours: a crash, an engine. */
  readonly time: string;
  readonly level: string;
  readonly text: string;
  /** What the line says beside its text. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly raw: string;
}

export interface LogFilter {
  /** The beginning of a process's name: `send-worker` is each of its replicas. */
  readonly service?: string | undefined;
  readonly level?: string | undefined;
  /** Anywhere in the line. */
  readonly text?: string | undefined;
}

export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const rank = (level: string): number => levels.findIndex((each) => each === level);

/** Fields with a place of their own in a printed line, or that repeat the process's name. */
const placed: ReadonlySet<string> = new Set([
  'time',
  'level',
  'msg',
  'name',
  'pid',
  'hostname',
  'trace_flags',
]);

export function readLogLine(process: string, raw: string): LogLine {
  const unknown = { process, time: '', level: 'info', text: raw, fields: {}, raw };
  if (!raw.startsWith('{')) return unknown;
  try {
    const { time, level, msg, ...rest } = JSON.parse(raw) as Record<string, unknown>;
    if (typeof time !== 'string' || typeof level !== 'string') return unknown;
    const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !placed.has(name)));
    return { process, time, level, text: typeof msg === 'string' ? msg : '', fields, raw };
  } catch {
    return unknown;
  }
}

export function passes({ process, level, raw }: LogLine, filter: LogFilter): boolean {
  if (filter.service !== undefined && !process.startsWith(filter.service)) return false;
  if (filter.level !== undefined && rank(level) < rank(filter.level)) return false;
  return filter.text === undefined || raw.includes(filter.text);
}

/** By what a line about an email leads to lines that do not name it: errors of its request, spans of its trace. */
const leading = ['request_id', 'trace_id'] as const;

/** Everything that was said about an email, over all processes, in the order in which it happened. */
export function linesOfEmail(lines: readonly LogLine[], emailId: string): LogLine[] {
  const naming = lines.filter(({ raw }) => raw.includes(emailId));
  const ids = new Set(
    naming
      .flatMap(({ fields }) => leading.map((name) => fields[name]))
      .filter((id) => typeof id === 'string'),
  );
  const isRelated = ({ fields }: LogLine): boolean =>
    leading.some((name) => {
      const id = fields[name];
      return typeof id === 'string' && ids.has(id);
    });
  return inOrder(lines.filter((line) => line.raw.includes(emailId) || isRelated(line)));
}

/** ISO times sort as text; lines of the same millisecond stay as they stood. */
export function inOrder(lines: readonly LogLine[]): LogLine[] {
  return [...lines].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

const colours = { warn: 'yellow', error: 'red', fatal: 'red' } as const;

/** `12:00:01.123 send-worker        info  message processed  outcome=delivered duration_ms=12` */
export function printLogLine({ process, time, level, text, fields }: LogLine): string {
  if (time === '') return `${' '.repeat(12)} ${process.padEnd(18)} ${text}`;
  const said = Object.entries(fields).map(
    ([name, value]) => `${styleText('dim', `${name}=`)}${valueText(value)}`,
  );
  const colour = level === 'warn' || level === 'error' || level === 'fatal' ? colours[level] : undefined;
  const shown = colour ? styleText(colour, level.padEnd(5)) : level.padEnd(5);
  return `${time.slice(11, 23)} ${process.padEnd(18)} ${shown} ${text}  ${said.join(' ')}`.trimEnd();
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return /[\s"=]/.test(value) ? JSON.stringify(value) : value;
  return JSON.stringify(value) ?? '';
}
