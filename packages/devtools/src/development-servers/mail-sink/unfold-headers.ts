/**
 * The header block of a message as names in lower case and unfolded values; a field that occurs more than
 * once has an array.
 */
export function unfoldHeaders(message: string): Record<string, string | string[]> {
  const end = message.indexOf('\r\n\r\n');
  const block = (end === -1 ? message : message.slice(0, end)).replace(/\r\n(?=[ \t])/g, '');
  const headers: Record<string, string | string[]> = {};
  for (const line of block.split('\r\n')) {
    const [, name, value = ''] = /^([^\s:]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}
