import path from 'node:path';
import { outputOf } from './stock-clients';

export interface ArrivedPart {
  readonly type: string;
  /** Of a calendar part. */
  readonly method: string | null;
  readonly name: string | null;
  readonly contentId: string | null;
  /** Text as such, forwarded mails whole, everything else one character for each byte. */
  readonly content: string;
}

/** A message at its recipient, as Python's `email` package reads it. */
export interface ArrivedMail {
  /** Lower-case names with decoded values, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Such as `multipart/mixed(text/plain, image/png)`. */
  readonly structure: string;
  /** What is not multipart. */
  readonly parts: readonly ArrivedPart[];
  /** The message as it arrived, one character for each octet. */
  readonly source: string;
  readonly lineOctetsMax: number;
}

export async function readMails(raws: readonly Buffer[]): Promise<ArrivedMail[]> {
  const script = path.join(__dirname, 'read-mail.py');
  const input = JSON.stringify(raws.map((raw) => raw.toString('base64')));
  const output = await outputOf('python3', [script], input);
  if (!output.startsWith('[')) throw new Error(`python3 cannot read the mails: ${output}`);
  return JSON.parse(output) as ArrivedMail[];
}

/** All values of a header. */
export function valuesOf(mail: ArrivedMail, name: string): string[] {
  return mail.headers.filter(([key]) => key === name).map(([, value]) => value);
}

/** The content of the first part of that type, or what stands instead. */
export function contentOf(mail: ArrivedMail, type: string): string {
  return partOf(mail, type)?.content ?? `no ${type} in ${mail.structure}`;
}

export function partOf(mail: ArrivedMail, type: string): ArrivedPart | undefined {
  return mail.parts.find((part) => part.type === type);
}
