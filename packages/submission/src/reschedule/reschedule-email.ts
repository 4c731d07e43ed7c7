import type { Principal } from '@postrider/contracts/access';
import type { Mode } from '@postrider/contracts/statuses';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';

export type RescheduleOutcome =
  | { readonly state: 'rescheduled' }
  | { readonly state: 'not_found' | 'test_key_not_allowed' | 'not_schedulable' }
  | { readonly state: 'expires_before'; readonly expiresAt: Date };

/** The parts of a principal that rescheduling depends on. Messages of other domains do not exist for a restricted key. */
type ReschedulingPrincipal = Pick<Principal, 'mode' | 'domainIds'> & {
  readonly organization: Pick<Principal['organization'], 'id'>;
};

export type RescheduleEmail = (
  principal: ReschedulingPrincipal,
  messageId: string,
  at: Date,
) => Promise<RescheduleOutcome>;

/** Moves a scheduled message to another time, as long as no worker has taken it. */
export function createRescheduleEmail({ pool }: { readonly pool: Pool }): RescheduleEmail {
  return ({ mode, organization, domainIds }, messageId, at) =>
    withTransaction(pool, async (client) => {
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, organization.id, messageId);
      if (message === undefined) return { state: 'not_found' };
      if (domainIds !== null && !domainIds.includes(message.domainId)) return { state: 'not_found' };
      if (mode === 'test' && message.mode === 'live') return { state: 'test_key_not_allowed' };
      if (!message.isScheduled) return { state: 'not_schedulable' };
      const { expiresAt } = message;
      if (expiresAt !== null && at >= expiresAt) return { state: 'expires_before', expiresAt };
      await setTime(client, messageId, at);
      return { state: 'rescheduled' };
    });
}

interface LockedMessage {
  readonly domainId: string;
  readonly mode: Mode;
  readonly expiresAt: Date | null;
  /** It waits for its time, and for nothing else that has begun. */
  readonly isScheduled: boolean;
}

async function lockMessage(
  client: PoolClient,
  organizationId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const { rows } = await client.query<LockedMessage>({
    name: 'reschedule.lock-message',
    text: `SELECT domain_id AS "domainId", mode, expires_at AS "expiresAt",
             status = 'queued' AND rounds = 0 AND source IN ('api', 'batch') AND coalesce(scheduled_at > now(), false)
               AS "isScheduled"
           FROM messages WHERE id = $2 AND organization_id = $1 FOR UPDATE`,
    values: [organizationId, messageId],
  });
  return rows[0];
}

/** One that is held for another reason keeps that: its release reads `scheduled_at`. */
async function setTime(client: PoolClient, messageId: string, at: Date): Promise<void> {
  await client.query({
    name: 'reschedule.set-time',
    text: `UPDATE messages
           SET scheduled_at = $2, due_at = CASE WHEN due_at = scheduled_at THEN $2 ELSE due_at END
           WHERE id = $1`,
    values: [messageId, at],
  });
}
