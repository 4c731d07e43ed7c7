import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The cases of a file of `clients/conformance`, whose README describes them. */
export function casesOf<Case extends { readonly name: string }>(file: string): Case[] {
  const folder = path.join(__dirname, '../../../../clients/conformance');
  const text = fs.readFileSync(path.join(folder, `${file}.json`), 'utf8');
  return (JSON.parse(text) as { cases: Case[] }).cases;
}

export interface Bytes {
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: string;
  readonly times?: number;
}

export function bytesOf({ text, base64, repeat = '', times = 0 }: Bytes): Buffer<ArrayBuffer> {
  if (text !== undefined) return Buffer.from(text);
  return base64 === undefined ? Buffer.from(repeat.repeat(times)) : Buffer.from(base64, 'base64');
}

interface Placeholder {
  readonly $bytes?: Bytes;
  readonly $file?: { readonly name: string; readonly bytes: Bytes };
  readonly $repeat?: unknown;
  readonly times?: number;
  readonly $text?: true;
}

/** A value with its placeholders replaced: those of an argument, or of what is expected. */
export function filled(value: unknown, role: 'argument' | 'expected'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.flatMap((item) => filled(item, role));
  const { $bytes, $file, $repeat, $text, ...rest } = value as Placeholder;
  if ($repeat !== undefined) return Array.from({ length: rest.times ?? 0 }, () => filled($repeat, role));
  if ($bytes)
    return role === 'argument' ? new Uint8Array(bytesOf($bytes)) : bytesOf($bytes).toString('base64');
  if ($text) return expect.stringMatching(/./) as unknown;
  const members = Object.entries(rest).map(([name, member]) => [name, filled(member, role)] as const);
  const others = Object.fromEntries(members);
  return $file ? { ...others, path: fileOf($file.name, bytesOf($file.bytes)) } : others;
}

function fileOf(name: string, bytes: Uint8Array): string {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-conformance-')), name);
  fs.writeFileSync(file, bytes);
  return file;
}
