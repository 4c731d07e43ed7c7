import type {
  CreatedWebhookResource,
  EmailEventEntry,
  RotatedWebhookResource,
  WebhookDeliveryResource,
} from '@postrider/contracts/webhooks';
import {
  eventually,
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '@postrider/testkit';
import { bodyOf, deliveryIdOf, isSignedBy } from '../system/received-webhook';
import { emailThatIs, message, running } from './running-system';

async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const answer = await running().api().request<T>(method, path, { body });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
  return answer.body;
}

function arrived(
  receiver: WebhookReceiver,
  is: (webhook: ReceivedWebhook) => boolean,
): Promise<ReceivedWebhook> {
  const find = () => receiver.received.findLast(is);
  return eventually(find, { what: 'a webhook' });
}

async function deliveredTo(endpointId: string, id: string): Promise<WebhookDeliveryResource> {
  const path = `/webhooks/${endpointId}/deliveries/${id}`;
  await eventually(async () => (await call<WebhookDeliveryResource>('GET', path)).status === 'delivered');
  return call('GET', path);
}

export function webhooks(): void {
  test('an endpoint is tried out, and its secret replaced without a webhook that it could not verify', async () => {
    const receiver = await startWebhookReceiver();
    const made = await call<CreatedWebhookResource>('POST', '/webhooks', { url: receiver.url });
    const tested = await call<WebhookDeliveryResource>('POST', `/webhooks/${made.id}/test`);
    const trial = await arrived(receiver, (webhook) => deliveryIdOf(webhook) === tested.id);
    expect(bodyOf(trial).type).toBe('webhook.test');
    expect(isSignedBy(trial, made.signing_secret)).toBe(true);
    expect((await deliveredTo(made.id, tested.id)).attempts).toMatchObject([{ number: 1, status: 200 }]);

    const rotated = await call<RotatedWebhookResource>('POST', `/webhooks/${made.id}/rotate-secret`);
    const { id } = await running().api().send(message('rotated@recipients.test'));
    await emailThatIs('delivered', id);
    const first = await arrived(receiver, (webhook) => {
      const { type, data } = bodyOf(webhook);
      return type === 'email.delivered' && data.email_id === id;
    });
    for (const secret of [made.signing_secret, rotated.signing_secret]) {
      expect(isSignedBy(first, secret)).toBe(true);
    }
    expect(isSignedBy(first, 'whsec_of_another')).toBe(false);

    await deliveredTo(made.id, deliveryIdOf(first));
    receiver.clear();
    await call('POST', `/webhooks/${made.id}/deliveries/${deliveryIdOf(first)}/replay`);
    const again = await arrived(receiver, (webhook) => deliveryIdOf(webhook) === deliveryIdOf(first));
    expect(again.rawBody.equals(first.rawBody)).toBe(true);
    await deliveredTo(made.id, deliveryIdOf(first));
    await call('DELETE', `/webhooks/${made.id}`);
    await receiver.close();
  });

  test('a receiver that was down reads the same events afterwards', async () => {
    const { id } = await running().api().send(message('feed@recipients.test'));
    await emailThatIs('delivered', id);
    const found: EmailEventEntry[] = [];
    let after = '';
    // Events are shown some seconds after they were recorded.
    await eventually(
      async () => {
        for (let hasMore = true; hasMore;) {
          const page = await call<Feed>('GET', `/email-events?limit=100${after}`);
          found.push(...page.data.filter(({ data }) => data.email_id === id));
          after = `&after=${page.next_cursor}`;
          hasMore = page.has_more;
        }
        return found.length === 2;
      },
      { intervalMs: 250, what: 'the events in the stream' },
    );
    expect(found.map(({ type }) => type)).toEqual(['email.sent', 'email.delivered']);
    const receivers = running().world.webhooks;
    const first = await arrived(receivers, (webhook) => {
      const { type, data } = bodyOf(webhook);
      return type === 'email.delivered' && data.email_id === id;
    });
    const { type, created_at: at, data } = bodyOf(first);
    expect(found[1]).toMatchObject({ object: 'email_event', type, created_at: at, data });
  });
}

interface Feed {
  readonly data: readonly EmailEventEntry[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}
