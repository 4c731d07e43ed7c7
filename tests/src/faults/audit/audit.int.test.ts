import amqp from 'amqplib';
import { newId } from '@postrider/contracts/ids';
import { deadLetterQueueOf, queueNames } from '@postrider/messaging';
import { type TestContext, useTestContext } from '@postrider/testkit';
import { createMailLedger, type MailLedger } from '../load/mail-ledger';
import { createReportLedger, type ReportLedger } from '../load/report-ledger';
import { createWebhookLedger, type WebhookLedger } from '../load/webhook-ledger';
import { auditEverything } from './audit-everything';
import { copyOf, insertDelivered, webhookOf, type AuditedMessage } from './audited-message.fixture';

const secret = 'whsec_audit';
const ok = { kind: 'status', status: 200 } as const;

interface Scene {
  readonly context: TestContext;
  readonly message: AuditedMessage;
  readonly mail: MailLedger;
  readonly webhooks: WebhookLedger;
  readonly reports: ReportLedger;
}
const context = useTestContext();
beforeAll(async () => {
  const broker = await amqp.connect(context.amqpUrl);
  const channel = await broker.createChannel();
  for (const queue of queueNames()) {
    for (const name of [queue, deadLetterQueueOf(queue)]) await channel.assertQueue(name);
  }
  await broker.close();
});

async function setScene(): Promise<Scene> {
  const tables = [
    'messages',
    'message_contents',
    'recipients',
    'email_events',
    'daily_counters',
    'usage_shards',
    'webhook_deliveries',
    'inbound_spool',
  ];
  for (const table of tables) await context.pool.query(`DELETE FROM ${table}`);
  const message = await insertDelivered(context.pool);
  const [mail, webhooks] = [createMailLedger(), createWebhookLedger(() => secret)];
  mail.note(copyOf(message));
  for (const event of message.events) webhooks.note(webhookOf(event, secret), ok);
  return { context, message, mail, webhooks, reports: createReportLedger() };
}

/** No backup was restored. */
const untouched = { forgotten: new Set<string>(), failed: new Set<string>() };

function auditOf({ context, message: { id, recipients }, ...ledgers }: Scene, unconfirmedMax = 0) {
  const load = { accepted: [{ number: 1, id, recipients }] };
  return auditEverything({
    system: { pool: context.pool, context },
    amqpUrl: context.amqpUrl,
    load,
    ...ledgers,
    webhookCopies: 'one',
    unconfirmedMax,
    ...untouched,
  });
}

test('finds nothing where all went well', async () => {
  expect(await auditOf(await setScene())).toEqual({ problems: [], lost: 0, duplicates: 0, unconfirmed: 0 });
});

const sql = (text: string) => async () => void (await context.pool.query(text));

test.each<[found: string, damage: (scene: Scene) => unknown]>([
  ['accepted messages have no row', sql('DELETE FROM messages')],
  ['messages are in no final state', sql(`UPDATE messages SET status = 'queued'`)],
  ['messages are claimed for ever', sql(`UPDATE messages SET status = 'sending', lease_until = now()`)],
  ['messages failed although no server refused them', sql(`UPDATE messages SET status = 'failed'`)],
  ['messages exist that no client got an answer for', () => insertDelivered(context.pool)],
  ['messages were half written', sql('DELETE FROM message_contents')],
  ['recipients got more than one copy', ({ mail, message }) => mail.note(copyOf(message))],
  ['recipients got more than one copy', ({ mail, message }) => mail.note(copyOf(message, 'unanswered'))],
  ['recipients have a copy that their status denies', sql(`UPDATE recipients SET status = 'bounced'`)],
  ['outcomes unknown beyond', sql(`UPDATE recipients SET status = 'unconfirmed'`)],
  ['events of delivered recipients are missing', sql(`DELETE FROM email_events WHERE type = 'delivered'`)],
  [
    'events were recorded twice',
    sql(`INSERT INTO email_events SELECT message_id, gen_random_uuid(), organization_id,
     ordinal, recipient, type, '2', occurred_at, mode FROM email_events WHERE type = 'sent'`),
  ],
  ['delivered messages without a Message-ID', sql('UPDATE messages SET message_id_header = NULL')],
  ['counter is wrong (sent: 2, recorded: 1)', sql('UPDATE daily_counters SET sent = 2')],
  ['counter is wrong (usage: 2, recorded: 1)', sql('UPDATE usage_shards SET recipients = 2')],
  [
    'events were posted more than once',
    ({ webhooks, message: { events } }) => events.map((event) => webhooks.note(webhookOf(event, secret), ok)),
  ],
  [
    'events came under several delivery ids',
    ({ webhooks, message: { events } }) =>
      events.map((event) => webhooks.note(webhookOf(event, secret, 'another'), ok)),
  ],
  [
    'webhooks with a wrong signature',
    ({ webhooks, message: { events } }) =>
      events.map((event) => webhooks.note(webhookOf(event, 'whsec_other'), ok)),
  ],
  [
    'reports got 250 and were not recorded',
    ({ reports, message: { id, recipients } }) => reports.confirm(id, recipients[0] ?? ''),
  ],
  [
    'recipients bounced without a report',
    sql(`UPDATE email_events SET type = 'bounced' WHERE type = 'sent'`),
  ],
  [
    'inbound mails are not settled',
    () =>
      context.pool.query(
        `INSERT INTO inbound_spool (id, mail_from, recipients, client_address, client_name, tls, bytes, received_at)
         VALUES ($1, '', '{}', '', '', false, 0, now())`,
        [newId()],
      ),
  ],
])('the audit finds that %s', async (found, damage) => {
  const scene = await setScene();
  await damage(scene);
  const { problems } = await auditOf(scene);
  expect(problems.join('\n')).toContain(found);
});

test('finds a delivered recipient without a copy, and an event that was never answered', async () => {
  const scene = {
    ...(await setScene()),
    mail: createMailLedger(),
    webhooks: createWebhookLedger(() => secret),
  };
  for (const event of scene.message.events) scene.webhooks.note(webhookOf(event, secret), { kind: 'hang' });
  const { problems, lost } = await auditOf(scene);
  expect(lost).toBe(1);
  expect(problems.join('\n')).toContain('1 delivered recipients have no copy');
  expect(problems.join('\n')).toContain('2 events never arrived at the webhook endpoint');
});

test('finds dead letters and what still waits in a queue', async () => {
  const scene = await setScene();
  const broker = await amqp.connect(context.amqpUrl);
  const channel = await broker.createConfirmChannel();
  for (const queue of ['send.bulk', 'send.bulk.dlq']) channel.sendToQueue(queue, Buffer.from('{}'));
  await channel.waitForConfirms();
  await broker.close();
  const { problems } = await auditOf(scene);
  expect(problems).toEqual(['1 messages wait in send.bulk', '1 dead letters of send.bulk']);
});
