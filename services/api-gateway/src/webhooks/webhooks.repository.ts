import type { ApiGatewayView } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { describeWebhook, shown, type WebhookRow } from './webhook-row';

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
  /** Sealed; additional data: the id. */
  readonly signingSecret: string;
}

export interface WebhooksRepository {
  /** @returns null when the organization has `endpointsMax` endpoints already */
  create(
    organizationId: string,
    webhook: NewWebhook,
    rules: { readonly endpointsMax: number | null; readonly author: Author },
  ): Promise<WebhookRow | null>;
  find(organizationId: string, id: string): Promise<WebhookRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<WebhookRow[]>;
  /** @returns false when there was none */
  remove(organizationId: string, id: string, author: Author): Promise<boolean>;
}

export function createWebhooksRepository(prisma: ApiGatewayView): WebhooksRepository {
  return {
    create: (organizationId, webhook, { endpointsMax, author }) =>
      prisma.$transaction(async (tx) => {
        // Two creates at once would both see room for one more: touching the organization makes them take turns.
        await tx.organization.update({ where: { id: organizationId }, data: { updatedAt: new Date() } });
        const count = await tx.webhookEndpoint.count({ where: { organizationId } });
        if (endpointsMax !== null && count >= endpointsMax) return null;
        const row = await tx.webhookEndpoint.create({ data: { ...webhook, organizationId }, select: shown });
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'webhook.create',
          target: { type: 'webhook', id: row.id },
          after: describeWebhook(row),
        });
        return row;
      }),

    find: (organizationId, id) =>
      prisma.webhookEndpoint.findFirst({ where: { id, organizationId }, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.webhookEndpoint.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    remove: (organizationId, id, author) =>
      prisma.$transaction(async (tx) => {
        const row = await tx.webhookEndpoint.findFirst({ where: { id, organizationId }, select: shown });
        const { count } = await tx.webhookEndpoint.deleteMany({ where: { id, organizationId } });
        if (row === null || count === 0) return false;
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'webhook.delete',
          target: { type: 'webhook', id },
          before: describeWebhook(row),
        });
        return true;
      }),
  };
}
