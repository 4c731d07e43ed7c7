import type { Prisma } from '@postrider/db';

/** What may be shown of an endpoint: not its secrets. */
export const shown = {
  id: true,
  url: true,
  events: true,
  description: true,
  status: true,
  disabledReason: true,
  failingSince: true,
  createdAt: true,
} as const;

/** An endpoint without its secrets. */
export type WebhookRow = Prisma.WebhookEndpointGetPayload<{ select: typeof shown }>;

/** For the audit log. */
export function describeWebhook({ url, events, description }: WebhookRow): Prisma.InputJsonObject {
  return { url, events, description };
}
