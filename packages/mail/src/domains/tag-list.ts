import type { RecordResult } from './expected-records';

/** A tag list as DKIM and DMARC write it (RFC 6376 §3.2): order, blanks and a last `;` mean nothing. */
export function parseTagList(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim();
    if (!tags.has(name)) tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/** Receivers ignore all of several records of one kind (RFC 7208 §4.5, RFC 6376 §3.6.2.2, RFC 9989 §4.10). */
export function theOne(
  observed: readonly string[],
  { pattern, what, name }: { pattern: RegExp; what: string; name: string },
): { value: string } | { result: RecordResult } {
  const found = observed.filter((value) => pattern.test(value));
  const [value = ''] = found;
  if (found.length === 0) {
    return { result: { status: 'missing', error: `${name} has a TXT record, but no ${what}.` } };
  }
  if (found.length > 1) {
    const error = `There are ${found.length} records: keep only one ${what} at ${name}.`;
    return { result: { status: 'mismatch', error } };
  }
  if (value.startsWith('"')) {
    const error = `The ${what} at ${name} contains literal quotation marks. Remove them.`;
    return { result: { status: 'mismatch', error } };
  }
  return { value: value.trim() };
}
