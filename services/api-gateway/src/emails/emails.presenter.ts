import type { EmailEventResource, EmailResource, EmailSummary } from '@postrider/contracts/emails';
import { diagnose } from '@postrider/contracts/outcomes';
import type { EmailHistoryRow, EmailRow, EmailSummaryRow, PostgresTime } from './emails.repository';

/** An item of `GET /emails`. */
export function presentEmailSummary(row: EmailSummaryRow, waiting: EmailSummary['waiting']): EmailSummary {
  return {
    object: 'email',
    id: row.id,
    from: row.from_header,
    to: row.to_addresses,
    subject: row.subject,
    last_event: row.status,
    waiting,
    mode: row.mode,
    kind: row.kind,
    created_at: isoTime(row.created_at),
    sent_at: isoOrNull(row.sent_at),
  };
}

/** `GET /emails/:id`; without its content, bodies are as after retention, and clicks do not say where they led. */
export function presentEmail(
  row: EmailRow,
  { withContent, waiting }: { readonly withContent: boolean; readonly waiting: EmailResource['waiting'] },
): EmailResource {
  return {
    ...presentEmailSummary(row, waiting),
    cc: row.cc_addresses,
    bcc: row.bcc_addresses,
    reply_to: row.reply_to,
    html: withContent ? row.html : null,
    text: withContent ? row.text : null,
    tags: row.tags,
    scheduled_at: isoOrNull(row.scheduled_at),
    expires_at: isoOrNull(row.expires_at),
    claimed_at: isoOrNull(row.first_attempt_at),
    message_id: row.message_id_header,
    metadata: row.metadata,
    attachments: row.attachments,
    holds: row.holds.map(({ reason, since_ms: since, until_ms: until }) => ({
      reason,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    })),
    events: row.events.map((event) => presentEvent(event, withContent)),
    events_truncated: row.events_truncated,
  };
}

function presentEvent(row: EmailHistoryRow, withContent: boolean): EmailEventResource {
  return {
    type: row.type,
    recipient: row.recipient,
    at: new Date(row.at_ms).toISOString(),
    ...(row.bounce_type !== null && { bounce_type: row.bounce_type }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.failure_class !== null && {
      diagnosis: diagnose(row.failure_class, {
        isDelayed: row.type === 'delivery_delayed',
        reply: row.reply?.text ?? row.detail,
      }),
    }),
    ...(row.next_attempt_at_ms !== null && {
      next_attempt_at: new Date(row.next_attempt_at_ms).toISOString(),
    }),
    ...(row.reply !== null && { reply: row.reply }),
    ...(row.suppression !== null && { suppression: row.suppression }),
    ...(withContent && row.url !== null && { url: row.url }),
    ...(row.machine && { automatic: true }),
  };
}

function isoOrNull(time: PostgresTime | null): string | null {
  return time === null ? null : isoTime(time);
}

/** `2026-11-21 01:59:42.1+00` as `2026-11-21T01:59:42.100Z`. */
function isoTime(time: PostgresTime): string {
  const fraction = time.slice(20, -3).padEnd(3, '0');
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${fraction}Z`;
}
