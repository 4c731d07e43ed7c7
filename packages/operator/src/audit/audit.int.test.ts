import { createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('lists who changed what, newest first, of one organization or of all', async () => {
  const [shop, bank] = [await createOrganization(operator.pool), await createOrganization(operator.pool)];
  await operator.json('organizations', 'rename', shop.slug, 'The Shop');
  await operator.json('organizations', 'set-plan', bank.slug, 'scale');
  const list = (...options: string[]) => operator.json('audit', 'list', ...options);
  const renamed = {
    organization: shop.slug,
    actor: 'operator',
    name: 'olga',
    action: 'org.update',
    target_type: 'organization',
    target_id: shop.id,
    after: { name: 'The Shop' },
  };
  const planned = { organization: bank.slug, action: 'org.set_plan', after: { plan: 'scale' } };
  expect(await list()).toMatchObject([planned, renamed]);
  expect(await list('--limit', '1')).toMatchObject([planned]);
  expect(await list('--organization', shop.slug)).toMatchObject([renamed]);
  expect(await list('--action', 'org.update', '--actor', 'operator', '--name', 'olga')).toMatchObject([
    renamed,
  ]);
  expect(await list('--target', bank.id)).toMatchObject([planned]);
  expect(await list('--since', '2099-01-01T00:00:00Z')).toEqual([]);
  expect(await list('--until', '2001-01-01T00:00:00Z')).toEqual([]);
  expect(await list('--name', 'otto')).toEqual([]);
});
