import { createHash } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { createOrganization } from '@postrider/testkit';
import { openDatabaseBefore, type OldDatabase } from '../../test/old-database';

let database: OldDatabase;
beforeAll(async () => {
  database = await openDatabaseBefore('20261122012800_small_audit_values');
});
afterAll(() => database.close());

/** Text that PostgreSQL cannot make small. */
function noise(bytes: number): string {
  let text = '';
  while (text.length < bytes) text += createHash('sha256').update(String(text.length)).digest('hex');
  return text.slice(0, bytes);
}

it('keeps of large old values their size and digest, and all others as they are', async () => {
  const { id: organizationId } = await createOrganization(database.pool);
  const insert = async (before: object | null, after: object | null): Promise<string> => {
    const id = newId();
    await database.pool.query(
      `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type, before, after)
       VALUES ($1, $2, 'key', 'template.update', 'template', $3, $4)`,
      [id, organizationId, before && JSON.stringify(before), after && JSON.stringify(after)],
    );
    return id;
  };
  const read = async (id: string) => {
    const { rows } = await database.pool.query<{ before: unknown; after: unknown }>(
      'SELECT before, after FROM audit_entries WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const small = { name: 'News', count: 0, gone: null, list: [1, 'a'] };
  const large = noise(5_000);
  const ids = {
    small: await insert(small, { ...small, name: 'Weekly' }),
    created: await insert(null, { ...small, html: large }),
    changed: await insert({ html: large, text: noise(1_500) }, { html: `${large}!` }),
  };
  await database.migrate();

  const omitted = (value: string) => {
    const json = JSON.stringify(value);
    const sha256 = createHash('sha256').update(json).digest('hex');
    return { omitted: { bytes: Buffer.byteLength(json), sha256 } };
  };
  expect(await read(ids.small)).toEqual({ before: small, after: { ...small, name: 'Weekly' } });
  expect(await read(ids.created)).toEqual({ before: null, after: { ...small, html: omitted(large) } });
  expect(await read(ids.changed)).toEqual({
    before: { html: omitted(large), text: noise(1_500) },
    after: { html: omitted(`${large}!`) },
  });
});
