import fs from 'node:fs';
import path from 'node:path';
import * as estree from 'prettier/plugins/estree';
import * as typescript from 'prettier/plugins/typescript';
// The whole of prettier loads its parsers in a way that jest does not know.
import { format } from 'prettier/standalone';
import type { Options, Plugin } from 'prettier';
import type { Document } from './open-api';
import { writeResources } from './write-resources';
import { writeSchemas } from './write-schemas';

const sources = path.join(__dirname, '..');
const root = path.join(sources, '..', '..', '..');
const head = '// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.\n\n';

export function readDocument(): Document {
  return JSON.parse(fs.readFileSync(path.join(root, 'docs', 'openapi.json'), 'utf8')) as Document;
}

/** The files that are made from the document, by their paths. */
export async function generated(document: Document): Promise<Record<string, string>> {
  const style = JSON.parse(fs.readFileSync(path.join(root, '.prettierrc.json'), 'utf8')) as Options;
  const plugins = [estree as Plugin, typescript];
  const files = { schemas: writeSchemas(document), resources: writeResources(document) };
  const formatted = Object.entries(files).map(async ([name, code]) => [
    path.join(sources, 'generated', `${name}.ts`),
    await format(head + code, { ...style, parser: 'typescript', plugins }),
  ]);
  return Object.fromEntries(await Promise.all(formatted)) as Record<string, string>;
}
