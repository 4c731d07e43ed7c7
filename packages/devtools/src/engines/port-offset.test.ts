import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { developmentPorts } from '../stack/development-ports';
import { engineSet, namedSets, type EngineSet } from './engine-set';
import { howToMovePorts, portOffset, rememberPortOffset } from './port-offset';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'port-offset-'));
  file = path.join(folder, 'port-offset');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

it('the port offset is what this command says, or else what was remembered, or else nothing', () => {
  expect(portOffset('', file)).toBe(0);
  rememberPortOffset(300, file);
  expect([portOffset('', file), portOffset('100', file)]).toEqual([300, 100]);
});

it.each(['4001', '-1', '1.5', 'abc', '0x10', ' '])('%j is refused in one sentence', (given) => {
  expect(() => portOffset(given, file)).toThrow(
    `PORT_OFFSET is ${JSON.stringify(given)}; it has to be a whole number from 0 to 4000, for example 100.`,
  );
});

it.each([
  [2_000, 6_000],
  [969, 2_049],
])('%i is refused: browsers do not open port %i', (offset, port) => {
  expect(() => portOffset(String(offset), file)).toThrow(
    `PORT_OFFSET=${offset} moves a page to port ${port}, which browsers refuse to open`,
  );
});

it('the way out of taken ports leads to others', () => {
  expect(howToMovePorts(1_900)).toContain('PORT_OFFSET=2100 ');
  expect(howToMovePorts(100)).toContain('PORT_OFFSET=200 ');
  expect(howToMovePorts(4_000)).toContain('PORT_OFFSET=0 ');
});

it('a damaged file is ignored', () => {
  fs.writeFileSync(file, 'abc');
  expect(portOffset('', file)).toBe(0);
});

it.each([100, 200, 300])('a checkout moved by %i shares no port with one that is not', (offset) => {
  expect(portsAt(offset).filter((port) => portsAt(0).includes(port))).toEqual([]);
});

it('no port is used twice, or lies where Linux takes those of outgoing connections', () => {
  const ports = portsAt(4_000);
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

function portsAt(offset: number): number[] {
  const { health, ...others } = developmentPorts(offset);
  const sets = (['dev', 'test', 'faults', 'bench'] as const).map((name) => engineSet(name, offset));
  return [...Object.values(health), ...Object.values(others), ...sets.flatMap(enginePorts)];
}

function enginePorts({ name: _name, ...ports }: EngineSet): number[] {
  return Object.values(ports);
}

it('checkouts whose offsets are hundreds share no port of their engines', () => {
  const ports = Array.from({ length: 41 }, (_, hundreds) =>
    namedSets.flatMap((name) => {
      const { name: _name, ...own } = engineSet(name, hundreds * 100);
      return Object.values(own);
    }),
  ).flat();
  expect(new Set(ports).size).toBe(ports.length);
});
