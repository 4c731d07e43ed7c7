import fs from 'node:fs';
import path from 'node:path';
import { clients } from './clients';
import { keysOfFeature, type Feature } from './feature-keys';

/**
 * `tsx src/support/support-data.cli.ts <caniemail.json>` writes support-data.ts from the data of the npm package `caniemail`
 * (its `data` folder): for each feature the clients that do not support it, by the newest version that was tested. Prettier formats it.
 */
interface Data {
  readonly last_update_date: string;
  readonly data: readonly (Feature & {
    readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  })[];
}

function main([file]: readonly string[]): void {
  if (file === undefined) throw new Error('name the file caniemail.json');
  const { data, last_update_date: updatedAt } = JSON.parse(fs.readFileSync(file, 'utf8')) as Data;
  const lines = data.flatMap(({ stats, ...feature }) => {
    const without = Object.entries(clients).filter(([, { family, platform }]) => {
      // Partial (`a`) and unknown (`u`) support are not reported.
      return Object.values(stats[family]?.[platform] ?? {})
        .at(-1)
        ?.startsWith('n');
    });
    if (without.length === 0) return [];
    const ids = without.map(([id]) => id).join(' ');
    return keysOfFeature(feature).map(({ key, title }) => `  '${key}': ['${title}', '${ids}'],\n`);
  });
  const code = `// Made by support-data.cli.ts from caniemail.json of the npm package caniemail, data of ${updatedAt.slice(0, 10)}.
// Copyright © Avi Goldman, © Andrew Powell; MIT License, which LICENSE-caniemail.txt has.

/** By what an email uses: what to call it, and the ids of the clients without support for it. */
export const unsupported: Readonly<Record<string, readonly [title: string, clients: string]>> = {
${lines.sort().join('')}};
`;
  fs.writeFileSync(path.join(__dirname, 'support-data.ts'), code);
}

main(process.argv.slice(2));
