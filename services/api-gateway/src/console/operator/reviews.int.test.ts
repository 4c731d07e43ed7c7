import type { OperatorReview, OperatorReviewSummary } from '@postrider/contracts/console';
import { createUser } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { flagMail } from '../../../test/flag-mail';
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

const list = async (query: string) =>
  (await operator.get<{ data: OperatorReviewSummary[]; next_cursor?: string }>(`/operator/reviews?${query}`))
    .body;
const read = async (id: string) => (await operator.get<OperatorReview>(`/operator/reviews/${id}`)).body;
const decide = async (id: string, decision: 'release' | 'reject') =>
  (await operator.post<{ outcome: string }>(`/operator/reviews/${id}/${decision}`)).body.outcome;
const statusOf = async (id: string) =>
  (await api.context.pool.query('SELECT status, due_at FROM messages WHERE id = $1', [id])).rows[0] as {
    status: string;
    due_at: Date | null;
  };

it('lists what waits for a decision, oldest first, page by page, and shows its content', async () => {
  const one = await flagMail(api.context.pool);
  const two = await flagMail(api.context.pool);
  const first = await list('limit=1');
  expect(first.data).toMatchObject([
    { id: one.id, organization: one.slug, email_status: 'queued', reasons: [{ code: 'foreign_brand' }] },
  ]);
  const second = await list(`limit=1&cursor=${first.next_cursor}`);
  expect(second.data.map(({ id }) => id)).toEqual([two.id]);
  expect((await list(`organization=${two.slug}`)).data.map(({ id }) => id)).toEqual([two.id]);
  expect((await operator.get('/operator/reviews?organization=nowhere')).refusal).toBe('422 validation_error');
  expect(await read(one.id)).toMatchObject({
    ...{ status: 'flagged', to: ['jane@x.test'], html: '<p>Hello</p>', text: 'Hello', decided_by: null },
  });
});

it('releases or rejects an email once, under the login of the operator', async () => {
  const released = await flagMail(api.context.pool);
  const rejected = await flagMail(api.context.pool);
  expect(await decide(released.id, 'release')).toBe('released');
  expect(await decide(rejected.id, 'reject')).toBe('rejected');
  expect(await decide(rejected.id, 'release')).toBe('already_decided');
  expect(await statusOf(released.id)).toMatchObject({ status: 'queued', due_at: expect.any(Date) as Date });
  expect((await statusOf(rejected.id)).status).toBe('failed');
  expect(await read(rejected.id)).toMatchObject({ status: 'rejected', decided_by: email });
  const { rows } = await api.context.pool.query(
    'SELECT action, actor_name FROM audit_entries WHERE target_id = ANY($1) ORDER BY id',
    [[released.id, rejected.id]],
  );
  expect(rows).toEqual([
    { action: 'review.release', actor_name: email },
    { action: 'review.reject', actor_name: email },
  ]);
  expect((await operator.post(`/operator/reviews/${released.organizationId}/release`)).refusal).toBe(
    '404 not_found',
  );
});
