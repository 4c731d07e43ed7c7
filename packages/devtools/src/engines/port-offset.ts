import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';
import { ExplainedError } from '../explained-error';

/** Keeps the highest ports well below 32768, from where Linux takes those of outgoing connections. */
const offsetMax = 4_000;

/**
 * How far all ports of this checkout are moved: `PORT_OFFSET` of this command, or else that of the last `make up`.
 *
 * @throws ExplainedError when `PORT_OFFSET` is no such number
 */
export function portOffset(given = process.env['PORT_OFFSET'] ?? '', file = offsetFile()): number {
  if (given === '') return rememberedPortOffset(file);
  if (!isOffset(given)) {
    throw new ExplainedError(
      `PORT_OFFSET is ${JSON.stringify(given)}; it has to be a whole number from 0 to ${offsetMax}, for example 100.`,
    );
  }
  return Number(given);
}

/** The way out when a port is taken, for the end of a failure's text. */
export function howToMovePorts(offset = portOffset()): string {
  const next = offset + 100 <= offsetMax ? offset + 100 : 0;
  return `or move all ports of this checkout: PORT_OFFSET=${next} make up`;
}

export function rememberedPortOffset(file = offsetFile()): number {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  return isOffset(text) ? Number(text) : 0;
}

export function rememberPortOffset(offset: number, file = offsetFile()): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${offset}\n`);
}

function isOffset(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) <= offsetMax;
}

function offsetFile(): string {
  return localPath('port-offset');
}
