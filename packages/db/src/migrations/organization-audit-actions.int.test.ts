import { createOrganization } from '@postrider/testkit';
import { openDatabaseBefore, type OldDatabase } from '../../test/old-database';

let database: OldDatabase;
beforeAll(async () => {
  database = await openDatabaseBefore('20261122233517_org_audit_actions');
});
afterAll(() => database.close());

it('gives old entries about organizations the name of the contract, and leaves all others', async () => {
  const { id: organizationId } = await createOrganization(database.pool);
  const renamed = ['create', 'create_child', 'pause', 'resume', 'set_plan', 'revoke_child_keys'];
  const kept = ['org.pause', 'api_key.create', 'organizations.x'];
  const old = [...renamed.map((verb) => `organization.${verb}`), ...kept];
  for (const action of old) {
    await database.pool.query(
      `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type)
       VALUES (gen_random_uuid(), $1, 'operator', $2, 'organization')`,
      [organizationId, action],
    );
  }
  await database.migrate();

  const { rows } = await database.pool.query<{ action: string }>('SELECT action FROM audit_entries');
  const expected = [...renamed.map((verb) => `org.${verb}`), ...kept];
  expect(rows.map(({ action }) => action).sort()).toEqual(expected.sort());
});
