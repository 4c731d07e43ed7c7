import { newId } from '@postrider/contracts/ids';
import { createMessage, createOrganization } from '@postrider/testkit';
import { openDatabaseBefore, type OldDatabase } from '../../test/old-database';

let database: OldDatabase;
beforeEach(async () => {
  database = await openDatabaseBefore('20261122011700_usage_shards');
});
afterEach(() => database.close());

/** A message as the release before wrote it, which counted no usage beside it. @returns its id */
async function oldMessage(row: {
  readonly organizationId: string;
  readonly mode?: 'live' | 'test';
  readonly status?: 'delivered' | 'canceled';
  readonly recipientCount: number;
  readonly createdAt?: Date;
  /** Its id lies before the position that was counted to. */
  readonly isCounted?: boolean;
}): Promise<string> {
  const { organizationId, mode = 'live', status = 'delivered', recipientCount, createdAt = new Date() } = row;
  const { id } = await createMessage(database.pool, {
    ...{ organizationId, mode: 'test', status, recipientCount },
    // Ids of one millisecond have no order.
    createdAt: new Date(Date.now() + (row.isCounted ? -1_000 : 1_000)),
  });
  await database.pool.query('UPDATE messages SET mode = $2, created_at = $3 WHERE id = $1', [
    ...[id, mode, createdAt],
  ]);
  return id;
}

it('counts the usage of this month that was not counted by days yet, less what was canceled since', async () => {
  const [{ id: organizationId }, { id: counted }] = [
    await createOrganization(database.pool),
    await createOrganization(database.pool),
  ];
  await oldMessage({ organizationId, recipientCount: 5, isCounted: true });
  await oldMessage({ organizationId: counted, recipientCount: 5, isCounted: true });
  await oldMessage({ organizationId, recipientCount: 2, status: 'canceled', isCounted: true });
  await database.pool.query('INSERT INTO sweep_cursors (name, position) VALUES ($1, $2)', [
    ...['metrics-aggregator.usage-days', newId()],
  ]);
  await oldMessage({ organizationId, recipientCount: 4 });
  await oldMessage({ organizationId, recipientCount: 8, status: 'canceled' });
  await oldMessage({ organizationId, recipientCount: 16, mode: 'test' });
  const lastMonth = new Date(new Date().setUTCDate(0));
  await oldMessage({ organizationId, recipientCount: 32, createdAt: lastMonth });
  await database.migrate();

  const { rows } = await database.pool.query('SELECT organization_id, recipients::int FROM usage_shards');
  expect(rows).toEqual([{ organization_id: organizationId, recipients: 4 - 2 }]);
  const cursors = await database.pool.query("SELECT FROM sweep_cursors WHERE name LIKE '%usage-days'");
  expect(cursors.rowCount).toBe(0);
});

it('counts the contacts there are, and then each that comes and goes', async () => {
  const { id: organizationId } = await createOrganization(database.pool);
  const addContact = (email: string) =>
    database.pool.query(
      'INSERT INTO contacts (id, organization_id, email, email_key) VALUES ($1, $2, $3, $3)',
      [...[newId(), organizationId, email]],
    );
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT sum(contacts)::int AS count FROM contact_counts WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]?.count;
  };
  await addContact('ann@example.com');
  await addContact('bob@example.com');
  await database.migrate();
  expect(await count()).toBe(2);
  await addContact('cid@example.com');
  expect(await count()).toBe(3);
  await database.pool.query("DELETE FROM contacts WHERE email IN ('ann@example.com', 'cid@example.com')");
  expect(await count()).toBe(1);
});
