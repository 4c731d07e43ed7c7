/**
 * Files of settings that systemd (`EnvironmentFile=`) and Node.js (`--env-file`) read alike: a value has single quotes unless it
 * consists of characters that neither of them interprets.
 */

const plainValue = /^[A-Za-z0-9_.:/@%+,=?&*-]*$/;
const assignment = /^\s*([A-Z][A-Z0-9_]*)\s*=(.*)$/;

export function readEnvFile(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name !== undefined) values.set(name, unquoted(value.trim()));
  }
  return values;
}

/**
 * The text with these values: a setting that is there keeps its line, others are added at the end. Comments and settings of the
 * operator's own stay. Null takes a setting away.
 */
export function changeEnvFile(text: string, values: ReadonlyMap<string, string | null>): string {
  const left = new Map(values);
  const lines = text.split('\n').flatMap((line) => {
    const [, name, old = ''] = assignment.exec(line) ?? [];
    const value = name === undefined ? undefined : left.get(name);
    if (name === undefined || value === undefined) return [line];
    left.delete(name);
    if (value === null) return [];
    return [unquoted(old.trim()) === value ? line : envLine(name, value)];
  });
  while (lines.at(-1) === '') lines.pop();
  for (const [name, value] of left) if (value !== null) lines.push(envLine(name, value));
  return `${lines.join('\n')}\n`;
}

function envLine(name: string, value: string): string {
  return `${name}=${quoted(value)}`;
}

function quoted(value: string): string {
  if (/[\n\r\0]/.test(value)) throw new Error('a setting is one line');
  if (plainValue.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  // Within double quotes systemd reads backslashes and Node.js does not.
  if (!/["\\$`]/.test(value)) return `"${value}"`;
  throw new Error(`a setting cannot have both ' and one of " \\ $ \``);
}

function unquoted(value: string): string {
  const [, quote, inner] = /^(['"])(.*)\1$/.exec(value) ?? [];
  return quote === undefined ? value.replace(/\s+#.*$/, '') : (inner ?? '');
}
