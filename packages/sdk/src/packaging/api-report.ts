import fs from 'node:fs';
import path from 'node:path';

/**
 * What the package declares, as one text that can be reviewed: no comments, no names of chunks. The types of the
 * document's components are omitted: docs/openapi.json says the same, in a file of its own.
 */
export function apiReport(folder: string): string {
  const lib = path.join(folder, 'lib');
  const files = fs.readdirSync(lib).filter((file) => file.endsWith('.d.mts') && !file.startsWith('schemas-'));
  const parts = files.map((file) => `── ${withoutHash(file)}\n\n${declarationsIn(path.join(lib, file))}`);
  return `${parts.join('\n\n')}\n`;
}

const withoutHash = (name: string): string => name.replace(/-[\w-]{8}(?=\.d\.mts$)/, '');

function declarationsIn(file: string): string {
  const isEntry = withoutHash(file) === file;
  return (
    fs
      .readFileSync(file, 'utf8')
      .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
      .replace(/^\s*\/\/.*\n/gm, '')
      // Chunks share names that are no longer than they must be, and change with anything.
      .replace(/^import .*\n/gm, '')
      .replace(/^export .*$/gm, (line) => (isEntry ? line.replaceAll(', ', ',\n  ') : ''))
      .trim()
  );
}
