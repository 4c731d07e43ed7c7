import { emailEventTypes, type EmailEventMessage } from '@postrider/contracts/events';
import { messageEventTypes } from '@postrider/contracts/statuses';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  type TestContext,
} from '@postrider/testkit';
import { emailEventColumns, presentEmailEvent, type EmailEventRow } from './email-event.presenter';
import { isPublishedSql } from './published-events';

let context: TestContext;

beforeAll(async () => (context = await createTestContext()));
afterAll(() => context.close());

const read = `SELECT ${emailEventColumns} FROM email_events e JOIN messages m ON m.id = e.message_id
  LEFT JOIN message_contents c ON c.message_id = e.message_id WHERE e.message_id = $1`;

async function readBothWays(messageId: string): Promise<EmailEventMessage[]> {
  const { pool } = context;
  const asRows = await pool.query<EmailEventRow>(read, [messageId]);
  const asJson = await pool.query<{ rows: EmailEventRow[] }>(`SELECT json_agg(e) AS rows FROM (${read}) e`, [
    messageId,
  ]);
  return [...asRows.rows, ...(asJson.rows[0]?.rows ?? [])].map(presentEmailEvent);
}

it('an email event has the data of its message, the same from rows and from JSON', async () => {
  const { pool } = context;
  const { id: organizationId } = await createOrganization(pool);
  const message = await createMessage(pool, { organizationId, metadata: { order: '7' }, kind: 'receipt' });
  const occurredAt = new Date('2026-01-02T03:04:05.670Z');
  const reply = { host: 'mx.example.com', code: 550, text: '5.1.1 no such mailbox' };
  const event = await createEmailEvent(pool, message, {
    type: 'bounced',
    bounceType: 'hard',
    failureClass: 'recipient',
    nextAttemptAt: new Date('2026-01-02T03:05:00.000Z'),
    provider: 'google',
    reply,
    blocked: true,
    occurredAt,
  });
  const expected: EmailEventMessage = {
    id: event.id,
    type: 'email.bounced',
    organization_id: organizationId,
    mode: 'live',
    occurred_at: '2026-01-02T03:04:05.670Z',
    email: {
      id: message.id,
      message_id: `<${message.id}@mail.example.com>`,
      from: 'Shop <shop@mail.example.com>',
      to: ['jane@example.com'],
      subject: 'Hello',
      kind: 'receipt',
      tags: null,
      template: null,
      metadata: { order: '7' },
      key_id: message.apiKeyId,
      domain_id: message.domainId,
    },
    recipient: 'jane@example.com',
    provider: 'google',
    bounce_type: 'hard',
    detail: null,
    failure_class: 'recipient',
    next_attempt_at: '2026-01-02T03:05:00.000Z',
    waiting: null,
    reply,
    url: null,
    blocked: true,
    machine: false,
    repeated: false,
  };
  const read = await readBothWays(message.id);
  expect(read).toEqual([expected, expected]);
  // The order of members too: a webhook that is replayed has the bytes of the first.
  expect(read.map((each) => JSON.stringify(each))).toEqual([
    JSON.stringify(expected),
    JSON.stringify(expected),
  ]);
  await pool.query('DELETE FROM message_contents WHERE message_id = $1', [message.id]);
  const later = { ...expected, email: { ...expected.email, metadata: null } };
  expect(await readBothWays(message.id)).toEqual([later, later]);
});

it('an email event is published when it has one of the published types', async () => {
  const { rows } = await context.pool.query<{ type: string }>(
    `SELECT 'email.' || type AS type FROM unnest($1::text[]) AS e (type) WHERE ${isPublishedSql}`,
    [messageEventTypes],
  );
  expect(rows.map(({ type }) => type).toSorted()).toEqual(emailEventTypes.toSorted());
});
