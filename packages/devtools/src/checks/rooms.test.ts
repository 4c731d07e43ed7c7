import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const sources = ['packages', 'services']
  .flatMap((folder) =>
    fs.readdirSync(path.join(projectRoot(), folder)).map((name) => path.join(folder, name, 'src')),
  )
  .filter((source) => fs.existsSync(path.join(projectRoot(), source)));

/** Beside each other in one folder: those directly below a `src`, and those of a room that has rooms itself. */
type Rooms = ReadonlyMap<string, ReadonlySet<string>>;

test('rooms that stand beside each other import each other one way only', () => {
  const cycles = sources.flatMap((source) =>
    foldersIn(source).flatMap((folder) => cyclesOf(roomsIn(folder)).map((cycle) => `${folder}: ${cycle}`)),
  );
  expect(cycles).toEqual([]);
});

test('a way around over three rooms is found', () => {
  const rooms = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
    ['d', new Set(['a'])],
  ]);
  expect(cyclesOf(rooms)).toEqual(['a → b → c → a']);
});

function foldersIn(folder: string): string[] {
  const inner = fs
    .readdirSync(path.join(projectRoot(), folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .flatMap(({ name }) => foldersIn(path.join(folder, name)));
  return [folder, ...inner];
}

/** Each room with those beside it that its files import; files of the folder itself put rooms together and are none. */
function roomsIn(folder: string): Rooms {
  const rooms = new Map<string, Set<string>>();
  for (const file of sourcesIn(folder)) {
    const room = roomOf(file, folder);
    if (room === undefined) continue;
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const target of importsOf(file)) {
      const other = roomOf(target, folder);
      if (other !== undefined && other !== room) imported.add(other);
    }
  }
  return rooms;
}

function roomOf(file: string, folder: string): string | undefined {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') || !relative.includes('/') ? undefined : relative.split('/')[0];
}

function sourcesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|(^|\/)generated\//.test(file))
    .map((file) => path.join(folder, file));
}

const importsByFile = new Map<string, readonly string[]>();

/** Files of ours, types included: a reader follows those, too. */
function importsOf(file: string): readonly string[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const text = fs.readFileSync(path.join(projectRoot(), file), 'utf8');
  const imports = [...text.matchAll(/(?:from|import|require\.resolve)\s*\(?'(\.[^']*)'/g)].map(
    ([, target = '']) => path.join(path.dirname(file), target),
  );
  importsByFile.set(file, imports);
  return imports;
}

/** Each way around once, by its alphabetically first room. */
function cyclesOf(rooms: Rooms): string[] {
  const found = new Set<string>();
  const walk = (way: readonly string[]): void => {
    for (const next of rooms.get(way.at(-1) ?? '') ?? []) {
      if (next === way[0]) found.add([...way, next].join(' → '));
      else if (!way.includes(next) && next > (way[0] ?? '')) walk([...way, next]);
    }
  };
  for (const room of rooms.keys()) walk([room]);
  return [...found];
}
