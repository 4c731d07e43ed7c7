/** A property of a contact as the API takes it. */
export type PropertyValue = string | number | boolean | string[];

/** As text: JSON, unless the value is a text that JSON would not read as something else. */
export function showProperty(value: unknown): string {
  if (typeof value === 'string' && typeof readProperty(value) === 'string') return value;
  return JSON.stringify(value);
}

/** The value that a text stands for: a number, true, false, a list of texts, a text in quotation marks, else the text itself. */
export function readProperty(text: string): PropertyValue {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  } catch {
    // Not JSON: a plain text.
  }
  return text;
}
