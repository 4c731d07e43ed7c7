import fs from 'node:fs';
import path from 'node:path';

/** A file of the built console, in the encodings that `packages/console/build.mjs` made. */
export interface ConsoleFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly encoded: ReadonlyMap<'br' | 'gzip', Buffer>;
}

export interface ConsoleFiles {
  /** The page, with the placeholder for the nonce. */
  readonly page: string;
  /** By their names, which change with their content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Reads all files into memory: together they are less than 4 MB. */
export function readConsoleFiles(): ConsoleFiles {
  const dist = path.join(path.dirname(require.resolve('@postrider/console/package.json')), 'dist');
  if (!fs.existsSync(path.join(dist, 'index.html')))
    throw new Error('the console is not built: run `node packages/console/build.mjs`');
  const folder = path.join(dist, 'assets');
  const names = fs.readdirSync(folder).filter((name) => path.extname(name) in types);
  return {
    page: fs.readFileSync(path.join(dist, 'index.html'), 'utf8'),
    assets: new Map(names.map((name) => [name, readFile(folder, name)])),
  };
}

function readFile(folder: string, name: string): ConsoleFile {
  const read = (suffix: string): Buffer => fs.readFileSync(path.join(folder, name + suffix));
  return {
    type: types[path.extname(name)] ?? 'application/octet-stream',
    plain: read(''),
    // Fonts are compressed already.
    encoded: new Map(
      path.extname(name) === '.woff2'
        ? []
        : [
            ['br', read('.br')],
            ['gzip', read('.gz')],
          ],
    ),
  };
}
