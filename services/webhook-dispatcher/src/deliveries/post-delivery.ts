import type { Clock } from '@postrider/runtime';
import { signingKeys, type SigningSecret } from '../endpoints/endpoint';
import type { WebhookTransport } from '../transport/webhook-transport';
import type { Attempt, Delivery } from './delivery';
import { signatureHeader } from './signature';

/** Signs and sends: the same bytes and the same delivery id on every try, under a new timestamp. */
export function postDelivery(
  { transport, clock }: { transport: WebhookTransport; clock: Clock },
  { delivery, secrets }: { readonly delivery: Delivery; readonly secrets: readonly SigningSecret[] },
): Promise<Attempt> {
  const { endpoint } = delivery;
  const body = Buffer.from(delivery.body);
  const now = clock.now();
  const unixSeconds = Math.floor(now.getTime() / 1_000);
  return transport.post(
    { endpointId: endpoint.id, url: endpoint.url },
    {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'postrider-webhooks/1',
        'postrider-signature': signatureHeader(signingKeys(secrets, now), unixSeconds, body),
        'postrider-delivery-id': delivery.id,
        'postrider-event-type': delivery.eventType,
      },
      body,
    },
  );
}
