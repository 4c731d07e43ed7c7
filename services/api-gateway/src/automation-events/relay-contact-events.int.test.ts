import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
import { createDatabase, type Database } from '@postrider/db';
import { systemClock } from '@postrider/runtime';
import { createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { createRelayContactEvents } from './relay-contact-events';

let context: TestContext;
let database: Database;

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    ...{ url: context.databaseUrl, applicationName: 'test', connectionTimeoutMs: 30_000 },
    onConnectionError: () => undefined,
  });
});
afterAll(async () => {
  await database.close();
  await context.close();
});

it('fifty organizations with many events keep no other waiting', async () => {
  const { pool } = database;
  const organizations = await Promise.all(
    Array.from({ length: 51 }, async () => (await createOrganization(pool, {})).id),
  );
  const perOrganization = 101;
  const owners = organizations.flatMap((id) => Array.from({ length: perOrganization }, () => id));
  await pool.query(
    `INSERT INTO contact_events (id, organization_id, contact_id, type, actor, occurred_at, due_at)
     SELECT id, organization_id, id, 'updated', 'api_key', now(), now()
     FROM unnest($1::uuid[], $2::uuid[]) AS e (id, organization_id)`,
    [owners.map(() => newId()), owners],
  );
  const handedOn: string[] = [];
  const relay = createRelayContactEvents({
    ...{ pool, clock: systemClock, plans },
    publish: (ids) => handedOn.push(...ids),
  });
  // Fifty organizations that always came first would have one event left each.
  for (let look = 0; look < 5; look += 1) expect(await relay()).toBe('again');
  const { rows } = await pool.query<{ organization_id: string }>(
    'SELECT DISTINCT organization_id FROM contact_events WHERE id = ANY($1)',
    [handedOn],
  );
  expect(rows).toHaveLength(organizations.length);
  while ((await relay()) === 'again');
  expect(new Set(handedOn).size).toBe(owners.length);
  expect(handedOn).toHaveLength(owners.length);
});
