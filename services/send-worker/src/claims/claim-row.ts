import assert from 'node:assert';
import type { EmailSnapshot, Lane, Mode } from '@postrider/contracts';
import type { ClaimedContent, ClaimedMessage } from './claimed-message';

/** A row of the claiming statement, as `pg` brings it. */
export interface ClaimRow {
  readonly id: string;
  readonly organization_id: string;
  readonly api_key_id: string;
  readonly domain_id: string;
  readonly mode: Mode;
  readonly lane: Lane;
  readonly kind: string | null;
  readonly from_header: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly to_addresses: string[];
  readonly cc_addresses: string[];
  readonly hide_recipients: boolean;
  readonly tags: EmailSnapshot['tags'];
  readonly template: EmailSnapshot['template'];
  readonly created_at: Date;
  readonly due_at: Date;
  readonly message_id_header: string | null;
  readonly expires_at: Date | null;
  readonly first_attempt_at: Date;
  readonly rounds: number;
  readonly status: 'queued' | 'sending';
  readonly is_expired: boolean | null;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
  readonly has_content: boolean;
  readonly metadata: EmailSnapshot['metadata'];
  readonly headers: Record<string, string> | null;
  readonly octets: number;
  readonly html: string | null;
  readonly text: string | null;
  readonly ordinals: number[] | null;
  readonly addresses: string[] | null;
  readonly is_capped: boolean;
}

/** One direction, one place. */
export function toClaimedMessage(row: ClaimRow): ClaimedMessage {
  return {
    id: row.id,
    organizationId: row.organization_id,
    apiKeyId: row.api_key_id,
    domainId: row.domain_id,
    mode: row.mode,
    lane: row.lane,
    kind: row.kind,
    fromHeader: row.from_header,
    replyTo: row.reply_to,
    subject: row.subject,
    to: row.to_addresses,
    cc: row.cc_addresses,
    hideRecipients: row.hide_recipients,
    tags: row.tags,
    template: row.template,
    createdAt: row.created_at,
    dueAt: row.due_at,
    messageIdHeader: row.message_id_header,
    expiresAt: row.expires_at,
    firstAttemptAt: row.first_attempt_at,
    round: row.rounds,
    isExpired: row.is_expired ?? false,
    isCapped: row.is_capped && row.is_expired !== true,
    track: { opens: row.track_opens, clicks: row.track_clicks },
    metadata: row.metadata,
    content: toContent(row),
    pending: pendingRecipients(row),
  };
}

function pendingRecipients({ ordinals, addresses }: ClaimRow): ClaimedMessage['pending'] {
  return (ordinals ?? []).map((ordinal, index) => {
    const address = addresses?.[index];
    assert(address !== undefined, 'a recipient has an address');
    return { ordinal, address };
  });
}

function toContent(row: ClaimRow): ClaimedContent {
  if (!row.has_content) return { kind: 'gone' };
  if (row.html === null && row.text === null) return { kind: 'heavy', octets: Number(row.octets) };
  return { kind: 'inline', body: { html: row.html, text: row.text, headers: row.headers ?? {} } };
}
