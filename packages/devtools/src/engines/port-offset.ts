import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';
import { ExplainedError } from '../explained-error';

/** Keeps the highest ports well below 32768, from where Linux takes those of outgoing connections. */
const offsetMax = 4_000;

/** The ports of the API and of the mail sink's page without an offset: people open them in a browser. */
export const apiPort = 4_000;
export const sinkPagePort = 1_080;

/** Ports above 1,024 that browsers and fetch refuse to connect to (Fetch Standard, "port blocking"). */
const blockedPorts = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
];

/**
 * How far all ports of this checkout are moved: `PORT_OFFSET` of this command, or else that of the last `make up`.
 *
 * @throws ExplainedError when `PORT_OFFSET` is no such number, or leads to a port that browsers refuse
 */
export function portOffset(given = process.env['PORT_OFFSET'] ?? '', file = offsetFile()): number {
  if (given === '') return rememberedPortOffset(file);
  if (!isOffset(given)) {
    throw new ExplainedError(
      `PORT_OFFSET is ${JSON.stringify(given)}; it has to be a whole number from 0 to ${offsetMax}, for example 100.`,
    );
  }
  const offset = Number(given);
  const blocked = blockedPort(offset);
  if (blocked !== undefined) {
    throw new ExplainedError(
      `PORT_OFFSET=${given} moves a page to port ${blocked}, which browsers refuse to open; take another, for example ${nextOffset(offset)}.`,
    );
  }
  return offset;
}

function blockedPort(offset: number): number | undefined {
  return [apiPort + offset, sinkPagePort + offset].find((port) => blockedPorts.includes(port));
}

function nextOffset(offset: number): number {
  const next = offset + 100 <= offsetMax ? offset + 100 : 0;
  return blockedPort(next) === undefined ? next : nextOffset(next);
}

/** The way out when a port is taken, for the end of a failure's text. */
export function howToMovePorts(offset = portOffset()): string {
  return `or move all ports of this checkout: PORT_OFFSET=${nextOffset(offset)} make up`;
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
