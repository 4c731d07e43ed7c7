import { eventuallyPasses } from '@postrider/testkit';
import { headerOf, signingDomains } from '../system/received-mail';
import { bodyOf, deliveryIdOf, isSignedBy } from '../system/received-webhook';
import {
  copiesOf,
  emailThatIs,
  eventTypes,
  message,
  present,
  running,
  settledTotals,
  webhookOf,
} from './running-system';

export function sendingOverHttp(): void {
  test('a message arrives signed by its domain, from a return path of its own', async () => {
    const { domain } = running().tenant;
    const { id } = await running().api().send(message('grace@recipients.test'));
    await emailThatIs('delivered', id);
    const mail = present(copiesOf(id)[0]);
    expect(await signingDomains(mail.raw, running().world.dns)).toEqual([domain.name]);
    expect(mail.to).toEqual(['grace@recipients.test']);
    expect(mail.from).toMatch(new RegExp(`^b\\+[a-z0-9]+@bounce\\.${domain.name}$`));
    expect(headerOf(mail, 'from')).toBe(`Ada Lovelace <ada@${domain.name}>`);
    expect(mail.raw.toString()).toContain('It works.');
  });

  test('its events are in order and carry the Message-ID of the mail', async () => {
    const { id } = await running().api().send(message('grace@recipients.test'));
    const email = await emailThatIs('delivered', id);
    expect(eventTypes(email)).toEqual(['queued', 'sent', 'delivered']);
    expect(email.message_id).toBe(headerOf(present(copiesOf(id)[0]), 'message-id'));
    expect(Date.parse(email.sent_at ?? '')).toBeGreaterThanOrEqual(Date.parse(email.created_at));
    expect(email).toMatchObject({ subject: 'Grüße aus London', mode: 'live', html: null });
  });

  test('each event reaches the webhook endpoint, signed over the raw bytes', async () => {
    const { endpoint } = running().tenant;
    const tags = [{ name: 'campaign', value: 'welcome' }];
    const email = { ...message('hooked@recipients.test'), tags, metadata: { order: '42' } };
    const { id } = await running().api().send(email);
    const webhooks = [await webhookOf(id, 'email.sent'), await webhookOf(id, 'email.delivered')];
    for (const webhook of webhooks) {
      expect(isSignedBy(webhook, endpoint.signingSecret)).toBe(true);
      expect(webhook.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'postrider-webhooks/1',
        'postrider-event-type': bodyOf(webhook).type,
      });
      expect(bodyOf(webhook).data).toMatchObject({
        recipient: 'hooked@recipients.test',
        tags,
        metadata: { order: '42' },
      });
    }
    expect(new Set(webhooks.map(deliveryIdOf)).size).toBe(2);
    const { message_id: messageId } = await running().api().email(id);
    expect(webhooks.map((webhook) => bodyOf(webhook).data['message_id'])).toEqual([messageId, messageId]);
  });
}

export function counting(): void {
  test('daily metrics count each recipient once', async () => {
    const before = await settledTotals();
    const { id } = await running()
      .api()
      .send(message(['one@recipients.test', 'two@recipients.test']));
    await emailThatIs('delivered', id);
    await eventuallyPasses(async () => {
      const { totals } = await running().api().metrics('?days=1');
      expect(totals.sent - before.sent).toBe(2);
      expect(totals.delivered - before.delivered).toBe(2);
    });
  });

  test('each recipient gets a copy, and none shows the bcc', async () => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('attached').toString('base64') }];
    const email = {
      ...message('to@recipients.test'),
      cc: 'cc@recipients.test',
      bcc: 'bcc@recipients.test',
      attachments,
    };
    const { id } = await running().api().send(email);
    await emailThatIs('delivered', id);
    const copies = copiesOf(id);
    expect(copies.flatMap(({ to }) => to).sort()).toEqual([
      'bcc@recipients.test',
      'cc@recipients.test',
      'to@recipients.test',
    ]);
    for (const copy of copies) {
      expect(copy.raw.toString()).not.toContain('bcc@recipients.test');
      expect(copy.raw.toString()).toContain(Buffer.from('attached').toString('base64'));
    }
    expect(new Set(copies.map(({ from }) => from)).size).toBe(3);
  });
}
