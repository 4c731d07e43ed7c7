import { newId } from '@postrider/contracts';
import { createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('shows who gets no mail from an organization, and the files that said so', async () => {
  const { id: organizationId, slug } = await createOrganization(operator.pool);
  for (const [email, reason] of [
    ['a@example.com', 'manual'],
    ['b@example.com', 'hard_bounce'],
  ]) {
    await operator.pool.query(
      'INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, $4)',
      [newId(), organizationId, email, reason],
    );
  }
  await operator.pool.query(
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
