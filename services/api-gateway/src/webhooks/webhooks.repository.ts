import type { WebhookFormat } from '@postrider/contracts/webhooks';
import { lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';

/** What may be shown of an endpoint: not its secrets. */
const shown = {
  id: true,
  url: true,
  events: true,
  description: true,
  format: true,
  status: true,
  disabledReason: true,
  failingSince: true,
  createdAt: true,
} as const;

/** An endpoint without its secrets. */
export type WebhookRow = Prisma.WebhookEndpointGetPayload<{ select: typeof shown }>;

/** One endpoint of one organization. */
export interface EndpointName {
  readonly organizationId: string;
  readonly endpointId: string;
}

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
  readonly format: WebhookFormat;
  /** Sealed; additional data: the id. */
  readonly signingSecret: string;
}

/** The fields of a PATCH; absent fields do not change. */
export interface WebhookChange {
  readonly url?: string;
  readonly events?: string[];
  readonly description?: string | null;
  readonly status?: 'enabled' | 'disabled';
  readonly format?: WebhookFormat;
}

export interface NewSecret {
  /** Sealed; additional data: the endpoint's id. */
  readonly signingSecret: string;
  /** How long the secret before it goes on signing beside it. */
  readonly previousSecretUntil: Date;
}

interface CreationRules {
  /** Null: no cap. */
  readonly endpointsMax: number | null;
  readonly author: Author;
}

export interface WebhooksRepository {
  /** @returns null when the organization has `endpointsMax` endpoints already */
  create(organizationId: string, webhook: NewWebhook, rules: CreationRules): Promise<WebhookRow | null>;
  find(organizationId: string, id: string): Promise<WebhookRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<WebhookRow[]>;
  /** @returns null when there is no such endpoint */
  change(endpoint: EndpointName, change: WebhookChange, author: Author): Promise<WebhookRow | null>;
  /** Of three secrets within the time, the oldest signs no longer. @returns null when there is no such endpoint */
  rotateSecret(endpoint: EndpointName, secret: NewSecret, author: Author): Promise<WebhookRow | null>;
  /** @returns false when there was none */
  remove(organizationId: string, id: string, author: Author): Promise<boolean>;
}

export function createWebhooksRepository(prisma: ApiGatewayView): WebhooksRepository {
  return {
    create: (organizationId, webhook, rules) =>
      prisma.$transaction((tx) => insertEndpoint(tx, organizationId, { webhook, ...rules })),

    find: (organizationId, id) =>
      prisma.webhookEndpoint.findFirst({ where: { id, organizationId }, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.webhookEndpoint.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    change: (endpoint, change, author) =>
      prisma.$transaction((tx) => changeEndpoint(tx, endpoint, { change, author })),

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

type Transaction = Pick<ApiGatewayView, 'organization' | 'webhookEndpoint' | 'auditEntry'>;

async function insertEndpoint(
  tx: Transaction,
  organizationId: string,
  { webhook, endpointsMax, author }: { readonly webhook: NewWebhook } & CreationRules,
): Promise<WebhookRow | null> {
  // Two creates at once would both see room for one more.
  await lockRow(tx, 'organization', { id: organizationId });
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
}

async function changeEndpoint(
  tx: Transaction,
  { organizationId, endpointId: id }: EndpointName,
  { change, author }: { readonly change: WebhookChange; readonly author: Author },
): Promise<WebhookRow | null> {
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
}

async function lockEndpoint(
  tx: Pick<ApiGatewayView, 'webhookEndpoint'>,
  { organizationId, endpointId: id }: EndpointName,
): Promise<(WebhookRow & { signingSecret: string }) | null> {
  await lockRow(tx, 'webhookEndpoint', { id, organizationId });
  return tx.webhookEndpoint.findFirst({
    where: { id, organizationId },
    select: { ...shown, signingSecret: true },
  });
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

/** For the audit log. */
function describeWebhook({ url, events, description, format }: WebhookRow): Prisma.InputJsonObject {
  return { url, events, description, format };
}
