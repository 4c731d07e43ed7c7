import type { ReceivedWebhook, ReceiverAnswer } from '@postrider/testkit';
import { bodyOf, deliveryIdOf, isSignedBy } from '../../system/received-webhook';

/** What the endpoint has seen of one event. */
export interface SeenEvent {
  readonly deliveryIds: Set<string>;
  requests: number;
  /** Requests that were answered 2xx in time. */
  answered: number;
}

export interface WebhookLedger {
  note(webhook: ReceivedWebhook, answer: ReceiverAnswer): void;
  seen(key: EventKey): SeenEvent | undefined;
  readonly requests: number;
  readonly badSignatures: number;
}

/** What identifies an event for the receiver, who does not see its id. */
export interface EventKey {
  readonly emailId: string;
  readonly type: string;
  readonly recipient: string;
  readonly createdAt: string;
}

/** The sender waits this long for an answer. */
const answerTimeoutMs = 5_000;

export function createWebhookLedger(signingSecret: () => string): WebhookLedger {
  const events = new Map<string, SeenEvent>();
  let requests = 0;
  let badSignatures = 0;
  return {
    note: (webhook, answer) => {
      requests += 1;
      if (!isSignedBy(webhook, signingSecret())) badSignatures += 1;
      const { type, created_at: createdAt, data } = bodyOf(webhook);
      const key = keyText({ emailId: data.email_id, type, recipient: data.recipient, createdAt });
      const seen = events.get(key) ?? { deliveryIds: new Set<string>(), requests: 0, answered: 0 };
      seen.requests += 1;
      seen.deliveryIds.add(deliveryIdOf(webhook));
      if (isSuccess(answer)) seen.answered += 1;
      events.set(key, seen);
    },
    seen: (key) => events.get(keyText(key)),
    get requests() {
      return requests;
    },
    get badSignatures() {
      return badSignatures;
    },
  };
}

function keyText({ emailId, type, recipient, createdAt }: EventKey): string {
  return `${emailId} ${type} ${recipient} ${createdAt}`;
}

function isSuccess(answer: ReceiverAnswer): boolean {
  if (answer.kind === 'slow') return answer.delayMs < answerTimeoutMs;
  return answer.kind === 'status' && answer.status >= 200 && answer.status < 300;
}
