import { emailHistoryMax, type EmailResource } from '@postrider/contracts/emails';
import { lowestId } from '@postrider/contracts/ids';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type {
  BounceType,
  EmailStatus,
  MessageEventType,
  Mode,
  SuppressionReason,
} from '@postrider/contracts/statuses';
import { messageTermsFilledTo, type Database } from '@postrider/db';
import { search, type Found } from '../paging/search';
import { isFoundByTerm } from './found-by-term';
import type { EmailFilter } from './email-filter';
import { listEmailsSearch } from './list-emails.statement';

/** A timestamptz as text, in UTC: `2026-11-21 01:59:42.1+00`. Parsing it would take a sixth of a list's time. */
export type PostgresTime = string;

/** A message as lists show it. */
export interface EmailSummaryRow {
  readonly id: string;
  readonly from_header: string;
  readonly to_addresses: string[];
  readonly subject: string;
  readonly status: EmailStatus;
  readonly mode: Mode;
  readonly kind: string | null;
  readonly created_at: PostgresTime;
  readonly sent_at: PostgresTime | null;
}

/** A message with its content (null after retention), attachment names and events. */
export interface EmailRow extends EmailSummaryRow {
  readonly cc_addresses: string[];
  readonly bcc_addresses: string[];
  readonly reply_to: string | null;
  readonly tags: { name: string; value: string }[] | null;
  readonly scheduled_at: PostgresTime | null;
  readonly expires_at: PostgresTime | null;
  readonly first_attempt_at: PostgresTime | null;
  readonly message_id_header: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly metadata: Record<string, string> | null;
  readonly attachments: { filename: string; content_type: string; size: number }[];
  readonly holds: EmailHoldRow[];
  readonly events: EmailHistoryRow[];
  readonly events_truncated: boolean;
}

interface EmailHoldRow {
  readonly reason: EmailResource['holds'][number]['reason'];
  /** Milliseconds since 1970. */
  readonly since_ms: number;
  readonly until_ms: number | null;
}

/** What happened to a recipient. `queued` and `suppressed` appear here and in no webhook. */
export interface EmailHistoryRow {
  readonly type: MessageEventType;
  readonly recipient: string;
  /** Milliseconds since 1970. */
  readonly at_ms: number;
  readonly bounce_type: BounceType | null;
  readonly detail: string | null;
  readonly failure_class: FailureClass | null;
  /** Milliseconds since 1970. */
  readonly next_attempt_at_ms: number | null;
  readonly reply: EventReply | null;
  readonly suppression: { readonly id: string; readonly reason: SuppressionReason } | null;
  readonly url: string | null;
  /** Opened or clicked by a program. */
  readonly machine: boolean;
}

export interface EmailsRepository {
  /** @param domainIds the only domains whose messages may be seen; null: all */
  find(organizationId: string, id: string, domainIds: readonly string[] | null): Promise<EmailRow | null>;
  /** Whether sending can still change it. The caller has seen that it may be seen. */
  isOpen(id: string): Promise<boolean>;
  list(organizationId: string, filter: EmailFilter): Promise<Found<EmailSummaryRow>>;
}

export function createEmailsRepository({ pool }: Pick<Database, 'pool'>): EmailsRepository {
  return {
    find: async (organizationId, id, domainIds) => {
      const { rows } = await pool.query<EmailRow>({
        name: 'emails.find-email',
        text: findEmailSql,
        values: [organizationId, id, domainIds],
      });
      return rows[0] ?? null;
    },
    isOpen: async (id) => {
      const { rowCount } = await pool.query({
        name: 'emails.is-open',
        text: `SELECT FROM messages WHERE id = $1 AND status IN ('queued', 'sending')`,
        values: [id],
      });
      return rowCount === 1;
    },
    list: async (organizationId, filter) => {
      // Taken before the search: an email that gets its terms in between is still found by looking at it, and once.
      const filledTo = isFoundByTerm(filter) ? await messageTermsFilledTo(pool) : lowestId;
      return search(pool, listEmailsSearch(organizationId, filter, filledTo));
    },
  };
}

// Each table is asked by the parameter, not by `m.id`: so PostgreSQL opens one partition of it instead of all.
// Events of one moment keep the order in which they were recorded: their ids are UUIDv7. `queued` is not among
// them: each recipient that was not suppressed at acceptance was queued then.
const findEmailSql = `
SELECT m.id, m.from_header, m.to_addresses, m.cc_addresses, m.bcc_addresses, m.reply_to, m.subject, m.status, m.mode,
       m.kind, m.tags, m.created_at::text, m.scheduled_at::text, m.expires_at::text, m.first_attempt_at::text,
       m.sent_at::text, m.message_id_header,
       c.html, c.text, c.metadata, a.attachments, h.holds, e.events,
       EXISTS (SELECT FROM email_events WHERE message_id = $2 OFFSET ${emailHistoryMax}) AS events_truncated
  FROM messages m
  LEFT JOIN message_contents c ON c.message_id = $2
 CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('filename', filename, 'content_type', content_type, 'size', size)
                                ORDER BY ordinal), '[]') AS attachments
         FROM message_attachments WHERE message_id = $2) a
 CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('reason', reason,
                                                  'since_ms', round(extract(epoch FROM since) * 1000),
                                                  'until_ms', round(extract(epoch FROM until) * 1000))
                                ORDER BY since), '[]') AS holds
         FROM (
              SELECT 'review' AS reason, created_at AS since,
                     CASE WHEN status IN ('pending', 'flagged') THEN NULL ELSE coalesce(decided_at, screened_at) END AS until
                FROM message_reviews WHERE message_id = $2
               UNION ALL
              SELECT CASE operator WHEN 'postrider' THEN 'restoration' ELSE 'operator' END, held_at, NULL
                FROM message_holds WHERE message_id = $2) held) h
 CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('type', type, 'recipient', recipient,
                                                  'at_ms', round(extract(epoch FROM occurred_at) * 1000),
                                                  'bounce_type', bounce_type, 'detail', detail,
                                                  'failure_class', failure_class, 'next_attempt_at_ms',
                                                  round(extract(epoch FROM next_attempt_at) * 1000), 'reply', reply,
                                                  'suppression', suppression, 'url', url, 'machine', machine)
                                ORDER BY occurred_at, id NULLS FIRST, ordinal), '[]') AS events
         FROM (
              SELECT NULL::uuid AS id, ordinal, 'queued' AS type, address AS recipient, m.created_at AS occurred_at,
                     NULL AS bounce_type, NULL AS detail, NULL AS failure_class,
                     NULL::timestamptz AS next_attempt_at, NULL::jsonb AS reply, NULL::jsonb AS suppression, NULL AS url,
                     false AS machine
                FROM recipients r
               WHERE r.message_id = $2 AND NOT EXISTS (
                     SELECT FROM email_events s
                      WHERE s.message_id = $2 AND s.ordinal = r.ordinal
                        AND s.type = 'suppressed' AND s.identity = 'accept')
               UNION ALL
              (SELECT id, ordinal, type, recipient, occurred_at, bounce_type, detail, failure_class, next_attempt_at,
                     reply, suppression, url, machine
                FROM email_events WHERE message_id = $2 ORDER BY occurred_at DESC, id DESC LIMIT ${emailHistoryMax})) recorded) e
 WHERE m.id = $2 AND m.organization_id = $1 AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))`;
