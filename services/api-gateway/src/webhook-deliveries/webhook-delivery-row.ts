import type { Prisma } from '@postrider/db';

/** What the delivery log shows; the body is content of mail and stays out. */
export const shown = {
  id: true,
  endpointId: true,
  eventType: true,
  messageId: true,
  status: true,
  attempts: true,
  nextAttemptAt: true,
  createdAt: true,
  deliveredAt: true,
} as const;

export type WebhookDeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof shown }>;

/** With every try, oldest first. */
export interface WebhookDeliveryDetail extends WebhookDeliveryRow {
  readonly tries: readonly Prisma.WebhookAttemptGetPayload<true>[];
}
