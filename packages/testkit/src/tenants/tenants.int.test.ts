import { createTestContext, type TestContext } from '../context/test-context';
import { createTenant } from './create-tenant';
import { dumpTenant } from './dump-tenant';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('a tenant has a row in every table, none of which is another’s', async () => {
  const [one, other] = [await createTenant(context.pool), await createTenant(context.pool)];
  const dumps = [
    await dumpTenant(context.pool, one.organizationId),
    await dumpTenant(context.pool, other.organizationId),
  ] as const;
  expect(Object.keys(dumps[0])).toEqual(expect.arrayContaining(['organizations', 'messages', 'dkim_keys']));
  expect(JSON.stringify(dumps[0])).not.toContain(other.mark);
  expect(JSON.stringify(dumps[1])).not.toContain(one.organizationId);
});

it('a tenant is dumped the same until something changes', async () => {
  const { organizationId, emailId } = await createTenant(context.pool);
  const dump = () => dumpTenant(context.pool, organizationId);
  const before = await dump();
  expect(await dump()).toEqual(before);
  await context.pool.query(`UPDATE messages SET status = 'canceled' WHERE id = $1`, [emailId]);
  expect(await dump()).not.toEqual(before);
});

it('says what is missing when a table is new', async () => {
  const { organizationId } = await createTenant(context.pool);
  await context.pool.query('CREATE TABLE unheard_of (id int)');
  await expect(dumpTenant(context.pool, organizationId)).rejects.toThrow('unheard_of is new');
  await context.pool.query('ALTER TABLE unheard_of ADD organization_id uuid');
  await expect(dumpTenant(context.pool, organizationId)).rejects.toThrow('no row in unheard_of');
  await context.pool.query('DROP TABLE unheard_of');
});
