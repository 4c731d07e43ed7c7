import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findWrites } from './find-writes';
import { declaredModels, writersOf } from './schema-comments';
import { readSchema } from './schema-files';

const root = path.resolve(__dirname, '../../../..');

/** Every folder whose code may hold SQL, under the name that owner lines use. */
function writers(): { writer: string; folder: string }[] {
  const services = readdirSync(path.join(root, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ writer: name, folder: path.join(root, 'services', name, 'src') }));
  const packages = ['admission', 'operator', 'reviews', 'submission'].map((name) => ({
    writer: name,
    folder: path.join(root, 'packages', name, 'src'),
  }));
  return [...services, ...packages];
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

async function tables() {
  const models = declaredModels(await readSchema());
  return {
    ownerLineOf: new Map(models.map(({ table, ownerLines }) => [table, ownerLines[0] ?? ''])),
    tableOfModel: new Map(
      models.map(({ model, table }) => [model.charAt(0).toLowerCase() + model.slice(1), table]),
    ),
  };
}

describe('tables', () => {
  it('are written only by those whom their owner line names', async () => {
    const { ownerLineOf, tableOfModel } = await tables();
    const strangers: string[] = [];
    for (const { writer, folder } of writers()) {
      for (const file of sourcesOf(folder)) {
        for (const { table, line, found } of findWrites(readFileSync(file, 'utf8'), tableOfModel)) {
          const ownerLine = ownerLineOf.get(table);
          if (ownerLine === undefined || ownerLine === 'each service its own rows') continue;
          if (writersOf(ownerLine).includes(writer)) continue;
          strangers.push(`${path.relative(root, file)}:${line} ${found} (owner: ${ownerLine})`);
        }
      }
    }
    expect(strangers).toEqual([]);
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
