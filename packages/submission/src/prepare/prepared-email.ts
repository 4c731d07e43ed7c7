import type { SendEmailRequest, SendEmailResponse } from '@postrider/contracts/emails';
import type { Lane, Mode } from '@postrider/contracts/statuses';

export type Warning = NonNullable<SendEmailResponse['warnings']>[number];

/** By which way a message came; `test`: a sample of a broadcast, whose links change nothing. */
export type MessageSource = 'api' | 'batch' | 'broadcast' | 'automation' | 'form' | 'test';

/** The received email that a message replies to, and the first email of their conversation. */
export interface RepliedTo {
  readonly inboundId: string;
  readonly conversationId: string;
}

/** Fields of the request that few messages have and that are stored as they come, under their own names. */
export const carriedFields = [
  'generate_text',
  'hide_recipients',
  'keep_content',
  'mime',
] as const satisfies readonly (keyof SendEmailRequest)[];

/** A row of `messages` and its content, under the names of their columns. */
export interface MessageRow extends Readonly<Pick<SendEmailRequest, (typeof carriedFields)[number]>> {
  readonly id: string;
  readonly organization_id: string;
  readonly api_key_id: string;
  readonly domain_id: string;
  readonly mode: Mode;
  readonly lane: Lane;
  readonly source: MessageSource;
  readonly kind: string | null;
  /** Not a column: whether unsubscriptions stop it. */
  readonly bulk: boolean;
  readonly from_header: string;
  readonly from_address: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly to_addresses: readonly string[];
  readonly cc_addresses: readonly string[];
  readonly bcc_addresses: readonly string[];
  readonly tags: readonly { readonly name: string; readonly value: string }[] | null;
  /** What subject and bodies were rendered from. */
  readonly template: { readonly id: string; readonly slug: string; readonly version: number } | null;
  readonly warnings: readonly Warning[] | null;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
  readonly created_at: Date;
  readonly scheduled_at: string | null;
  readonly expires_at: string | null;
  /** Null: it is held, and becomes due when its review lets it. */
  readonly due_at: Date | null;
  readonly idempotency_key: string | null;
  /** Until when the idempotency key answers. */
  readonly kept_until: Date;
  /** `hashBody` of the request, if it has an idempotency key. */
  readonly body_hash: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Not a column: it waits for its screening. Absent otherwise, so that it costs other messages nothing. */
  readonly held?: true;
  /** Not a column: the id was chosen before, so the message may exist already. Absent otherwise. */
  readonly chosen?: true;
  /** Not a column: its recipients count toward the daily limit of its key. Absent otherwise, as above. */
  readonly of_limited_key?: true;
  /** Absent where no step of an automation gave it a topic. */
  readonly topic_id?: string;
  /** The received email that it replies to, and the first email of the conversation. Absent where it is no reply. */
  readonly inbound_id?: string;
  readonly conversation_id?: string;
  /** As Postgres writes octets. Absent where the client's program gave no Message-ID. */
  readonly submitted_id_hash?: string;
}

export interface RecipientRow {
  readonly message_id: string;
  readonly ordinal: number;
  readonly address: string;
  readonly address_key: string;
  readonly role: 'to' | 'cc' | 'bcc';
}

export interface AttachmentRow {
  readonly message_id: string;
  readonly ordinal: number;
  readonly filename: string;
  readonly content_type: string;
  readonly content_id: string | null;
  readonly size: number;
  /** Null: it is a part of the entity. */
  readonly content: string | null;
}

/** A message that passed every check that needs no I/O. */
export interface PreparedEmail {
  readonly message: MessageRow;
  readonly recipients: readonly RecipientRow[];
  readonly attachments: readonly AttachmentRow[];
  /** Live recipients, as quotas count them. */
  readonly countedRecipients: number;
}
