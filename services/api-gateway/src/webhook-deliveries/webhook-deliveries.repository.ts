import {
  AppError,
  newId,
  webhookAttemptLimits,
  webhookDeliveryId,
  type WebhookDeliveryStatus,
  type WebhookEventType,
} from '@postrider/contracts';
import {
  lockRow,
  uuidV7Floor,
  type ApiGatewayView,
  type ApiGatewayDatabase,
  type Pool,
  type Prisma,
} from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';
import type { EndpointName } from '../webhooks/webhooks.repository';

/** What the delivery log shows. The body, which is content of email, is in a delivery alone. */
const shown = {
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

/** With every attempt, oldest first. */
export interface WebhookDeliveryDetail extends WebhookDeliveryRow {
  readonly payload: string | null;
  readonly attemptRows: readonly Prisma.WebhookAttemptGetPayload<true>[];
}

export interface DeliveryFilter extends PageStart {
  readonly status?: WebhookDeliveryStatus | undefined;
  readonly eventType?: WebhookEventType | undefined;
  readonly emailId?: string | undefined;
  /** Both ends belong to the range. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** A write, and who asks for it when. */
export interface Request {
  readonly author: Author;
  readonly now: Date;
}

export interface WebhookDeliveriesRepository {
  /** Newest event first. */
  list(endpoint: EndpointName, filter: DeliveryFilter): Promise<Found<WebhookDeliveryRow>>;
  find(endpoint: EndpointName, id: string): Promise<WebhookDeliveryDetail | null>;
  /** A `webhook.test` that is due now. */
  createTest(endpoint: EndpointName, request: Request): Promise<WebhookDeliveryDetail>;
  /**
   * Makes it due now, with a schedule of its own; one that is being tried at this moment is left as it is.
   * @returns null when there is none
   * @throws AppError `validation_error` when it was tried too often
   */
  replay(endpoint: EndpointName, id: string, request: Request): Promise<WebhookDeliveryDetail | null>;
}

type WithPayload = WebhookDeliveryRow & { readonly payload?: string | null };

export function createWebhookDeliveriesRepository({
  prisma,
  pool,
}: ApiGatewayDatabase): WebhookDeliveriesRepository {
  const withAttempts = async (row: WithPayload): Promise<WebhookDeliveryDetail> => ({
    ...row,
    payload: row.payload ?? null,
    attemptRows: (
      await prisma.webhookAttempt.findMany({
        where: { deliveryId: row.id },
        orderBy: { number: 'desc' },
        take: webhookAttemptLimits.keptMax,
      })
    ).reverse(),
  });

  return {
    list: async (endpoint, filter) => {
      const ids = filter.emailId === undefined ? null : await deliveryIdsOf(pool, endpoint, filter.emailId);
      return search(pool, deliverySearch(endpoint, { ...filter, ids }));
    },

    find: async (endpoint, id) => {
      const select = { ...shown, payload: true };
      const row = await prisma.webhookDelivery.findFirst({ where: { ...endpoint, id }, select });
      return row && withAttempts(row);
    },

    createTest: async (endpoint, { author, now }) => {
      const row = await prisma.$transaction(async (tx) => {
        const created = await tx.webhookDelivery.create({
          data: { ...testDelivery(now), ...endpoint },
          select: shown,
        });
        await recordAuditEntry(tx, {
          ...author,
          organizationId: endpoint.organizationId,
          action: 'webhook.test',
          target: { type: 'webhook', id: endpoint.endpointId },
          after: { delivery_id: created.id },
        });
        return created;
      });
      return { ...row, payload: null, attemptRows: [] };
    },

    replay: async (endpoint, id, request) => {
      const row = await prisma.$transaction((tx) => replayOne(tx, { ...endpoint, id }, request));
      return row && withAttempts(row);
    },
  };
}

const columns = `c.id, c.endpoint_id AS "endpointId", c.event_type AS "eventType", c.message_id AS "messageId", c.status,
  c.attempts, c.next_attempt_at AS "nextAttemptAt", c.created_at AS "createdAt", c.delivered_at AS "deliveredAt"`;

/** Opens and clicks may be thousands. */
const eventsMax = 200;

/** A delivery's id follows from its event and its endpoint, so no index by email is needed. */
async function deliveryIdsOf(
  pool: Pool,
  { endpointId, organizationId }: EndpointName,
  emailId: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'webhook-deliveries.find-events-of-email',
    text: `SELECT id FROM email_events WHERE message_id = $1 AND organization_id = $2 ORDER BY id DESC LIMIT ${eventsMax}`,
    values: [emailId, organizationId],
  });
  return rows.map(({ id }) => webhookDeliveryId(id, endpointId));
}

/** By endpoint and id; for those that are exhausted there is an index of their own. */
function deliverySearch(
  { endpointId, organizationId }: EndpointName,
  filter: DeliveryFilter & { readonly ids: readonly string[] | null },
): Search {
  const { limit, beforeId, status, eventType, ids, since, until } = filter;
  const bind = createBinder();
  const driven = [
    `endpoint_id = ${bind.value('endpoint', endpointId, 'uuid')}`,
    `organization_id = ${bind.value('organization', organizationId, 'uuid')}`,
  ];
  if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  if (ids !== null) driven.push(`id = ANY(${bind.value('ids', ids, 'uuid[]')})`);
  // Ids begin with the time of the event.
  if (since) driven.push(`id >= ${bind.value('since', uuidV7Floor(since), 'uuid')}`);
  if (until) driven.push(`id < ${bind.value('until', uuidV7Floor(new Date(until.getTime() + 1)), 'uuid')}`);
  if (status === 'exhausted') driven.push("status = 'exhausted'");
  const candidateValues = bind.values.length;
  const filters: string[] = [];
  if (status !== undefined && status !== 'exhausted')
    filters.push(`c.status = ${bind.value('status', status, 'text')}`);
  if (eventType !== undefined) filters.push(`c.event_type = ${bind.value('type', eventType, 'text')}`);
  return {
    candidates: (rowsMax) =>
      `SELECT * FROM webhook_deliveries WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    filters,
    columns,
    limit,
    values: bind.values,
    candidateValues,
  };
}

/** Without a body: the dispatcher builds it. */
function testDelivery(now: Date) {
  return {
    id: newId(),
    eventId: newId(),
    eventType: 'webhook.test',
    status: 'pending',
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
}

async function replayOne(
  tx: Pick<ApiGatewayView, 'webhookDelivery' | 'auditEntry'>,
  where: EndpointName & { readonly id: string },
  { author, now }: Request,
): Promise<WebhookDeliveryRow | null> {
  // No attempt is recorded between reading their number and using it.
  if (!(await lockRow(tx, 'webhookDelivery', where))) return null;
  const { attempts, status } = await tx.webhookDelivery.findFirstOrThrow({ where, select: shown });
  if (attempts >= webhookAttemptLimits.madeMax) {
    const often = `It was attempted ${attempts} times. Replays are limited to ${webhookAttemptLimits.madeMax} attempts per delivery.`;
    throw new AppError('validation_error', often);
  }
  await tx.webhookDelivery.updateMany({
    where: {
      ...where,
      OR: [{ status: { not: 'pending' } }, { leaseUntil: null }, { leaseUntil: { lte: now } }],
    },
    data: { status: 'pending', attemptsBefore: attempts, nextAttemptAt: now, leaseUntil: null },
  });
  await recordAuditEntry(tx, {
    ...author,
    organizationId: where.organizationId,
    action: 'webhook_delivery.replay',
    target: { type: 'webhook_delivery', id: where.id },
    before: { webhook_id: where.endpointId, status },
    after: { webhook_id: where.endpointId, status: 'pending' },
  });
  return tx.webhookDelivery.findFirst({ where, select: shown });
}
