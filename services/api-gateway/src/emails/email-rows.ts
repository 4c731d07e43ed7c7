import type { BounceType, EmailStatus, MessageEventType, Mode } from '@postrider/contracts';

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
  readonly message_id_header: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly metadata: Record<string, string> | null;
  readonly attachments: { filename: string; content_type: string; size: number }[];
  readonly events: EmailHistoryRow[];
}

/** What happened to a recipient, `queued` and `suppressed` too: those are told here and by no webhook. */
export interface EmailHistoryRow {
  readonly type: MessageEventType;
  readonly recipient: string;
  /** Milliseconds since 1970. */
  readonly at_ms: number;
  readonly bounce_type: BounceType | null;
  readonly detail: string | null;
  readonly url: string | null;
}
