import { plannedAheadMs, type Lane, type Mode, type Principal } from '@postrider/contracts';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { PublishJob } from '../accept/send-job-publisher';

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

/**
 * Moves a scheduled message to another time, as long as no worker has taken it. A job for the earlier time finds a message
 * that is not due and leaves it alone.
 */
export function createRescheduleEmail(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly publishJob: PublishJob;
}): RescheduleEmail {
  const { pool, clock, publishJob } = options;
  return async ({ mode, organization, domainIds }, messageId, at) => {
    const { outcome, lane } = await withTransaction(pool, async (client) => {
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, organization.id, messageId);
      if (message === undefined) return refused('not_found');
      if (domainIds.length > 0 && !domainIds.includes(message.domainId)) return refused('not_found');
      if (mode === 'test' && message.mode === 'live') return refused('test_key_not_allowed');
      if (!message.isScheduled) return refused('not_schedulable');
      const { expiresAt } = message;
      if (expiresAt !== null && at >= expiresAt) {
        return { outcome: { state: 'expires_before', expiresAt }, lane: null } as const;
      }
      await setTime(client, messageId, at);
      return { outcome: { state: 'rescheduled' }, lane: message.lane } as const;
    });
    // Later ones are found by the worker's scan ahead.
    if (lane !== null && at.getTime() - clock.now().getTime() <= plannedAheadMs) {
      const message = { message_id: messageId, organization_id: organization.id, due_at: at.toISOString() };
      void publishJob(`send.${lane}`, { messages: [message] });
    }
    return outcome;
  };
}

const refused = <State extends 'not_found' | 'test_key_not_allowed' | 'not_schedulable'>(
  state: State,
): { outcome: { readonly state: State }; lane: null } => ({ outcome: { state }, lane: null });

interface LockedMessage {
  readonly domainId: string;
  readonly mode: Mode;
  readonly lane: Lane;
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
    text: `SELECT domain_id AS "domainId", mode, lane, expires_at AS "expiresAt",
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
