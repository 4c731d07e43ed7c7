import { newId } from '@postrider/contracts/ids';
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

it('removes an address that is suppressed, in one organization, and writes down who did it', async () => {
  const [shop, bank] = [await createOrganization(operator.pool), await createOrganization(operator.pool)];
  for (const organizationId of [shop.id, bank.id]) {
    await operator.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, 'jane@example.com', 'hard_bounce')`,
      [newId(), organizationId],
    );
  }
  const remove = ['suppressions', 'remove', 'Jane@Example.com', '--organization', shop.slug];
  const [removed] = await operator.json<{ id: string }[]>(...remove);
  expect(removed).toMatchObject({ email: 'jane@example.com', reason: 'hard_bounce' });
  const { rows } = await operator.pool.query(
    `SELECT organization_id FROM suppressions WHERE email = 'jane@example.com'`,
  );
  expect(rows).toEqual([{ organization_id: bank.id }]);
  const entry = await operator.rowOf(
    'SELECT action, actor_name, before FROM audit_entries WHERE target_id = $1',
    [removed?.id],
  );
  expect(entry).toMatchObject({
    action: 'suppression.delete',
    actor_name: 'olga',
    before: { email: 'jane@example.com', reason: 'hard_bounce' },
  });
  expect(await operator.run(...remove)).toMatchObject({
    exitCode: 1,
    stderr: `${shop.slug} has no suppression of Jane@Example.com.\n`,
  });
});
