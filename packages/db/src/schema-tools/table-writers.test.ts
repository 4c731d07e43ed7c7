import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findWrites } from './find-writes';
import { declaredModels, writersOf } from './schema-comments';
import { readSchema } from './schema-files';

const root = path.resolve(__dirname, '../../../..');

/** Development only: they write what a test needs. */
const withoutStatements = ['devtools', 'testkit'];
/** What no statement shows: written by no endpoint yet, as a part of another model's row, or under a name that is put together. */
const unseen = new Set([
  ...['contacts: triggers', 'contact_counts: triggers', 'subscription_changes: triggers'],
  'contact_events: triggers',
  ...['dkim_keys: operator', 'users: operator', 'signup_form_topics: api-gateway'],
]);

/** Every folder whose code may hold SQL, under the name that `writers:` lines use. */
function writers(): { writer: string; folder: string }[] {
  return ['services', 'packages'].flatMap((kind) =>
    readdirSync(path.join(root, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !withoutStatements.includes(entry.name))
      .map(({ name }) => ({ writer: name, folder: path.join(root, kind, name, 'src') }))
      .filter(({ folder }) => existsSync(folder)),
  );
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => path.join(folder, file));
}

async function tables() {
  const models = declaredModels(await readSchema());
  return {
    writerLineOf: new Map(models.map(({ table, writerLines }) => [table, writerLines[0] ?? ''])),
    tableOfModel: new Map(
      models.map(({ model, table }) => [model.charAt(0).toLowerCase() + model.slice(1), table]),
    ),
  };
}

describe('tables', () => {
  it('are written only by those that their line names', async () => {
    const { writerLineOf, tableOfModel } = await tables();
    const strangers: string[] = [];
    const seen = new Set<string>();
    for (const { writer, folder } of writers()) {
      for (const file of sourcesOf(folder)) {
        for (const { table, line, found } of findWrites(readFileSync(file, 'utf8'), tableOfModel)) {
          const writerLine = writerLineOf.get(table);
          if (writerLine === undefined) continue;
          seen.add(`${table}: ${writer}`);
          if (writersOf(writerLine).includes(writer)) continue;
          strangers.push(`${path.relative(root, file)}:${line} ${found} (writers: ${writerLine})`);
        }
      }
    }
    expect(strangers).toEqual([]);
    const named = [...writerLineOf].flatMap(([table, line]) =>
      writersOf(line).map((writer) => `${table}: ${writer}`),
    );
    expect(named.filter((each) => !seen.has(each)).sort()).toEqual([...unseen].sort());
  });
});

describe('finding writes', () => {
  const found = async (source: string) =>
    findWrites(source, (await tables()).tableOfModel).map(({ table, line }) => `${line} ${table}`);

  it('sees SQL in strings and templates, however it is written', async () => {
    const source = [
      'const a = "insert into messages (id) values ($1)";',
      'const b = `WITH x AS (${select}) UPDATE recipients SET status = $1`;',
      'const c = `DELETE\n  FROM ONLY "email_events" WHERE id = ${id}`;',
    ].join('\n');
    expect(await found(source)).toEqual(['1 messages', '2 recipients', '3 email_events']);
  });

  it('sees writing calls on Prisma models, and none on other things', async () => {
    const source =
      'db.prisma.dkimKey.updateMany({}); view.dkimKey.findMany({}); hash.update(x); cache.map.delete(y);';
    expect(await found(source)).toEqual(['1 dkim_keys']);
  });

  it('does not take comments for statements', async () => {
    expect(await found('// DELETE FROM messages\n/* UPDATE messages */')).toEqual([]);
  });
});
