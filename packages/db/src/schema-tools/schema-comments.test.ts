import { apiGatewayModels } from '../client/views';
import { partitionedTables } from '../partitions/partitioned-tables';
import { declaredModels, writersOf } from './schema-comments';
import { diffSchemas } from './schema-engine';
import { readSchema, readSnapshot } from './schema-files';

const models = readSchema().then(declaredModels);

describe('the schema', () => {
  it('names the writers of each model in exactly one line', async () => {
    const wrong = (await models).filter(({ writerLines }) => writerLines.length !== 1);
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

  it('gives api-gateway a view that may write what these lines say', async () => {
    const written = (await models)
      .filter(({ writerLines: [line = ''] }) => writersOf(line).includes('api-gateway'))
      .map(({ model }) => model.charAt(0).toLowerCase() + model.slice(1));
    expect(apiGatewayModels.toSorted()).toEqual(written.toSorted());
  });

  it('has not changed since the newest migration', async () => {
    expect(await diffSchemas(await readSnapshot(), await readSchema())).toBe('');
  });
});
