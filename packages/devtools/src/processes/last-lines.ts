import fs from 'node:fs';

/** The end of a log, indented, for a failure's text. */
export function lastLines(file: string, count: number): string {
  if (!fs.existsSync(file)) return '  (no log)';
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines
    .slice(-count)
    .map((line) => `  ${line}`)
    .join('\n');
}
