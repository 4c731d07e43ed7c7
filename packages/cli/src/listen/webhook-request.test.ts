import { createSecretKey } from 'node:crypto';
import { emailEventTypes, type EmailEventMessage } from '@postrider/contracts/events';
import { emailWebhookBody, webhookDeliveryId } from '@postrider/contracts/webhooks';
import { signedRequest as signedByService } from '@postrider/webhooks';
import type { EmailEventEntry } from 'postrider';
import { verifyWebhook } from 'postrider/webhooks';
import { deliveryIdOf, signedRequest, webhookOf } from './webhook-request';

const eventId = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';
const listenerId = '5b4a3f2e-1d0c-4b9a-8f60-7f5e4d3c2b1a';
const secret = 'whsec_b8f1d2c3a4958677';

const event = (type: EmailEventMessage['type']): EmailEventMessage => ({
  ...{ id: eventId, type, organization_id: 'o1', mode: 'test', occurred_at: '2026-01-02T03:04:05.678Z' },
  email: {
    ...{
      id: 'm1',
      message_id: '<m1@d.test>',
      from: 'Ä <a@d.test>',
      to: ['b@e.test'],
      subject: 'Grüße ✓ </script>',
    },
    ...{ kind: 'receipt', tags: [{ name: 'n', value: 'v' }], template: null, key_id: 'k1', domain_id: 'd1' },
    // Members that look like numbers come first in any object.
    metadata: { z: '1', '7': 'x', __proto__x: 'y' },
  },
  ...{
    recipient: 'b@e.test',
    provider: 'google',
    bounce_type: 'hard',
    detail: 'no\nsuch user',
    failure_class: 'recipient',
  },
  ...{
    next_attempt_at: '2026-01-02T03:05:00.000Z',
    reply: { host: 'mx.e.test', code: 550, text: '5.1.1 no' },
  },
  ...{ url: 'https://x.test/?a=1&b=2', blocked: false, machine: false },
});

/** What the event stream answers: written and read as JSON on the way. */
function entryOf(type: EmailEventMessage['type']): EmailEventEntry {
  const entry = { object: 'email_event', id: eventId, ...emailWebhookBody(event(type)) };
  return JSON.parse(JSON.stringify(entry)) as EmailEventEntry;
}

test.each(emailEventTypes)('%s is sent as the service sends it, byte for byte', async (type) => {
  const at = new Date('2026-01-02T03:04:06Z');
  const webhook = webhookOf(entryOf(type), listenerId);
  const { headers, body } = signedRequest(webhook, { secret, at });
  const expected = signedByService(
    { id: webhookDeliveryId(eventId, listenerId), eventType: type, format: 'postrider' },
    JSON.stringify(emailWebhookBody(event(type))),
    { keys: [createSecretKey(Buffer.from(secret))], at },
  );
  expect(Object.entries(headers)).toEqual(Object.entries(expected.headers));
  expect(body.equals(expected.body)).toBe(true);
  const verified = await verifyWebhook({ body: body.toString('utf8'), headers, secrets: [secret], now: at });
  expect(verified).toMatchObject({ ok: true, event: { type }, deliveryId: webhook.deliveryId });
});

test('the delivery id is that of the service for an endpoint with this id', () => {
  for (let n = 0; n < 200; n += 1) {
    const [event, endpoint] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(deliveryIdOf(event, endpoint)).toBe(webhookDeliveryId(event, endpoint));
  }
});
