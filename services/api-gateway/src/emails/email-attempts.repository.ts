import { deliveryAttemptsMax, type DeliveryAttempt } from '@postrider/contracts/emails';
import type { FailureClass } from '@postrider/contracts/outcomes';
import type { Pool } from '@postrider/db';

export interface EmailAttemptRow {
  readonly recipient: string;
  readonly round: number;
  readonly host: string;
  readonly transport: string | null;
  readonly sourceAddress: string | null;
  /** Version, cipher, verification; `none`: not encrypted. */
  readonly tls: string | null;
  /** Of the email. */
  readonly acceptedAt: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly result: DeliveryAttempt['result'];
  readonly replyCode: number | null;
  readonly reply: string | null;
  readonly conversation: string | null;
  /** Milliseconds: connected, tls, data, ended; each since the one before, null if there was none. Null or empty: not recorded. */
  readonly phases: readonly (number | null)[] | null;
  readonly failureClass: FailureClass | null;
  readonly nextAttemptAt: Date | null;
}

/**
 * Attempts of an email, newest first; null: there is no such email.
 * @param domainIds the only domains whose emails may be seen; null: all
 */
export type FindAttempts = (
  organizationId: string,
  emailId: string,
  domainIds: readonly string[] | null,
) => Promise<EmailAttemptRow[] | null>;

/** An attempt and the event of its outcome are recorded in one statement, with one time. */
const findAttemptsSql = `
SELECT m.id AS email_id, m.created_at AS "acceptedAt", a.*
  FROM messages m
  LEFT JOIN LATERAL (
       SELECT r.address AS recipient, a.round, a.destination AS host, a.transport, a.source_address AS "sourceAddress", a.tls,
              a.started_at AS "startedAt", a.finished_at AS "finishedAt", a.result, a.reply_code AS "replyCode", a.reply,
              a.conversation, a.phases, e.failure_class AS "failureClass", e.next_attempt_at AS "nextAttemptAt"
         FROM delivery_attempts a
         JOIN recipients r ON r.message_id = a.message_id AND r.ordinal = a.ordinal
         LEFT JOIN LATERAL (
              SELECT failure_class, next_attempt_at FROM email_events
               WHERE message_id = a.message_id AND ordinal = a.ordinal AND occurred_at = a.finished_at
                 AND failure_class IS NOT NULL LIMIT 1) e ON true
        WHERE a.message_id = m.id AND r.message_id = m.id
        ORDER BY a.started_at DESC, a.ordinal LIMIT ${deliveryAttemptsMax}) a ON true
 WHERE m.id = $2 AND m.organization_id = $1 AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))
 ORDER BY a."startedAt" DESC, a.recipient`;

export function createFindAttempts(pool: Pool): FindAttempts {
  return async (organizationId, emailId, domainIds) => {
    const { rows } = await pool.query<EmailAttemptRow>({
      name: 'emails.find-attempts',
      text: findAttemptsSql,
      values: [organizationId, emailId, domainIds],
    });
    return rows.length === 0 ? null : rows.filter(({ round }) => (round as number | null) !== null);
  };
}
