import type { ExplainedFailure } from './failures';

export interface Output {
  readonly isJson: boolean;
  /** The answer of a command: JSON, or the text that people read. */
  answer(value: unknown, text: string): void;
  /** One of many: a line of JSON, or a line of text. */
  line(value: unknown, text: string): void;
  /** What happens meanwhile, for people at a terminal: on standard error. */
  progress(text: string): void;
  /** On standard error. With `--json` as JSON. */
  failure(failure: ExplainedFailure): void;
  /** What goes wrong without ending the command. On standard error. */
  warning(text: string): void;
}

export interface OutputStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

export function createOutput(isJson: boolean, { stdout, stderr }: OutputStreams): Output {
  return {
    isJson,
    answer: (value, text) => {
      const shown = isJson ? JSON.stringify(value, null, 2) : printable(text);
      if (shown !== '') stdout.write(`${shown}\n`);
    },
    line: (value, text) => {
      stdout.write(`${isJson ? JSON.stringify(value) : printable(text)}\n`);
    },
    progress: (text) => {
      if (!isJson && stderr.isTTY === true) stderr.write(`${printable(text)}\n`);
    },
    warning: (text) => {
      stderr.write(`${isJson ? JSON.stringify({ warning: text }) : printable(text)}\n`);
    },
    failure: (failure) => {
      stderr.write(`${isJson ? JSON.stringify(errorBody(failure)) : printable(failureText(failure))}\n`);
    },
  };
}

function errorBody({ code, message, fields, requestId }: ExplainedFailure): object {
  return { error: { code, message, ...(fields && { fields }), ...(requestId && { request_id: requestId }) } };
}

function failureText({ code, message, fields = [], requestId }: ExplainedFailure): string {
  return [
    `error: ${message}${code === 'unexpected' || code === 'usage' ? '' : ` (${code})`}`,
    ...fields.map((field) => `  ${field.path}: ${field.message}`),
    ...(requestId === undefined ? [] : [`  request: ${requestId}`]),
  ].join('\n');
}

/** Subjects and replies of servers come from others: they must not move the cursor or color the terminal. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what it removes
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');
}

/** Columns of equal width. */
export function table(names: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  if (rows.length === 0) return 'nothing';
  const lines = [names, ...rows.map((row) => row.map((cell) => oneLine(cell ?? '-')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values below each other; those without a value are left out. */
export function fields(
  entries: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const shown = Object.entries(entries).filter(([, value]) => value !== null && value !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(String(value))}`).join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
