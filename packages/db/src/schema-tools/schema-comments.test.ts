import { writableModels } from '../client/views';
import { partitionedTables } from '../partitions/partitioned-tables';
import { declaredModels, writersOf } from './schema-comments';
import { diffSchemas } from './schema-engine';
import { readSchema, readSnapshot } from './schema-files';

const models = readSchema().then(declaredModels);
/** Each service writes the rows that are named after it. */
const everyone = 'each service its own rows';

describe('the schema', () => {
  it('names exactly one owner line for each model', async () => {
    const wrong = (await models).filter(({ ownerLines }) => ownerLines.length !== 1);
    expect(wrong.map(({ model }) => model)).toEqual([]);
    expect((await models).length).toBeGreaterThan(20);
  });

  it('marks as partitioned the tables that get partitions, by the same column', async () => {
    const marked = (await models).flatMap(({ table, partitionedBy: column }) =>
      column ? [{ table, column }] : [],
    );
    const managed = partitionedTables.map(({ table, column }) => ({ table, column }));
    const byTable = (a: { table: string }, b: { table: string }) => a.table.localeCompare(b.table);
    expect(marked.toSorted(byTable)).toEqual(managed.toSorted(byTable));
  });

  it('gives each service a view that may write what its owner lines say', async () => {
    for (const [service, writable] of Object.entries(writableModels)) {
      const owned = (await models)
        .filter(({ ownerLines: [line = ''] }) => line === everyone || writersOf(line).includes(service))
        .map(({ model }) => model.charAt(0).toLowerCase() + model.slice(1));
      expect({ service, writable: writable.toSorted() }).toEqual({ service, writable: owned.toSorted() });
    }
  });

  it('has not changed since the newest migration', async () => {
    expect(await diffSchemas(await readSnapshot(), await readSchema())).toBe('');
  });
});
