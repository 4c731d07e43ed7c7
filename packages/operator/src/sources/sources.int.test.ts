import { createDomain, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();
afterEach(() => operator.pool.query('DELETE FROM source_addresses'));

const sources = (...args: string[]) => operator.json<object>('sources', ...args);
const add = (address: string, ...args: string[]) =>
  operator.run('sources', 'add', address, '--hello-name', 'out1.mail.test', ...args);

it('an address comes, drains, comes back, warms up, and goes', async () => {
  expect(
    await sources(
      ...['add', '2a00:1:0:0::25', '--hello-name', 'Out1.mail.test', '--pool', 'vip', '--warm-up'],
    ),
  ).toEqual({
    ...{
      address: '2a00:1::25',
      bind_address: null,
      hello_name: 'out1.mail.test',
      pool: 'vip',
      warm_up: true,
    },
  });
  expect(await sources('list')).toMatchObject([
    { address: '2a00:1::25', status: 'active', reverse_dns: 'not looked at yet', warm_up_today: 0 },
  ]);
  expect(await operator.run('sources', 'pause', '2a00:1::25')).toMatchObject({
    exitCode: 0,
    stderr: 'The pool vip has no active address: its email waits.\n',
  });
  expect(await sources('resume', '2a00:1::25')).toEqual({ address: '2a00:1::25', status: 'active' });
  await sources('warm-up', 'end', '2a00:1::25');
  expect(await sources('show', '2A00:1::25')).toMatchObject({ status: 'active', warm_up_started_at: null });
  await sources('remove', '2a00:1::25');
  expect(await sources('list')).toEqual([]);
});

it('what cannot be an address of ours is refused, and a private one gets a warning', async () => {
  for (const wrong of ['1.2.3', 'mail.test', '::ffff:192.0.2.1', 'fe80::1%eth0']) {
    expect((await add(wrong)).stderr).toContain('must be an IPv4 or IPv6 address');
  }
  expect((await add('9.9.9.9', '--pool', 'No Pool')).stderr).toContain('lowercase letters');
  expect(await add('9.9.9.9', '--bind', '2a00:1::25')).toMatchObject({
    exitCode: 1,
    stderr: '9.9.9.9 and 2a00:1::25 are not of the same family.\n',
  });
  expect(await add('10.0.0.9')).toMatchObject({
    exitCode: 0,
    stderr: '10.0.0.9 is not public. Specify the address that receivers see, and this one with --bind.\n',
  });
  expect((await add('10.0.0.9')).stderr).toBe('10.0.0.9 already exists: see sources show.\n');
  expect((await operator.run('sources', 'pause', '9.9.9.9')).stderr).toBe(
    'There is no source address 9.9.9.9. sources list shows all addresses.\n',
  );
});

it('a domain is pinned to a pool that there is, which then keeps its last address; it is written down who did it', async () => {
  const { id: organizationId } = await createOrganization(operator.pool);
  const domain = await createDomain(operator.pool, { organizationId });
  expect(await operator.run('domains', 'set-pool', domain.name, 'vip')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no pool vip. sources list shows the addresses and their pools.\n',
  });
  await add('9.9.9.9', '--pool', 'vip');
  expect(await operator.json('domains', 'set-pool', domain.name, 'vip')).toEqual({
    ...{ domain: domain.name, source_pool: 'vip' },
  });
  expect(await operator.run('sources', 'remove', '9.9.9.9')).toMatchObject({
    exitCode: 1,
    stderr:
      '9.9.9.9 is the last address of the pool vip, which 1 domains use. Move them with domains set-pool.\n',
  });
  await operator.json('domains', 'set-pool', domain.name, 'none');
  await sources('remove', '9.9.9.9');
  const { rows } = await operator.pool.query(
    'SELECT actor_name, action, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  expect(rows).toEqual([
    { actor_name: 'olga', action: 'domain.set_source_pool', after: { source_pool: 'vip' } },
    { actor_name: 'olga', action: 'domain.set_source_pool', after: { source_pool: null } },
  ]);
});

it('shows which blocklists have an address', async () => {
  await add('9.9.9.9');
  await add('9.9.9.8');
  await operator.pool.query(
    `INSERT INTO blocklist_lookups (list, subject, kind, listed_since) VALUES
       ('bl.test', '9.9.9.9', 'address', '2026-11-01'), ('a.test', '9.9.9.9', 'address', '2026-11-02'), ('bl.test', '9.9.9.8', 'address', NULL)`,
  );
  expect(await sources('list')).toMatchObject([
    { address: '9.9.9.8', blocklists: null },
    { address: '9.9.9.9', blocklists: 'a.test since 2026-11-02, bl.test since 2026-11-01' },
  ]);
});
