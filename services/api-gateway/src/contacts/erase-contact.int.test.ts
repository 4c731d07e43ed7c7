import { newId } from '@postrider/contracts/ids';
import { createApiKey, createInboundEmail, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

interface Receipt {
  readonly address_digest: string;
  readonly erased: Readonly<Record<string, number>>;
  readonly next_cursor: string | null;
}

const api = useApi();

it('erases a person in parts, with a receipt for each, and records it once', async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const key = await createApiKey(pool, { organizationId });
  const { body: contact } = await api.post<{ id: string }>('/contacts', key, { email: 'Ann@example.com' });
  await createInboundEmail(pool, { organizationId, fromAddress: 'ann@example.com' });
  // One more than a part looks at. Without messages, which are left like those that may still be sent.
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 0, $2, 'ann@example.com', 'ann@example.com', 'to', 'queued', now() FROM unnest($1::uuid[]) AS made (id)`,
    [Array.from({ length: 1_001 }, newId), organizationId],
  );
  const first = await api.post<Receipt>(`/contacts/${contact.id}/erase`, key);
  expect(first.body.erased).toMatchObject({ contacts: 1, inbound_emails: 0, open_emails: 1_000 });
  const cursor = first.body.next_cursor;
  const other = await createApiKey(pool, { organizationId: (await createOrganization(pool)).id });
  const path = '/contacts/ann@example.com/erase';
  expect(await api.post(path, other, { cursor })).toMatchObject({ refusal: '422 invalid_cursor' });
  const second = await api.post<Receipt>(path, key, { cursor });
  expect(second.body).toMatchObject({
    ...{ address_digest: first.body.address_digest, next_cursor: null },
    erased: { contacts: 0, inbound_emails: 1, open_emails: 1 },
  });
  expect(await api.get('/contacts/ann@example.com', key)).toMatchObject({ refusal: '404 not_found' });
  const { rows } = await pool.query(
    `SELECT actor_id, target_id FROM audit_entries WHERE organization_id = $1 AND action = 'contact.erase'`,
    [organizationId],
  );
  expect(rows).toEqual([{ actor_id: key.id, target_id: first.body.address_digest }]);
});
