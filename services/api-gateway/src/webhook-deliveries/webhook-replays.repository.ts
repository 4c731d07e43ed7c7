import { newId } from '@postrider/contracts/ids';
import { webhookAttemptLimits } from '@postrider/contracts/webhooks';
import { lockRow, uuidV7Floor, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry } from '../audit/record-audit-entry';
import type { EndpointName } from '../webhooks/webhooks.repository';
import type { Request } from './webhook-deliveries.repository';

export type WebhookReplayRow = Prisma.WebhookReplayGetPayload<true>;

export interface Stretch {
  readonly since: Date;
  readonly until: Date;
  /** Sorted; empty: every type that the endpoint wants. */
  readonly events: string[];
}

export interface WebhookReplaysRepository {
  /**
   * Asks for a replay; the same one that is still under way is not begun again.
   * @returns `full` when too many are under way for the endpoint
   */
  start(endpoint: EndpointName, stretch: Stretch, request: Request): Promise<WebhookReplayRow | 'full'>;
  find(endpoint: EndpointName, id: string): Promise<WebhookReplayRow | null>;
}

export function createWebhookReplaysRepository(prisma: ApiGatewayView): WebhookReplaysRepository {
  return {
    start: (endpoint, stretch, { author, now }) =>
      prisma.$transaction(async (tx) => {
        const { organizationId, endpointId } = endpoint;
        // Two calls at once take turns.
        await lockRow(tx, 'webhookEndpoint', { id: endpointId, organizationId });
        const running = await tx.webhookReplay.findMany({ where: { ...endpoint, status: 'running' } });
        const same = running.find((row) => isSame(row, stretch));
        if (same) return same;
        if (running.length >= webhookAttemptLimits.replaysMax) return 'full';
        const row = await tx.webhookReplay.create({
          data: { id: newId(), ...endpoint, ...stretch, position: firstPosition(stretch), createdAt: now },
        });
        await recordAuditEntry(tx, {
          ...author,
          organizationId,
          action: 'webhook.replay',
          target: { type: 'webhook', id: endpointId },
          after: {
            replay_id: row.id,
            since: stretch.since.toISOString(),
            until: stretch.until.toISOString(),
            events: stretch.events,
          },
        });
        return row;
      }),

    find: (endpoint, id) => prisma.webhookReplay.findFirst({ where: { ...endpoint, id } }),
  };
}

function isSame(row: WebhookReplayRow, { since, until, events }: Stretch): boolean {
  return (
    row.since.getTime() === since.getTime() &&
    row.until.getTime() === until.getTime() &&
    row.events.join() === events.join()
  );
}

/** Below every id of the first millisecond. */
function firstPosition({ since }: Stretch): string {
  return uuidV7Floor(since);
}
