import { invalidRequest } from '@postrider/contracts/errors';
import type { WebhookEventType } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';
import type { WebhookDeliveryStatus } from '@postrider/contracts/statuses';
import { webhookAttemptLimits, webhookDeliveryId } from '@postrider/contracts/webhooks';
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
import type { TestBodyOf } from './test-bodies';

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

/** What one delivery has beside that: its body, and what it is built from. */
const detailed = { ...shown, eventId: true, payload: true } as const;

type StoredDelivery = Prisma.WebhookDeliveryGetPayload<{ select: typeof shown }>;
type StoredDetail = Prisma.WebhookDeliveryGetPayload<{ select: typeof detailed }>;

export interface WebhookDeliveryRow extends StoredDelivery {
  /** Of the last attempt; null: there was none. */
  readonly latencyMs: number | null;
}

/** With every attempt, oldest first. */
export interface WebhookDeliveryDetail extends WebhookDeliveryRow, StoredDetail {
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
  /** One that is due now. */
  createTest(
    endpoint: EndpointName,
    eventType: WebhookEventType,
    request: Request,
  ): Promise<WebhookDeliveryDetail>;
  /**
   * Makes it due now, with a schedule of its own; one that is being tried at this moment is left as it is.
   * @returns null when there is none
   * @throws AppError `validation_error` when it was tried too often
   */
  replay(endpoint: EndpointName, id: string, request: Request): Promise<WebhookDeliveryDetail | null>;
}

export function createWebhookDeliveriesRepository(
  { prisma, pool }: ApiGatewayDatabase,
  testBodyOf: TestBodyOf,
): WebhookDeliveriesRepository {
  const withAttempts = async (row: StoredDetail): Promise<WebhookDeliveryDetail> => {
    const attempts = await prisma.webhookAttempt.findMany({
      where: { deliveryId: row.id },
      orderBy: { number: 'desc' },
      take: webhookAttemptLimits.keptMax,
    });
    const latencyMs = attempts[0]?.latencyMs ?? null;
    return { ...row, latencyMs, attemptRows: attempts.reverse() };
  };

  return {
    list: async (endpoint, filter) => {
      const ids = filter.emailId === undefined ? null : await deliveryIdsOf(pool, endpoint, filter.emailId);
      return search(pool, deliverySearch(endpoint, { ...filter, ids }));
    },

    find: async (endpoint, id) => {
      const row = await prisma.webhookDelivery.findFirst({ where: { ...endpoint, id }, select: detailed });
      return row && withAttempts(row);
    },

    createTest: async (endpoint, eventType, { author, now }) => {
      const test = { ...dueNow(now), ...endpoint, eventType };
      const payload = testBodyOf({ ...test, messageId: null });
      const row = await prisma.$transaction(async (tx) => {
        const created = await tx.webhookDelivery.create({
          data: { ...test, payload },
          select: detailed,
        });
        await recordAuditEntry(tx, {
          ...author,
          organizationId: endpoint.organizationId,
          action: 'webhook.test',
          target: { type: 'webhook', id: endpoint.endpointId },
          after: { delivery_id: created.id, event_type: eventType },
        });
        return created;
      });
      return { ...row, latencyMs: null, attemptRows: [] };
    },

    replay: async (endpoint, id, request) => {
      const row = await prisma.$transaction((tx) =>
        replayOne(tx, { ...endpoint, id }, { ...request, testBodyOf }),
      );
      return row && withAttempts(row);
    },
  };
}

/** Of the last attempt of a delivery. */
export function lastLatencyOf(delivery: string): string {
  return `(SELECT a.latency_ms FROM webhook_attempts a WHERE a.delivery_id = ${delivery}.id ORDER BY a.number DESC LIMIT 1)`;
}

const columns = `c.id, c.endpoint_id AS "endpointId", c.event_type AS "eventType", c.message_id AS "messageId", c.status,
  c.attempts, c.next_attempt_at AS "nextAttemptAt", c.created_at AS "createdAt", c.delivered_at AS "deliveredAt",
  ${lastLatencyOf('c')} AS "latencyMs"`;

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

function dueNow(now: Date) {
  return {
    id: newId(),
    eventId: newId(),
    status: 'pending',
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
}

async function replayOne(
  tx: Pick<ApiGatewayView, 'webhookDelivery' | 'auditEntry'>,
  where: EndpointName & { readonly id: string },
  { author, now, testBodyOf }: Request & { readonly testBodyOf: TestBodyOf },
): Promise<StoredDetail | null> {
  // No attempt is recorded between reading their number and using it.
  if (!(await lockRow(tx, 'webhookDelivery', where))) return null;
  const found = await tx.webhookDelivery.findFirstOrThrow({ where, select: detailed });
  const { attempts, status } = found;
  if (attempts >= webhookAttemptLimits.madeMax) {
    const often = `It was attempted ${attempts} times. Replays are limited to ${webhookAttemptLimits.madeMax} attempts per delivery.`;
    throw invalidRequest(often);
  }
  await tx.webhookDelivery.updateMany({
    where: {
      ...where,
      OR: [{ status: { not: 'pending' } }, { leaseUntil: null }, { leaseUntil: { lte: now } }],
    },
    data: {
      ...{ status: 'pending', attemptsBefore: attempts, nextAttemptAt: now, leaseUntil: null },
      // The dispatcher builds the body of an event; a test has none.
      payload: found.payload ?? testBodyOf(found),
    },
  });
  await recordAuditEntry(tx, {
    ...author,
    organizationId: where.organizationId,
    action: 'webhook_delivery.replay',
    target: { type: 'webhook_delivery', id: where.id },
    before: { webhook_id: where.endpointId, status },
    after: { webhook_id: where.endpointId, status: 'pending' },
  });
  return tx.webhookDelivery.findFirst({ where, select: detailed });
}
