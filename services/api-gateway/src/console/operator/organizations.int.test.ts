import type { OperatorOrganization } from '@postrider/contracts/console';
import { createApiKey, createMessage, createOrganization, createUser } from '@postrider/testkit';
import { flagMail } from '../../../test/flag-mail';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let email: string;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  const user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  email = user.email;
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

const list = async (query: string) => {
  const path = `/operator/organizations?${query}`;
  return (await operator.get<{ data: OperatorOrganization[]; next_cursor?: string }>(path)).body;
};

it('lists organizations by name, plan and state, page by page', async () => {
  const { pool } = api.context;
  const one = await createOrganization(pool, { kind: 'client', plan: 'starter' });
  const two = await createOrganization(pool, { kind: 'client', plan: 'free' });
  await pool.query(`UPDATE organizations SET under_review_at = now() WHERE id = $1`, [one.id]);
  const first = await list('kind=client&limit=1');
  expect(first.data.map(({ id }) => id)).toEqual([two.id]);
  const second = await list(`kind=client&limit=1&cursor=${first.next_cursor}`);
  expect(second.data.map(({ id }) => id)).toEqual([one.id]);
  expect((await list('plan=starter')).data.map(({ id }) => id)).toEqual([one.id]);
  expect((await list('state=under_review')).data.map(({ id }) => id)).toEqual([one.id]);
  expect((await list(`search=${two.slug.toUpperCase()}`)).data.map(({ id }) => id)).toEqual([two.id]);
  expect((await list('state=paused')).data).toEqual([]);
});

it('changes the plan, pauses and resumes; the audit log names the operator, and keys notice', async () => {
  const { pool } = api.context;
  const { id } = await createOrganization(pool, { plan: 'free' });
  const key = await createApiKey(pool, { organizationId: id, permission: 'ADMIN' });
  const pausedAt = async () =>
    (await api.get<{ sending_paused_at: string | null }>('/organization', key)).body.sending_paused_at;
  expect(await pausedAt()).toBeNull();
  const path = `/operator/organizations/${id}`;
  const planned = await operator.send<OperatorOrganization>('PATCH', path, { body: { plan: 'scale' } });
  expect(planned.body).toMatchObject({ plan: 'scale', keys: 1, domains: 0 });
  const paused = await operator.post<OperatorOrganization>(`${path}/pause`, { reason: 'unpaid invoice' });
  expect(paused.body.sending_paused_reason).toBe('unpaid invoice');
  expect(await pausedAt()).toBe(paused.body.sending_paused_at);
  expect((await operator.post(`${path}/resume`)).body).toMatchObject({ sending_paused_at: null });
  const { rows } = await pool.query<{ action: string; actor_name: string }>(
    'SELECT action, actor_name FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [id],
  );
  expect(rows).toEqual(
    ['org.set_plan', 'org.pause', 'org.resume'].map((action) => ({ action, actor_name: email })),
  );
});

const flaggedOrganization = async () => {
  const { id, organizationId } = await flagMail(api.context.pool);
  const path = `/operator/organizations/${organizationId}`;
  const dueAt = async () => {
    const { rows } = await api.context.pool.query<{ due_at: Date | null }>(
      'SELECT due_at FROM messages WHERE id = $1',
      [id],
    );
    return rows[0]?.due_at;
  };
  const audit = async () => {
    const { rows } = await api.context.pool.query<{ entry: string }>(
      `SELECT action || ' by ' || actor_name AS entry FROM audit_entries WHERE organization_id = $1`,
      [organizationId],
    );
    return rows.map(({ entry }) => entry);
  };
  return { organizationId, path, dueAt, audit };
};

it('approves an organization: what was held for review becomes due', async () => {
  const { organizationId, path, dueAt, audit } = await flaggedOrganization();
  const { pool } = api.context;
  const held = await createMessage(pool, { organizationId, status: 'queued', finalAt: null });
  await pool.query(
    `INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'pending')`,
    [held.id, organizationId],
  );
  await pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     VALUES ($1, $2, 'asked', 'olga', now(), now())`,
    [held.id, organizationId],
  );
  const before = (await operator.get<OperatorOrganization>(path)).body;
  expect(before).toMatchObject({ undecided_reviews: 2, held_emails: 1, waiting_emails: 0 });
  const { body } = await operator.post<OperatorOrganization>(`${path}/approve`);
  expect(body).toMatchObject({
    undecided_reviews: 0,
    held_emails: 0,
    waiting_emails: 1,
    under_review_at: null,
  });
  expect(body.approved_at).not.toBeNull();
  expect(await dueAt()).toBeInstanceOf(Date);
  expect(await audit()).toEqual([`org.approve by ${email}`]);
});

it('lifts a review: what was flagged stays held, and a second time changes nothing', async () => {
  const { path, dueAt, audit } = await flaggedOrganization();
  const { body } = await operator.post<OperatorOrganization>(`${path}/lift-review`);
  expect(body).toMatchObject({ under_review_at: null, approved_at: null, held_emails: 1 });
  expect((await operator.post<OperatorOrganization>(`${path}/lift-review`)).body).toEqual(body);
  expect(await dueAt()).toBeNull();
  expect(await audit()).toEqual([`org.lift_review by ${email}`]);
});

it('answers not_found for an organization that does not exist', async () => {
  expect((await operator.get('/operator/organizations/nothing')).refusal).toBe('404 not_found');
});
