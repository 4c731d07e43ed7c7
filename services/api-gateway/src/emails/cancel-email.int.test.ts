import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { insertEmail, type EmailFixture } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, permission: 'SEND' });

const insert = (email: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, { organizationId: api.organizationId, ...email });

async function cancel(id: string, by = api.key): Promise<string> {
  const { refusal, status } = await api.post(`/emails/${id}/cancel`, by);
  return refusal ?? String(status);
}

async function statuses(id: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ status: string }>(
    `SELECT status FROM messages WHERE id = $1
     UNION ALL (SELECT status FROM recipients WHERE message_id = $1 ORDER BY ordinal)`,
    [id],
  );
  return rows.map(({ status }) => status);
}

it('cancels a scheduled email and all its recipients', async () => {
  const id = await insert({ scheduledAt: new Date(Date.now() + 3_600_000), cc: ['bob@example.com'] });
  const { status, body } = await api.post(`/emails/${id}/cancel`, api.key);
  expect([status, body]).toEqual([200, { id, object: 'email', status: 'canceled' }]);
  expect(await statuses(id)).toEqual(['canceled', 'canceled', 'canceled']);
  expect((await api.get(`/emails/${id}`)).body).toMatchObject({ last_event: 'canceled' });
});

it('deletes the content at once where it is kept for 0 days', async () => {
  const { pool } = api;
  const contentsAfterCancel = async (bodyRetentionDays: number): Promise<number> => {
    const owner = await createOrganization(pool, { bodyRetentionDays });
    const id = await insert({ organizationId: owner.id });
    await pool.query(
      `INSERT INTO message_contents (message_id, organization_id, html, metadata) VALUES ($1, $2, '<p>', '{"a":"b"}')`,
      [id, owner.id],
    );
    expect(await cancel(id, await createApiKey(pool, { organizationId: owner.id }))).toBe('200');
    const { rowCount } = await pool.query('SELECT FROM message_contents WHERE message_id = $1', [id]);
    return rowCount ?? 0;
  };
  expect(await contentsAfterCancel(0)).toBe(0);
  expect(await contentsAfterCancel(1)).toBe(1);
});

it('cancels once: of many calls at the same time, one succeeds', async () => {
  const id = await insert();
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)));
  expect(answers.sort()).toEqual(['200', ...Array.from({ length: 7 }, () => '409 not_cancelable')]);
});

it.each([
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'unconfirmed',
] as const)('does not cancel an email that is %s', async (status) => {
  const id = await insert({ status });
  expect(await cancel(id)).toBe('409 not_cancelable');
  expect((await statuses(id))[0]).toBe(status);
});

it('lets a test key cancel test mail only', async () => {
  const testKey = await api.createKey({ permission: 'SEND', mode: 'test' });
  const live = await insert();
  expect(await cancel(live, testKey)).toBe('403 test_key_not_allowed');
  expect((await statuses(live))[0]).toBe('queued');
  expect(await cancel(await insert({ mode: 'test' }), testKey)).toBe('200');
});

it('does not cancel a deferred email of which one recipient is settled', async () => {
  const id = await insert({ recipientStatus: 'delivered' });
  expect(await cancel(id)).toBe('409 not_cancelable');
  expect(await statuses(id)).toEqual(['queued', 'delivered']);
});

it('an email is not_found for other organizations, other domains and ids that are none', async () => {
  const { pool } = api;
  const id = await insert();
  const foreign = await createOrganization(pool);
  const domain = await api.createDomain();
  const foreignKey = await createApiKey(pool, { organizationId: foreign.id });
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect(await cancel(id, foreignKey)).toBe('404 not_found');
  expect(await cancel(id, restricted)).toBe('404 not_found');
  expect(await cancel(newId())).toBe('404 not_found');
  expect(await cancel('x')).toBe('404 not_found');
  expect(await statuses(id)).toEqual(['queued', 'queued']);
});
