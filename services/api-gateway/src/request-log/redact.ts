import { holdsSecret, isSecretName, redactText, redacted } from '@postrider/runtime';

/** Of a stored body: small enough that a request with the largest body costs no more than one with a small one. */
const limits = { charsMax: 16_000, textCharsMax: 2_000, itemsMax: 100, depthMax: 12 } as const;

/** A JSON value as stored: without secrets and files, and cut to a bounded size. */
export function redactJson(value: unknown): string {
  return JSON.stringify(new Redaction().value(value, { name: '', depth: 0, ofFile: false, ofSecret: false }));
}

interface Place {
  /** Name of the field; of an array's item the array's. */
  readonly name: string;
  readonly depth: number;
  /** In an object with a file name: its `content` is the file's. */
  readonly ofFile: boolean;
  /** Below a field that holds a secret. */
  readonly ofSecret: boolean;
}

/** Our object, whose fields say what is secret. */
const ownObject = 'api_key';

class Redaction {
  private charsLeft: number = limits.charsMax;

  value(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return this.text(value, place);
    if (typeof value !== 'object' || value === null) {
      this.charsLeft -= 8;
      return typeof value === 'number' && (place.ofSecret || holdsSecret(place.name, value))
        ? redacted
        : value;
    }
    if (this.charsLeft <= 0 || place.depth >= limits.depthMax) return '[cut]';
    this.charsLeft -= 2;
    return Array.isArray(value) ? this.items(value, place) : this.fields(value, place);
  }

  private text(text: string, place: Place): string {
    const { name, ofFile } = place;
    if (isSecret(place)) return redacted;
    if (ofFile && name === 'content') return `[${text.length} characters]`;
    const chars = Math.max(0, Math.min(text.length, limits.textCharsMax, this.charsLeft));
    // Cut first: a secret that the cut has shortened is still found by its beginning.
    const shown = redactText(text.slice(0, chars));
    this.charsLeft -= shown.length + 2;
    return chars === text.length ? shown : `${shown}[${text.length - chars} more characters]`;
  }

  private items(items: readonly unknown[], { name, depth, ofSecret }: Place): unknown[] {
    const shown: unknown[] = [];
    for (const item of items) {
      if (shown.length >= limits.itemsMax || this.charsLeft <= 0) {
        shown.push(`[${items.length - shown.length} more items]`);
        break;
      }
      shown.push(this.value(item, { name, depth: depth + 1, ofFile: false, ofSecret }));
    }
    return shown;
  }

  private fields(fields: object, place: Place): Record<string, unknown> {
    const inside = {
      depth: place.depth + 1,
      ofFile: 'filename' in fields,
      ofSecret: isSecret(place) && place.name !== ownObject,
    };
    const shown: [string, unknown][] = [];
    for (const [name, value] of Object.entries(fields)) {
      if (shown.length >= limits.itemsMax || this.charsLeft <= 0) {
        shown.push(['[cut]', true]);
        break;
      }
      this.charsLeft -= name.length + 4;
      shown.push([redactText(name.slice(0, 200)), this.value(value, { name, ...inside })]);
    }
    return Object.fromEntries(shown);
  }
}

function isSecret({ name, ofSecret }: Place): boolean {
  return ofSecret || isSecretName(name);
}
