import { newId } from '@postrider/contracts/ids';
import { createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { createApiGatewayDatabase, type ApiGatewayDatabase } from './client/create-database';
import { lockRow } from './lock-row';

let context: TestContext;
let database: ApiGatewayDatabase;
beforeAll(async () => {
  context = await createTestContext();
  database = createApiGatewayDatabase({
    url: context.databaseUrl,
    applicationName: 'lock test',
    lockTimeoutMs: 200,
    onConnectionError: () => undefined,
  });
});
afterAll(async () => {
  await database.close();
  await context.close();
});

const version = async (id: string): Promise<unknown> =>
  (await context.pool.query('SELECT xmin::text, updated_at FROM organizations WHERE id = $1', [id])).rows;

it('holds a row until the transaction ends, without writing it', async () => {
  const { id } = await createOrganization(context.pool);
  const before = await version(id);
  await database.prisma.$transaction(async (tx) => {
    expect(await lockRow(tx, 'organization', { id })).toBe(true);
    const other = database.pool.query("UPDATE organizations SET name = 'other' WHERE id = $1", [id]);
    await expect(other).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await version(id)).toEqual(before);
  await database.pool.query("UPDATE organizations SET name = 'other' WHERE id = $1", [id]);
});

it('lets rows be inserted that refer to the one it holds', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  await database.prisma.$transaction(async (tx) => {
    await lockRow(tx, 'organization', { id: organizationId });
    const data = { id: newId(), organizationId, name: 'n', slug: 'n', defaultOptIn: true };
    await database.prisma.topic.create({ data });
  });
  expect(await database.prisma.topic.count({ where: { organizationId } })).toBe(1);
});

it('says that there is none by that name', async () => {
  const { id } = await createOrganization(context.pool);
  const [own, foreign] = await database.prisma.$transaction(async (tx) => {
    const topic = await tx.topic.create({
      data: { id: newId(), organizationId: id, name: 'n', slug: 'own', defaultOptIn: true },
    });
    return [
      await lockRow(tx, 'topic', { organizationId: id, slug: 'own' }),
      await lockRow(tx, 'topic', { organizationId: newId(), id: topic.id }),
    ];
  });
  expect([own, foreign]).toEqual([true, false]);
});
