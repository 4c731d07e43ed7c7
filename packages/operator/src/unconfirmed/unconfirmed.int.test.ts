import { createMessage, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

it('closes what an outage left unconfirmed after a count, with events and an audit entry, and nothing else', async () => {
  const { id: organizationId } = await createOrganization(operator.pool, { slug: 'outage' });
  const createdAt = new Date(Date.now() - 3_600_000);
  const close = async (status: 'unconfirmed' | 'delivered'): Promise<string> => {
    const message = await createMessage(operator.pool, { organizationId, status, createdAt });
    await operator.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       VALUES ($1, 0, $2, 'jane@example.com', 'jane@example.com', 'to', $3, now())`,
      [message.id, organizationId, status],
    );
    return message.id;
  };
  const [lost, fine] = [await close('unconfirmed'), await close('delivered')];
  const window = [
    '--organization',
    'outage',
    '--since',
    new Date(createdAt.getTime() - 1_000).toISOString(),
    '--until',
    new Date().toISOString(),
  ];
  expect(await operator.json('unconfirmed', 'list', ...window)).toEqual([
    { organization: 'outage', day: createdAt.toISOString().slice(0, 10), messages: 1 },
  ]);
  await operator.pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, result, transport)
     VALUES ($1, 0, 1, $1, 'ses:eu-west-1', now(), 'accepted', 'ses')`,
    [lost],
  );
  expect(await operator.json('unconfirmed', 'list', ...window, '--transport', 'relay')).toEqual([]);
  expect(await operator.json('unconfirmed', 'list', ...window, '--provider', 'google')).toEqual([]);
  const byTransport = [...window, '--transport', 'ses'];
  const counted = ['unconfirmed', 'close', '--as', 'delivered', '--dry-run', ...byTransport];
  expect(await operator.json(...counted)).toEqual({ closed: 1, as: 'delivered', dry_run: true });
  expect(await operator.rowOf('SELECT status FROM messages WHERE id = $1', [lost])).toEqual({
    status: 'unconfirmed',
  });
  expect(await operator.json('unconfirmed', 'close', '--as', 'delivered', ...byTransport)).toEqual({
    closed: 1,
    as: 'delivered',
  });
  expect(await operator.json('unconfirmed', 'close', '--as', 'failed', ...window)).toMatchObject({
    closed: 0,
  });
  expect(await operator.rowOf('SELECT status FROM messages WHERE id = $1', [lost])).toEqual({
    status: 'delivered',
  });
  const { rows } = await operator.pool.query(
    'SELECT message_id, type, detail FROM email_events WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ message_id: lost, type: 'delivered', detail: 'closed by the operator' }]);
  const { rows: entries } = await operator.pool.query(
    'SELECT actor_name, action, after FROM audit_entries WHERE organization_id = $1',
    [organizationId],
  );
  const after = { as: 'delivered', messages: 1, detail: 'closed by the operator', message_ids: [lost] };
  expect(entries).toEqual([{ actor_name: 'olga', action: 'message.close_unconfirmed', after }]);
  expect(fine).not.toBe(lost);
});
