import { createSecretBox } from '@postrider/runtime';
import {
  createInboundEmail,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  emailEvent,
  eventually,
  startWebhookReceiver,
  testMasterKey,
  type ReceivedWebhook,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import type { EmailEventMessage } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { uuidV7Time } from '@postrider/db';
import { Resend } from 'resend';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

/** What Resend's client takes for a webhook. */
type ResendWebhook = ReturnType<Resend['webhooks']['verify']>;
type ResendData<Type extends ResendWebhook['type']> = Extract<ResendWebhook, { type: Type }>['data'];

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;

beforeAll(async () => {
  context = await createTestContext();
  dispatcher = await startTestDispatcher(context, { dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

async function tenant() {
  const { id: organizationId } = await createOrganization(context.pool);
  const endpoint = await createWebhookEndpoint(context.pool, {
    ...{ organizationId, url: receiver.url, format: 'resend' },
  });
  return { organizationId, endpoint };
}

/** As a program for Resend reads a webhook: with Resend's own verifier. */
function verified(webhook: ReceivedWebhook | undefined, webhookSecret: string): ResendWebhook {
  const header = (name: string) => String(webhook?.headers[name]);
  const headers = {
    ...{ id: header('svix-id'), timestamp: header('svix-timestamp') },
    signature: header('svix-signature'),
  };
  return new Resend('re_none').webhooks.verify({ payload: String(webhook?.rawBody), headers, webhookSecret });
}

async function received(change: Partial<EmailEventMessage>, to?: Awaited<ReturnType<typeof tenant>>) {
  const { organizationId, endpoint } = to ?? (await tenant());
  const event = emailEvent({ organization_id: organizationId, ...change });
  await dispatcher.broker.publisher.publishEvent(event);
  await eventually(() => receiver.received.length > 0);
  const [webhook] = receiver.received;
  return { event, endpoint, webhook, body: verified(webhook, endpoint.signingSecret) };
}

it("passes Resend's verifier, and no other headers sign it", async () => {
  const { event, endpoint, webhook, body } = await received({ type: 'email.delivered' });
  const data: ResendData<'email.delivered'> = {
    created_at: uuidV7Time(event.email.id).toISOString(),
    email_id: event.email.id,
    message_id: '<1@mail.example.com>',
    from: 'Shop <shop@mail.example.com>',
    to: ['jane@example.com'],
    subject: 'Grüße ✓',
    tags: { order: '1' },
  };
  expect(body).toEqual({ type: 'email.delivered', created_at: event.occurred_at, data });
  expect(webhook?.headers['svix-id']).toBe(webhookDeliveryId(event.id, endpoint.id));
  expect(webhook?.headers).not.toHaveProperty('postrider-signature');
  expect(() => verified(webhook, `whsec_${Buffer.alloc(33).toString('base64')}`)).toThrow('signature');
});

const reply = { host: 'mx.example.com', code: 552, text: '5.2.2 mailbox full' };
const clickedAt = '2026-11-01T10:00:00.000Z';

interface Written {
  readonly event: Partial<EmailEventMessage>;
  readonly type: string;
  readonly data?: Partial<ResendData<'email.bounced' | 'email.clicked' | 'email.failed'>>;
}

it.each<[string, Written]>([
  [
    'a hard bounce',
    {
      event: {
        type: 'email.bounced',
        bounce_type: 'hard',
        detail: 'no such user',
        failure_class: 'recipient',
      },
      type: 'email.bounced',
      data: { bounce: { type: 'Permanent', subType: 'General', message: 'no such user' } },
    },
  ],
  [
    'a soft bounce',
    {
      event: { type: 'email.bounced', bounce_type: 'soft', detail: 'full', failure_class: 'full', reply },
      type: 'email.bounced',
      data: { bounce: { type: 'Transient', subType: 'MailboxFull', message: 'full' } },
    },
  ],
  [
    'a bounce of an unknown kind',
    {
      event: { type: 'email.bounced', bounce_type: 'undetermined' },
      type: 'email.bounced',
      data: { bounce: { type: 'Undetermined', subType: 'Undetermined', message: 'No reason was given.' } },
    },
  ],
  [
    'a click',
    {
      event: { type: 'email.clicked', url: 'https://acme.example/', occurred_at: clickedAt },
      type: 'email.clicked',
      data: { click: { link: 'https://acme.example/', timestamp: clickedAt, ipAddress: '', userAgent: '' } },
    },
  ],
  [
    'a failure',
    {
      event: { type: 'email.failed', detail: 'expired' },
      type: 'email.failed',
      data: { failed: { reason: 'expired' } },
    },
  ],
  [
    'a refusal by a provider',
    {
      event: { type: 'email.rejected', detail: 'virus' },
      type: 'email.failed',
      data: { failed: { reason: 'virus' } },
    },
  ],
  ['a delay', { event: { type: 'email.delivery_delayed' }, type: 'email.delivery_delayed' }],
  ['an unsubscription', { event: { type: 'email.unsubscribed' }, type: 'email.unsubscribed' }],
])('%s is written as Resend writes it', async (_name, { event, type, data }) => {
  const { body } = await received(event);
  expect(body).toMatchObject({ type, data: { to: ['jane@example.com'], ...data } });
});

it('names the template, and only the recipient of the event in `to`', async () => {
  const { email } = emailEvent();
  const template = { id: newId(), slug: 'receipt', version: 3 };
  const to = ['jane@example.com', 'joe@example.com'];
  const { body } = await received({ recipient: 'joe@example.com', email: { ...email, to, template } });
  const data = { to: ['joe@example.com'], template_id: template.id, tags: { order: '1' } };
  expect(body).toMatchObject({ data });
});

it('a delivery in Resend’s format is tried again under one id with the same bytes', async () => {
  const to = await tenant();
  receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal === 0 ? 500 : 200 }));
  await received({}, to);
  const due = () =>
    context.pool.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1 AND attempts = 1`,
      [to.endpoint.id],
    );
  await eventually(async () => (await due(), receiver.received.length === 2));
  const [first, second] = receiver.received;
  expect(second?.rawBody.equals(first?.rawBody ?? Buffer.of())).toBe(true);
  expect(second?.headers['svix-id']).toBe(first?.headers['svix-id']);
  expect(verified(second, to.endpoint.signingSecret)).toMatchObject({ type: 'email.delivered' });
});

it('a delivery in Resend’s format is signed with both secrets while the previous one is valid', async () => {
  const to = await tenant();
  const previous = `whsec_${Buffer.alloc(33, 7).toString('base64')}`;
  const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
  await context.pool.query(
    `UPDATE webhook_endpoints SET previous_secret = $2, previous_secret_until = now() + interval '1 hour' WHERE id = $1`,
    [to.endpoint.id, box.seal(previous, to.endpoint.id)],
  );
  const { webhook } = await received({}, to);
  expect(verified(webhook, previous)).toMatchObject({ type: 'email.delivered' });
  expect(verified(webhook, to.endpoint.signingSecret)).toMatchObject({ type: 'email.delivered' });
});

it('a received mail is written as Resend writes it, with ids by which its client gets the attachments', async () => {
  const to = await tenant();
  const content = Buffer.from('abc');
  const mail = await createInboundEmail(context.pool, {
    ...{ ...to, subject: 'Re: Hi' },
    attachments: [
      { filename: 'photo.png', contentType: 'image/png', contentId: 'photo@example.com', content },
      { filename: 'a.txt', contentType: 'text/plain', content },
    ],
  });
  await dispatcher.broker.publisher.publishJob('webhook-dispatcher.inbound', { inbound_ids: [mail.id] });
  await eventually(() => receiver.received.length === 1);
  const addresses = ['reply@reply.mail.example.com'];
  expect(verified(receiver.received[0], to.endpoint.signingSecret)).toEqual({
    type: 'email.received',
    created_at: mail.receivedAt.toISOString(),
    data: {
      ...{ email_id: mail.id, created_at: mail.receivedAt.toISOString(), from: 'jane@example.com' },
      ...{ to: addresses, received_for: addresses, cc: [], bcc: [], subject: 'Re: Hi' },
      message_id: '<1@example.com>',
      attachments: [
        {
          ...{ id: '0', filename: 'photo.png', content_type: 'image/png' },
          ...{ content_disposition: 'inline', content_id: 'photo@example.com' },
        },
        {
          ...{ id: '1', filename: 'a.txt', content_type: 'text/plain' },
          ...{ content_disposition: 'attachment', content_id: null },
        },
      ],
    },
  });
});
