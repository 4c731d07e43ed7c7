import { newId } from '@postrider/contracts';
import { createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { createOperator } from '../../test/run-operator';

// Every command is a process of its own, which takes a second or more to start.
jest.setTimeout(120_000);

let context: TestContext;
let operator: ReturnType<typeof createOperator>;

beforeAll(async () => {
  context = await createTestContext();
  operator = createOperator(context);
});
afterAll(() => context.close());

it('shows who gets no mail from an organization, and the files that said so', async () => {
  const { id: organizationId, slug } = await createOrganization(context.pool);
  for (const [email, reason] of [
    ['a@example.com', 'manual'],
    ['b@example.com', 'hard_bounce'],
  ]) {
    await context.pool.query(
      'INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, $4)',
      [newId(), organizationId, email, reason],
    );
  }
  await context.pool.query(
    `INSERT INTO imports (id, organization_id, api_key_id, kind, status, format, rows_read)
     VALUES ($1, $2, $1, 'suppressions', 'finished', 'plain', 2)`,
    [newId(), organizationId],
  );
  const list = (...filters: string[]) =>
    operator.json<{ email: string }[]>('suppressions', 'list', '--organization', slug, ...filters);
  expect((await list()).map(({ email }) => email)).toEqual(['b@example.com', 'a@example.com']);
  expect(await list('--reason', 'manual', '--email', 'A@example.com')).toMatchObject([
    { email: 'a@example.com' },
  ]);
  const imports = await operator.json('imports', 'list', '--organization', slug);
  expect(imports).toMatchObject([{ organization: slug, status: 'finished', rows_read: 2 }]);
});
