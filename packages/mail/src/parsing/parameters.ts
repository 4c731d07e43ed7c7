import { charsetOf, decodeText } from '../charsets/decode-text';

/** A parameter with a charset, or a section of one (RFC 2231 §3, §4). */
const section = /;\s*([\w!#$&^.+-]+)\*(?:(\d{1,3})(\*)?)?\s*=\s*(?:"([^"]*)"?|([^;\s"]*))/g;
const labelled = /^([^']*)'[^']*'/;

interface Section {
  readonly nr: number;
  readonly isEncoded: boolean;
  readonly value: string;
}

/** Writes parameters in another charset than UTF-8 in UTF-8, each in one piece. */
export function normalizeParameters(field: string): string {
  if (!field.includes('*')) return field;
  const found = Map.groupBy(field.matchAll(section), ([, name = '']) => name.toLowerCase());
  const written = new Map<string, string>();
  for (const [name, matches] of found) {
    const sections = matches.map(sectionOf).sort((a, b) => a.nr - b.nr);
    const label = labelOf(sections);
    if (label === null || charsetOf(label) === 'utf-8') continue;
    written.set(name, encodeURIComponent(textOf(sections, label).toWellFormed()));
  }
  if (written.size === 0) return field;
  const others = field.replace(section, (whole: string, name: string) =>
    written.has(name.toLowerCase()) ? '' : whole,
  );
  return others + [...written].map(([name, value]) => `; ${name}*=utf-8''${value}`).join('');
}

function sectionOf([, , nr, mark, quoted, plain]: RegExpExecArray): Section {
  return {
    nr: Number(nr ?? 0),
    isEncoded: nr === undefined || mark !== undefined,
    value: quoted ?? plain ?? '',
  };
}

function labelOf([first]: readonly Section[]): string | null {
  return (first?.isEncoded && labelled.exec(first.value)?.[1]) || null;
}

/** Sections that follow each other are taken together: a character may begin in one and end in the next. */
function textOf(sections: readonly Section[], label: string): string {
  let text = '';
  let octets: Buffer[] = [];
  for (const [index, { isEncoded, value }] of sections.entries()) {
    if (isEncoded) octets.push(octetsOf(index === 0 ? value.replace(labelled, '') : value));
    else {
      text += decodeText(Buffer.concat(octets), label) + value;
      octets = [];
    }
  }
  return text + decodeText(Buffer.concat(octets), label);
}

function octetsOf(value: string): Buffer {
  const octets = Buffer.from(value).toString('latin1');
  const decoded = octets.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
