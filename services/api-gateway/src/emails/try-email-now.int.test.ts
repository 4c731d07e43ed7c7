import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { insertEmail, type EmailFixture } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

// No minute passes, however slow the machine is. It stands at the real time, which the ids of audit entries have.
const clock = createTurnedClock();
clock.stop();

const api = useApi({ clock, permission: 'SEND', key: { rateLimit: 0 } });

const hourMs = 3_600_000;
const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
const later = (): Date => new Date(clock.now().getTime() + hourMs);

/** One that was deferred an hour ago and is due in an hour. */
async function deferred(email: Partial<EmailFixture> = {}, lastAttemptAt = ago(hourMs)): Promise<string> {
  const { pool } = api;
  const id = await insertEmail(pool, {
    ...{ organizationId: api.organizationId, firstAttemptAt: ago(hourMs), dueAt: later() },
    ...email,
  });
  await pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, finished_at, result)
     VALUES ($1, 0, 1, $2, 'mx.example.com', $3, $3, 'deferred')`,
    [id, newId(), lastAttemptAt],
  );
  return id;
}

const tryNow = (id: string, by = api.key) => api.post<{ due_at: string }>(`/emails/${id}/try-now`, by);

async function dueAt(id: string): Promise<Date | null> {
  const { rows } = await api.pool.query<{ due_at: Date | null }>(
    'SELECT due_at FROM messages WHERE id = $1',
    [id],
  );
  return rows[0]?.due_at ?? null;
}

async function audited(): Promise<unknown[]> {
  const { rows } = await api.pool.query<object>(
    `SELECT actor_type, actor_id, target_type, target_id FROM audit_entries
      WHERE organization_id = $1 AND action = 'message.try_now' ORDER BY id`,
    [api.organizationId],
  );
  return rows;
}

it('makes the next attempt due at once, and records who asked for it', async () => {
  const id = await deferred();
  const { status, body } = await tryNow(id);
  expect([status, body]).toEqual([200, { id, object: 'email', due_at: (await dueAt(id))?.toISOString() }]);
  expect(body.due_at).toBe(clock.now().toISOString());
  expect(await audited()).toEqual([
    { actor_type: 'key', actor_id: api.key.id, target_type: 'email', target_id: id },
  ]);
});

it('changes nothing when it is repeated before a worker takes the email', async () => {
  const id = await deferred();
  const answers = await Promise.all([1, 2, 3, 4].map(() => tryNow(id)));
  expect(new Set(answers.map(({ body }) => body.due_at)).size).toBe(1);
  expect(await audited()).toHaveLength(1);
});

it.each<[string, Partial<EmailFixture>]>([
  ['was not attempted', { firstAttemptAt: undefined }],
  ['is scheduled', { firstAttemptAt: undefined, scheduledAt: later(), dueAt: undefined }],
  ['is being sent', { status: 'sending' }],
  ['was delivered', { status: 'delivered' }],
  ['bounced', { status: 'bounced' }],
  ['was canceled', { status: 'canceled' }],
] as [string, Partial<EmailFixture>][])('refuses an email that %s', async (_state, email) => {
  const id = await deferred(email);
  const before = await dueAt(id);
  expect((await tryNow(id)).refusal).toBe('409 not_deferred');
  expect(await dueAt(id)).toEqual(before);
});

it('refuses an email that is held', async () => {
  const id = await deferred();
  await api.pool.query('UPDATE messages SET due_at = NULL WHERE id = $1', [id]);
  expect((await tryNow(id)).refusal).toBe('409 not_deferred');
  const expiring = await deferred();
  await api.pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     VALUES ($1, $2, 'looks odd', 'ops', now(), now())`,
    [expiring, api.organizationId],
  );
  expect((await tryNow(expiring)).refusal).toBe('409 not_deferred');
});

it('leaves 5 minutes between attempts', async () => {
  const id = await deferred({}, ago(60_000));
  const { refusal, headers } = await tryNow(id);
  expect(refusal).toBe('429 rate_limited');
  expect(headers.get('retry-after')).toBe('240');
  expect(await audited()).toEqual([]);
});

it('tries 30 emails a minute of one organization, also at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 34 }, () => deferred()));
  const answers = await Promise.all(ids.map((id) => tryNow(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.filter(({ refusal }) => refusal === '429 rate_limited')).toHaveLength(4);
  const other = await createOrganization(api.pool);
  const otherKey = await createApiKey(api.pool, { organizationId: other.id });
  const id = await deferred({ organizationId: other.id });
  expect((await tryNow(id, otherKey)).status).toBe(200);
});

it.each(['sending_paused', 'under_review'])('refuses an organization with %s', async (state) => {
  const { pool } = api;
  const paused = await createOrganization(pool);
  await pool.query(
    `UPDATE organizations SET ${state}_at = now(), ${state}_reason = 'looks odd' WHERE id = $1`,
    [paused.id],
  );
  const pausedKey = await createApiKey(pool, { organizationId: paused.id });
  const id = await deferred({ organizationId: paused.id });
  expect((await tryNow(id, pausedKey)).refusal).toBe(`403 ${state}`);
});

it('finds no email of another organization or domain, and lets no test key try a live one', async () => {
  const { pool } = api;
  const other = await createOrganization(pool);
  const id = await deferred();
  const otherKey = await createApiKey(pool, { organizationId: other.id });
  expect((await tryNow(id, otherKey)).refusal).toBe('404 not_found');
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect((await tryNow(id, restricted)).refusal).toBe('404 not_found');
  const testKey = await api.createKey({ mode: 'test' });
  expect((await tryNow(id, testKey)).refusal).toBe('403 test_key_not_allowed');
  expect((await tryNow('x')).refusal).toBe('404 not_found');
  expect(await audited()).toEqual([]);
});
