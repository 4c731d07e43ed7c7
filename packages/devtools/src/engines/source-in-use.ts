import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';
import type { EngineSource } from './engine';

/**
 * Where a set's own engines came from when they were first made. They stay there: their data would seem
 * lost, and their ports be taken, if Docker came to answer tomorrow. `make reset` forgets it.
 */
export function sourceInUse(setName: string): Exclude<EngineSource, 'environment'> | undefined {
  const file = sourceFile(setName);
  if (!fs.existsSync(file)) return undefined;
  return fs.readFileSync(file, 'utf8') === 'docker' ? 'docker' : 'local';
}

export function rememberSource(setName: string, source: EngineSource): void {
  if (source === 'environment') return;
  fs.mkdirSync(path.dirname(sourceFile(setName)), { recursive: true });
  fs.writeFileSync(sourceFile(setName), source);
}

function sourceFile(setName: string): string {
  return localPath('engines', setName, 'source');
}
