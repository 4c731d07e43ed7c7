import { createApiKey, createOrganization } from '@postrider/testkit';
import { insertEmail, type EmailFixture } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, permission: 'SEND' });

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const insert = (email: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, { organizationId: api.organizationId, ...email });

const patch = (id: string, scheduledAt: string, by = api.key) =>
  api.send(`/emails/${id}`, { method: 'PATCH', key: by, body: { scheduled_at: scheduledAt } });

async function reschedule(id: string, at: Date | string, by = api.key): Promise<string> {
  const scheduled_at = typeof at === 'string' ? at : at.toISOString();
  const { refusal, status } = await patch(id, scheduled_at, by);
  return refusal ?? String(status);
}

async function timesOf(id: string): Promise<{ scheduled_at: Date; due_at: Date | null }> {
  const { rows } = await api.pool.query<{ scheduled_at: Date; due_at: Date | null }>(
    'SELECT scheduled_at, due_at FROM messages WHERE id = $1',
    [id],
  );
  return rows[0]!;
}

it('moves a scheduled email, and again to the same time', async () => {
  const id = await insert({ scheduledAt: inHours(1) });
  const at = inHours(5);
  for (let times = 0; times < 2; times++) {
    const { status, body } = await patch(id, at.toISOString());
    expect([status, body]).toEqual([200, { id, object: 'email', scheduled_at: at.toISOString() }]);
  }
  expect(await timesOf(id)).toEqual({ scheduled_at: at, due_at: at });
  expect((await api.get(`/emails/${id}`)).body).toMatchObject({ scheduled_at: at.toISOString() });
});

it('keeps a held email held, with the new time for its release', async () => {
  const id = await insert({ scheduledAt: inHours(1) });
  await api.pool.query('UPDATE messages SET due_at = NULL WHERE id = $1', [id]);
  const at = inHours(5);
  expect(await reschedule(id, at)).toBe('200');
  expect(await timesOf(id)).toEqual({ scheduled_at: at, due_at: null });
});

it.each<[string, Partial<EmailFixture>]>([
  ['was not scheduled', {}],
  ['is due', { scheduledAt: inHours(-1) }],
  ['is being sent', { status: 'sending', scheduledAt: inHours(1) }],
  ['is canceled', { status: 'canceled', scheduledAt: inHours(1) }],
  ['is delivered', { status: 'delivered', scheduledAt: inHours(1) }],
])('refuses an email that %s', async (_, email) => {
  expect(await reschedule(await insert(email), inHours(5))).toBe('409 not_schedulable');
});

it('refuses a time that is none, and one that is not before expires_at', async () => {
  const id = await insert({ scheduledAt: inHours(1) });
  expect(await reschedule(id, 'in 1 min')).toBe('422 validation_error');
  await api.pool.query('UPDATE messages SET expires_at = $2 WHERE id = $1', [id, inHours(3)]);
  expect(await reschedule(id, inHours(4))).toBe('422 validation_error');
  expect(await reschedule(id, inHours(2))).toBe('200');
});

it('lets a test key move test mail only, and hides the mail of others', async () => {
  const { pool } = api;
  const testKey = await api.createKey({ permission: 'SEND', mode: 'test' });
  const id = await insert({ scheduledAt: inHours(1) });
  expect(await reschedule(id, inHours(2), testKey)).toBe('403 test_key_not_allowed');
  expect(await reschedule(await insert({ mode: 'test', scheduledAt: inHours(1) }), inHours(2), testKey)).toBe(
    '200',
  );
  const stranger = await createApiKey(pool, { organizationId: (await createOrganization(pool)).id });
  expect(await reschedule(id, inHours(2), stranger)).toBe('404 not_found');
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect(await reschedule(id, inHours(2), restricted)).toBe('404 not_found');
  expect(await reschedule('x', inHours(2))).toBe('404 not_found');
});
