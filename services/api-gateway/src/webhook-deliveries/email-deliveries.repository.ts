import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import type { Pool } from '@postrider/db';
import type { PageStart } from '../paging/page';
import { lastLatencyOf, type WebhookDeliveryRow } from './webhook-deliveries.repository';

interface EmailName {
  readonly organizationId: string;
  readonly emailId: string;
  /** The only domains whose emails may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
}

export interface EmailDeliveriesRepository {
  /** Up to `limit + 1`, newest event first; null: there is no such email. */
  list(email: EmailName, page: PageStart): Promise<WebhookDeliveryRow[] | null>;
}

/** Opens and clicks may be thousands. */
const eventsMax = 200;
const endpointsMax = 100;

const findParentsSql = `
SELECT ARRAY(SELECT id::text FROM email_events WHERE message_id = $2 ORDER BY id DESC LIMIT ${eventsMax}) AS "eventIds",
       ARRAY(SELECT id::text FROM webhook_endpoints WHERE organization_id = $1 ORDER BY id DESC LIMIT ${endpointsMax})
         AS "endpointIds"
  FROM messages m
 WHERE m.id = $2 AND m.organization_id = $1 AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))`;

/** The bounds leave out other weeks' partitions. */
const findDeliveriesSql = `
SELECT id, endpoint_id AS "endpointId", event_type AS "eventType", message_id AS "messageId", status, attempts,
       next_attempt_at AS "nextAttemptAt", created_at AS "createdAt", delivered_at AS "deliveredAt",
       ${lastLatencyOf('d')} AS "latencyMs"
  FROM webhook_deliveries d
 WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND organization_id = $4 AND message_id = $5
 ORDER BY id DESC LIMIT $6`;

/** A delivery's id follows from its event and its endpoint, so no index by email is needed. */
export function createEmailDeliveriesRepository({
  pool,
}: {
  readonly pool: Pool;
}): EmailDeliveriesRepository {
  return {
    list: async ({ organizationId, emailId, domainIds }, { limit, beforeId }) => {
      const { rows } = await pool.query<{ eventIds: string[]; endpointIds: string[] }>({
        name: 'webhook-deliveries.find-parents',
        text: findParentsSql,
        values: [organizationId, emailId, domainIds],
      });
      const [parents] = rows;
      if (parents === undefined) return null;
      const ids = parents.eventIds
        .flatMap((event) => parents.endpointIds.map((endpoint) => webhookDeliveryId(event, endpoint)))
        .filter((id) => beforeId === null || id < beforeId)
        .sort();
      if (ids.length === 0) return [];
      const found = await pool.query<WebhookDeliveryRow>({
        name: 'webhook-deliveries.find-of-email',
        text: findDeliveriesSql,
        values: [ids, ids[0], ids.at(-1), organizationId, emailId, limit + 1],
      });
      return found.rows;
    },
  };
}
