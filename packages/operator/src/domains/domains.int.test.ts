import { createDomain, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('sets what only the platform decides about a domain', async () => {
  const { id: organizationId } = await createOrganization(operator.pool);
  const { name } = await createDomain(operator.pool, { organizationId });
  await operator.json('domains', 'set-daily-cap', name, '500');
  await operator.json('domains', 'warm-up', name, 'start');
  const columns = 'daily_cap, warm_up_started_at IS NOT NULL AS warms_up';
  const read = () => operator.rowOf(`SELECT ${columns} FROM domains WHERE name = $1`, [name]);
  expect(await read()).toEqual({ daily_cap: 500, warms_up: true });
  await operator.json('domains', 'set-daily-cap', name, 'none');
  await operator.json('domains', 'warm-up', name, 'end');
  expect(await read()).toEqual({ daily_cap: null, warms_up: false });
});

it('asks for new signing keys, of one domain or of those whose keys are old, and shows them', async () => {
  const { id: organizationId } = await createOrganization(operator.pool);
  const { id, name } = await createDomain(operator.pool, { organizationId });
  await createDomain(operator.pool, { organizationId, status: 'pending' });
  const isAsked = () =>
    operator.rowOf('SELECT key_rotation_requested_at IS NOT NULL AS asked FROM domains WHERE id = $1', [id]);
  expect(await operator.json('domains', 'show', name)).toMatchObject([{ selector: 'pr1', state: 'signs' }]);
  await operator.json('domains', 'rotate-keys', '--older-than', '180d');
  expect(await isAsked()).toEqual({ asked: false });
  await operator.pool.query(
    `UPDATE dkim_keys SET created_at = now() - interval '200 days' WHERE domain_id = $1`,
    [id],
  );
  expect(await operator.json('domains', 'rotate-keys', '--older-than', '180d')).toEqual([
    { domain: name, keys: 'will be made' },
  ]);
  expect(await isAsked()).toEqual({ asked: true });
  expect(await operator.json('domains', 'rotate-keys', name)).toHaveLength(1);
  await operator.pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key, active)
     VALUES (gen_random_uuid(), $1, 'pr2', 'rsa-2048', '', '', false)`,
    [id],
  );
  await expect(operator.json('domains', 'rotate-keys', name)).rejects.toThrow();
  expect(await operator.json('domains', 'list')).toContainEqual(
    expect.objectContaining({ name, waiting_keys: 'pr2' }),
  );
  expect(await operator.json('domains', 'rotate-keys', '--all')).not.toContainEqual(
    expect.objectContaining({ domain: name }),
  );
});
