import type { EmailEvent, WebhookBodies } from '../generated/schemas';
import type { WebhookEventType } from '../webhooks/events';
import type { FakeEmail } from './fake-email';
import { signWebhook } from './sign-webhook';

/** Receives webhooks: `webhookHandler(…)`, or any function from Request to Response. */
export type WebhookReceiver = (request: Request) => Response | Promise<Response>;

export interface WebhookReceiverOptions {
  /** Types to deliver. Default: all. */
  readonly events?: readonly WebhookEventType[] | undefined;
}

/** An attempt to deliver a webhook. */
export interface FakeDelivery {
  readonly type: WebhookEventType;
  readonly emailId: string;
  readonly recipient: string;
  /** The same on every attempt. */
  readonly deliveryId: string;
  /** Status of the receiver's response; 500 if it threw. */
  readonly status: number;
  /** Body of the response. */
  readonly response: string;
  /** What the receiver threw. */
  readonly error?: unknown;
}

interface Endpoint {
  readonly receive: WebhookReceiver;
  readonly events: readonly WebhookEventType[] | undefined;
  /** Ids of deliveries by event; of an event that was delivered, null. */
  readonly deliveries: Map<EmailEvent, string | null>;
  /** Emails accepted before: their events are not delivered. */
  before: number;
}

/** The webhook endpoints of the fake. */
export class FakeWebhooks {
  readonly #endpoints: Endpoint[] = [];

  constructor(readonly secret: string) {}

  add(receive: WebhookReceiver, { events }: WebhookReceiverOptions, before: number): void {
    this.#endpoints.push({ receive, events, deliveries: new Map(), before });
  }

  /** Forgets deliveries, but no endpoints. */
  clear(): void {
    for (const endpoint of this.#endpoints) {
      endpoint.deliveries.clear();
      endpoint.before = 0;
    }
  }

  /** Posts, in order, what was not answered with 2xx yet. */
  async deliver(emails: readonly FakeEmail[]): Promise<FakeDelivery[]> {
    const attempts: FakeDelivery[] = [];
    for (const endpoint of this.#endpoints) {
      for (const email of emails.slice(endpoint.before)) {
        for (const event of email.email.events) {
          const attempt = await this.#attempt(endpoint, email, event);
          if (attempt) attempts.push(attempt);
        }
      }
    }
    return attempts;
  }

  async #attempt(endpoint: Endpoint, email: FakeEmail, event: EmailEvent): Promise<FakeDelivery | undefined> {
    const type = `email.${event.type}` as WebhookEventType;
    const { receive, events, deliveries } = endpoint;
    const known = deliveries.get(event);
    if (unpublished.has(event.type) || events?.includes(type) === false || known === null) return undefined;
    const deliveryId = known ?? crypto.randomUUID();
    deliveries.set(event, deliveryId);
    const { secret } = this;
    const data = dataOf(email, event) as WebhookBodies[typeof type]['data'];
    const signed = await signWebhook({ secret, type, data, deliveryId });
    const attempt = { type, emailId: email.email.id, recipient: event.recipient, deliveryId };
    try {
      const response = await receive(new Request('https://webhook.test/', { method: 'POST', ...signed }));
      if (response.ok) deliveries.set(event, null);
      return { ...attempt, status: response.status, response: await response.text() };
    } catch (error) {
      return { ...attempt, status: 500, response: '', error };
    }
  }
}

/** Types that no webhook delivers. */
const unpublished: ReadonlySet<string> = new Set(['queued', 'suppressed']);

/** Fields without a value are absent. */
function dataOf({ email, template }: FakeEmail, event: EmailEvent): object {
  const { type: _type, at: _at, ...details } = event;
  const { id, mode, from, to, subject, kind, tags, metadata } = email;
  return {
    ...{ email_id: id, mode, from, to, subject },
    ...(kind !== null && { kind }),
    ...(template ? { tags: { template, tags: tags ?? [] } } : tags && { tags }),
    ...(metadata && { metadata }),
    ...details,
  };
}
