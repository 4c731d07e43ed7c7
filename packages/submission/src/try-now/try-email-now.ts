import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import type { Mode } from '@postrider/contracts/statuses';
import {
  insertAuditEntry,
  uuidV7Floor,
  withTransaction,
  type NewAuditEntry,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { Clock } from '@postrider/runtime';

/** The parts of a principal that it depends on. Messages of other domains do not exist for a restricted key. */
type TryingPrincipal = Pick<Principal, 'mode' | 'domainIds'> & {
  readonly organization: Pick<Principal['organization'], 'id' | 'sendingPausedAt' | 'underReviewAt'>;
};

/**
 * Makes a message that waits for a retry due at once; workers find it by their sweep. Suspensions of its site and limits of its
 * transport hold as for any attempt. One that is due already is left as it is.
 *
 * @returns when it is due
 * @throws AppError `not_found`, `test_key_not_allowed`, `sending_paused`, `under_review`, `not_deferred`, `rate_limited`
 */
export type TryEmailNow = (
  principal: TryingPrincipal,
  messageId: string,
  actor: NewAuditEntry['actor'],
) => Promise<Date>;

/** Servers that defer mail rarely accept it sooner, and count attempts that come too early against the sender. */
const betweenAttemptsMs = 5 * 60_000;
/** Of one organization: all its waiting mail may be for one server. */
const perMinuteMax = 30;
const minuteMs = 60_000;

export function createTryEmailNow({
  pool,
  clock,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
}): TryEmailNow {
  return ({ mode, organization, domainIds }, messageId, actor) =>
    withTransaction(pool, async (client) => {
      const now = clock.now();
      // The lock keeps the worker's claim out between the look and the change.
      const message = await lockMessage(client, organization.id, messageId);
      if (message === undefined) throw new AppError('not_found');
      if (domainIds !== null && !domainIds.includes(message.domainId)) throw new AppError('not_found');
      if (mode === 'test' && message.mode === 'live') throw new AppError('test_key_not_allowed');
      const { dueAt, lastAttemptAt } = message;
      if (!message.isDeferred || dueAt === null) throw new AppError('not_deferred');
      if (organization.sendingPausedAt !== null) throw new AppError('sending_paused');
      if (organization.underReviewAt !== null) throw new AppError('under_review');
      if (dueAt <= now) return dueAt;
      requireRest(lastAttemptAt, now);
      await countTries(client, organization.id, now);
      await client.query('UPDATE messages SET due_at = $2 WHERE id = $1', [messageId, now]);
      await insertAuditEntry(client, {
        organizationId: organization.id,
        actor,
        action: 'message.try_now',
        target: { type: 'email', id: messageId.toLowerCase() },
        before: { due_at: dueAt },
        after: { due_at: now },
      });
      return now;
    });
}

interface LockedMessage {
  readonly domainId: string;
  readonly mode: Mode;
  /** An attempt failed for now, and nothing else holds it back. */
  readonly isDeferred: boolean;
  /** Null: it is held. */
  readonly dueAt: Date | null;
  readonly lastAttemptAt: Date | null;
}

async function lockMessage(
  client: PoolClient,
  organizationId: string,
  messageId: string,
): Promise<LockedMessage | undefined> {
  const { rows } = await client.query<LockedMessage>({
    name: 'try-now.lock-message',
    text: `SELECT domain_id AS "domainId", mode, due_at AS "dueAt",
             status = 'queued' AND first_attempt_at IS NOT NULL
               AND NOT EXISTS (SELECT FROM message_holds WHERE message_id = messages.id) AS "isDeferred",
             (SELECT max(started_at) FROM delivery_attempts WHERE message_id = messages.id) AS "lastAttemptAt"
           FROM messages WHERE id = $2 AND organization_id = $1 FOR UPDATE`,
    values: [organizationId, messageId],
  });
  return rows[0];
}

/** @throws AppError `rate_limited` */
function requireRest(lastAttemptAt: Date | null, now: Date): void {
  const restMs = lastAttemptAt === null ? 0 : lastAttemptAt.getTime() + betweenAttemptsMs - now.getTime();
  if (restMs <= 0) return;
  throw new AppError(
    'rate_limited',
    'The last attempt was less than 5 minutes ago. Servers refuse mail that comes back too soon.',
    { retryAfterSeconds: Math.ceil(restMs / 1_000) },
  );
}

/** Entries of the audit log are what is counted, one organization at a time. @throws AppError `rate_limited` */
async function countTries(client: PoolClient, organizationId: string, now: Date): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('try-now ' || $1, 0))", [organizationId]);
  const since = uuidV7Floor(new Date(now.getTime() - minuteMs));
  const { rows } = await client.query<{ tries: number }>({
    name: 'try-now.count-tries',
    text: `SELECT count(*)::int AS tries FROM audit_entries
            WHERE organization_id = $1 AND id >= $2 AND action = 'message.try_now'`,
    values: [organizationId, since],
  });
  if ((rows[0]?.tries ?? 0) < perMinuteMax) return;
  throw new AppError('rate_limited', `At most ${perMinuteMax} emails a minute can be tried at once.`, {
    retryAfterSeconds: minuteMs / 1_000,
  });
}
