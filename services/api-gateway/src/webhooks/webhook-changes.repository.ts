import type { ApiGatewayView, Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import { describeWebhook, shown, type WebhookRow } from './webhook-row';

/** One endpoint of one organization. */
export interface EndpointName {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** What a PATCH gives; what is left out stays. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: string[];
  readonly description?: string | null;
  readonly status?: 'enabled' | 'disabled';
}

export interface NewSecret {
  /** Sealed; additional data: the endpoint's id. */
  readonly signingSecret: string;
  /** How long the secret before it goes on signing beside it. */
  readonly previousSecretUntil: Date;
}

export interface WebhookChangesRepository {
  /** @returns null when there is no such endpoint */
  change(endpoint: EndpointName, change: WebhookChange, author: Author): Promise<WebhookRow | null>;
  /** Of three secrets within the time, the oldest signs no longer. @returns null when there is no such endpoint */
  rotateSecret(endpoint: EndpointName, secret: NewSecret, author: Author): Promise<WebhookRow | null>;
}

export function createWebhookChangesRepository(prisma: ApiGatewayView): WebhookChangesRepository {
  return {
    change: ({ organizationId, endpointId: id }, change, author) =>
      prisma.$transaction(async (tx) => {
        const before = await lockEndpoint(tx, { organizationId, endpointId: id });
        if (before === null) return null;
        const data = { ...change, ...healthAfter(before, change) };
        const row = await tx.webhookEndpoint.update({ where: { id }, data, select: shown });
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'webhook.update',
          target: { type: 'webhook', id },
          before: { ...describeWebhook(before), status: before.status },
          after: { ...describeWebhook(row), status: row.status },
        });
        return row;
      }),

    rotateSecret: ({ organizationId, endpointId: id }, secret, author) =>
      prisma.$transaction(async (tx) => {
        const before = await lockEndpoint(tx, { organizationId, endpointId: id });
        if (before === null) return null;
        const data = { ...secret, previousSecret: before.signingSecret };
        const row = await tx.webhookEndpoint.update({ where: { id }, data, select: shown });
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'webhook.rotate_secret',
          target: { type: 'webhook', id },
          after: { previous_secret_until: secret.previousSecretUntil.toISOString() },
        });
        return row;
      }),
  };
}

/** Holds the row until the transaction ends: what is read of it is what is changed. */
async function lockEndpoint(
  tx: Pick<ApiGatewayView, 'webhookEndpoint'>,
  { organizationId, endpointId: id }: EndpointName,
): Promise<(WebhookRow & { signingSecret: string }) | null> {
  const where = { id, organizationId };
  await tx.webhookEndpoint.updateMany({ where, data: { updatedAt: new Date() } });
  return tx.webhookEndpoint.findFirst({ where, select: { ...shown, signingSecret: true } });
}

/** Another place, or another start: what was held against the endpoint no longer counts. */
function healthAfter(
  before: WebhookRow,
  { url, status }: WebhookChange,
): Pick<Prisma.WebhookEndpointUpdateInput, 'failingSince' | 'disabledReason'> {
  const isMoved = url !== undefined && url !== before.url;
  const isSwitched = status !== undefined && status !== before.status;
  return {
    ...((isMoved || isSwitched) && { failingSince: null }),
    ...(isSwitched && { disabledReason: null }),
  };
}
