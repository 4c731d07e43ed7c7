import type { FoundEmail, OperatorEmail } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import { createDomain, createMessage, createOrganization, createUser } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  const user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

async function mailTo(address: string): Promise<{ id: string; slug: string }> {
  const { pool } = api.context;
  const { id: organizationId, slug } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  const { id } = await createMessage(pool, { organizationId, domainId, status: 'queued', finalAt: null });
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, provider, updated_at)
     VALUES ($1, 0, $2, $3, $3, 'to', 'queued', 'busy: 451 Greylisted', 'x.test', now())`,
    [id, organizationId, address],
  );
  await pool.query(`UPDATE messages SET due_at = '2099-01-01T00:00:00Z' WHERE id = $1`, [id]);
  await pool.query(`UPDATE message_contents SET text = 'a secret text' WHERE message_id = $1`, [id]);
  return { id, slug };
}

it('finds email of all organizations by recipient, page by page, or of one', async () => {
  const address = `${newId()}@x.test`;
  const older = await mailTo(address);
  const newer = await mailTo(address);
  await mailTo('other@x.test');
  const find = async (query: string) =>
    (
      await operator.get<{ data: FoundEmail[]; next_cursor?: string }>(
        `/operator/emails?recipient=${encodeURIComponent(address.toUpperCase())}${query}`,
      )
    ).body;
  const first = await find('&limit=1');
  expect(first.data).toMatchObject([
    { id: newer.id, organization: newer.slug, recipient: address, recipient_status: 'queued', mode: 'live' },
  ]);
  const second = await find(`&limit=1&cursor=${first.next_cursor}`);
  expect(second.data).toMatchObject([{ id: older.id }]);
  expect(second.next_cursor).toBeUndefined();
  expect((await find(`&organization=${older.slug}`)).data).toMatchObject([{ id: older.id }]);
  expect((await find('&since=2099-01-01T00:00:00Z')).data).toEqual([]);
  expect((await operator.get('/operator/emails')).refusal).toBe('422 validation_error');
  expect((await operator.get('/operator/emails?recipient=a@x.test&organization=nowhere')).refusal).toBe(
    '422 validation_error',
  );
});

it('shows what an email waits for and what happened to it, without its content', async () => {
  const { pool } = api.context;
  const { id } = await mailTo('jane@x.test');
  await pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, finished_at, result,
       reply_code, reply, conversation, source_address)
     VALUES ($1, 0, 1, $2, 'mx.x.test [192.0.2.1]:25', now(), now(), 'deferred', 451, '451 Greylisted', $3, '198.51.100.7')`,
    [id, newId(), 'C: RCPT TO:<jane@x.test>\nS: 451 Greylisted'],
  );
  const { body, text } = await operator.get<OperatorEmail>(`/operator/emails/${id}`);
  expect(body).toMatchObject({
    ...{ id, status: 'queued', content_kept: true },
    where:
      'No action needed: the last attempt failed, and the email is tried again. Next attempt at 2099-01-01T00:00:00.000Z.',
    recipients: [{ address: 'jane@x.test', provider: 'x.test', detail: 'busy: 451 Greylisted' }],
    attempts: [
      {
        ...{ round: 1, result: 'deferred', peer: 'mx.x.test [192.0.2.1]:25', source_address: '198.51.100.7' },
        conversation: ['C: RCPT TO:<jane@x.test>', 'S: 451 Greylisted'],
      },
    ],
    events: [],
  });
  expect(text).not.toContain('secret');
  expect(body).not.toHaveProperty('subject');
  // It was recorded without its conversation.
  await pool.query('UPDATE delivery_attempts SET conversation = NULL WHERE message_id = $1', [id]);
  expect((await operator.get<OperatorEmail>(`/operator/emails/${id}`)).body.attempts).toMatchObject([
    { conversation: [] },
  ]);
  expect((await operator.get(`/operator/emails/${newId()}`)).refusal).toBe('404 not_found');
  expect((await operator.get('/operator/emails/x')).refusal).toBe('404 not_found');
});
