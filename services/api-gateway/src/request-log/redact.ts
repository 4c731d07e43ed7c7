/** What replaces a secret. */
const redacted = '[redacted]';

/** Of a stored body: small enough that a request with the largest body costs no more than one with a small one. */
const limits = { charsMax: 16_000, textCharsMax: 2_000, itemsMax: 100, depthMax: 12 } as const;

const secretName =
  /(?:^|[_-])(?:token|secret|password|passwd|pwd|authorization|cookie|credential|private_?key|api_?key)$/i;

/** Our keys and secrets, bearer tokens, PEM keys, passwords in URLs, and parameters of links that act by themselves. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\bpr_(?:live|test)_\w+/g, redacted],
  [/\bwhsec_[\w+/=-]+/g, redacted],
  [/\bBearer\s+[^\s"',]+/gi, redacted],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g, redacted],
  [/(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}@/g, `$1${redacted}@`],
  [
    /([?&;](?:[\w-]{0,40}[_-])?(?:token|secret|password|key|code|signature|sig)=)[^&\s"'<>]+/gi,
    `$1${redacted}`,
  ],
];

export function redactText(text: string): string {
  return secretTexts.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);
}

/** A JSON value as stored: without secrets and files, and cut to a bounded size. */
export function redactJson(value: unknown): string {
  return JSON.stringify(new Redaction().value(value, { name: '', depth: 0, ofFile: false }));
}

interface Place {
  /** Name of the field; of an array's item the array's. */
  readonly name: string;
  readonly depth: number;
  /** In an object with a file name: its `content` is the file's. */
  readonly ofFile: boolean;
}

class Redaction {
  private charsLeft: number = limits.charsMax;

  value(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return this.text(value, place);
    if (typeof value !== 'object' || value === null) {
      this.charsLeft -= 8;
      return value;
    }
    if (this.charsLeft <= 0 || place.depth >= limits.depthMax) return '[cut]';
    this.charsLeft -= 2;
    return Array.isArray(value) ? this.items(value, place) : this.fields(value, place);
  }

  private text(text: string, { name, ofFile }: Place): string {
    if (secretName.test(name)) return redacted;
    if (ofFile && name === 'content') return `[${text.length} characters]`;
    const chars = Math.max(0, Math.min(text.length, limits.textCharsMax, this.charsLeft));
    // Cut first: a secret that the cut has shortened is still found by its beginning.
    const shown = redactText(text.slice(0, chars));
    this.charsLeft -= shown.length + 2;
    return chars === text.length ? shown : `${shown}[${text.length - chars} more characters]`;
  }

  private items(items: readonly unknown[], { name, depth }: Place): unknown[] {
    const shown: unknown[] = [];
    for (const item of items) {
      if (shown.length >= limits.itemsMax || this.charsLeft <= 0) {
        shown.push(`[${items.length - shown.length} more items]`);
        break;
      }
      shown.push(this.value(item, { name, depth: depth + 1, ofFile: false }));
    }
    return shown;
  }

  private fields(fields: object, { depth }: Place): Record<string, unknown> {
    const ofFile = 'filename' in fields;
    const shown: [string, unknown][] = [];
    for (const [name, value] of Object.entries(fields)) {
      if (shown.length >= limits.itemsMax || this.charsLeft <= 0) {
        shown.push(['[cut]', true]);
        break;
      }
      this.charsLeft -= name.length + 4;
      shown.push([redactText(name.slice(0, 200)), this.value(value, { name, depth: depth + 1, ofFile })]);
    }
    return Object.fromEntries(shown);
  }
}
