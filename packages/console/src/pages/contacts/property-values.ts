/** A property of a contact as the API takes it. */
export type PropertyValue = string | number | boolean | string[];

/** For reading, not for editing. */
export function describeProperty(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** As text: JSON, unless the value is a text that would not be read as something else. */
export function showProperty(value: unknown): string {
  return typeof value === 'string' && !needsQuotes(value) ? value : JSON.stringify(value);
}

/**
 * The value that a text stands for: a number, true, false, a list of texts, a text in quotation marks, else the text itself. Nothing
 * changes silently: a number is one only if it reads back the same, and quotation marks are dropped only from what would otherwise be
 * something else. `12.50`, `007`, `12E3`, 9007199254740993 and `"quoted"` stay texts; `"12"` is the text 12.
 */
export function readProperty(text: string): PropertyValue {
  const value = parsed(text);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value) === text ? value : text;
  if (typeof value === 'string') return needsQuotes(value) ? value : text;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  return text;
}

function needsQuotes(text: string): boolean {
  return readProperty(text) !== text;
}

/** Undefined: it is no JSON, or has blanks around it. */
function parsed(text: string): unknown {
  if (text !== text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
