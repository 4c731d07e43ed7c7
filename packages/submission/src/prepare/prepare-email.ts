import type { Principal, SendingDomain } from '@postrider/contracts/access';
import { decodedLength, type SendEmailRequest } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { isBulkKind, type Lane } from '@postrider/contracts/statuses';
import type { EntityViewing } from '@postrider/mail';
import { collectRecipients, findWarnings, parseFrom, type PreparedRecipient } from './addresses';
import {
  checkHeaders,
  contentOf,
  viewedContent,
  viewedFileRows,
  viewOf,
  type TemplateRendering,
} from './content';
import {
  carriedFields,
  type AttachmentRow,
  type MessageRow,
  type MessageSource,
  type PreparedEmail,
  type RecipientRow,
  type RepliedTo,
} from './prepared-email';
import {
  authorizeDomain,
  checkBulk,
  checkLimits,
  checkPolicy,
  checkTracking,
  permittedKind,
  resolveKind,
} from './sending-rules';

/** A repeated call is answered with the stored response for this long after the send is due. */
const idempotencyKeptMs = 24 * 3_600_000;

/** Above the second by which a worker may claim too early: what it takes has expired for certain, and fails. */
const afterExpiryMs = 2_000;

export interface PrepareOptions {
  readonly idempotencyKey: string | null;
  /** `hashBody` of the request, if it has an idempotency key. */
  readonly bodyHash: string | null;
  readonly source: MessageSource;
  /** Chosen before, and stored by the caller; by default a new one. */
  readonly messageId?: string | undefined;
  readonly now: Date;
  /** The rendering of the template that the request asks for, if it asks for one; null: there is none. */
  readonly template?: TemplateRendering | null | undefined;
  /** What was found in the entity that the request carries, if it carries one. */
  readonly mime?: EntityViewing | undefined;
  /** Of the Message-ID that the client's program gave it. */
  readonly submittedIdHash?: Buffer | undefined;
  /** What the mail is about: unsubscribing leaves this topic. */
  readonly topicId?: string | undefined;
  readonly repliedTo?: RepliedTo | undefined;
}

/**
 * Every check of a send request that needs no I/O, in the order in which a client can mend them.
 * Has no effects; the id is new at each call, unless it was chosen before. What its template became is part of it: the message that is stored is what is sent.
 * @throws AppError with the code of the first rule that the request breaks
 */
export function prepareEmail(
  principal: Principal,
  request: SendEmailRequest,
  options: PrepareOptions,
): PreparedEmail {
  const from = parseFrom(request.from);
  const recipients = collectRecipients(request);
  const domain = authorizeDomain(principal, from.domain);
  checkPolicy(principal);
  checkLimits(principal, recipients, request);
  const kind = permittedKind(principal, resolveKind(request));
  checkBulk(kind, recipients.length, domain);
  const headers = checkHeaders(request.headers);
  const view = viewOf(options.mime, kind);
  const content = view ? viewedContent(request, view) : contentOf(request, options.template);
  const tracking = checkTracking(request.track, recipients.length, domain);

  const id = options.messageId ?? newId();
  const dueMs = dueMsOf(request, options.now);
  const expiresAt = inUtc(request.expires_at);
  const isHeld = principal.mode === 'live' && principal.organization.isScreened;
  const message: MessageRow = {
    id,
    organization_id: principal.organization.id,
    api_key_id: principal.actor.id,
    domain_id: domain.id,
    mode: principal.mode,
    lane: laneOf(principal, domain),
    source: options.source,
    kind,
    bulk: isBulkKind(kind),
    from_header: request.from.trim(),
    from_address: from.address,
    reply_to: request.reply_to ?? null,
    to_addresses: request.to,
    cc_addresses: request.cc ?? [],
    bcc_addresses: request.bcc ?? [],
    subject: content.subject,
    ...{ html: content.html, text: content.text },
    template: content.template,
    tags: request.tags ?? null,
    warnings: findWarnings(recipients),
    track_opens: tracking.opens,
    track_clicks: tracking.clicks,
    created_at: options.now,
    scheduled_at: inUtc(request.scheduled_at),
    expires_at: expiresAt,
    due_at: isHeld ? heldDueAt(expiresAt) : new Date(dueMs),
    ...{ idempotency_key: options.idempotencyKey, body_hash: options.bodyHash },
    kept_until: new Date(dueMs + idempotencyKeptMs),
    headers,
    metadata: request.metadata ?? null,
    ...rareColumns(request, options, { isHeld, isOfLimitedKey: isOfLimitedKey(principal) }),
  };
  return {
    message,
    recipients: recipients.map((recipient, ordinal) => recipientRow(id, recipient, ordinal)),
    attachments: view ? viewedFileRows(id, view) : attachmentRows(id, request.attachments),
    countedRecipients: principal.mode === 'live' ? recipients.length : 0,
  };
}

/** What its live emails count toward besides the quota of the organization. */
function isOfLimitedKey({ mode, limits }: Principal): boolean {
  return mode === 'live' && limits !== undefined && limits.dailyRecipients !== null;
}

function rareColumns(
  request: SendEmailRequest,
  { messageId, submittedIdHash, topicId, repliedTo }: PrepareOptions,
  { isHeld, isOfLimitedKey: ofLimitedKey }: { readonly isHeld: boolean; readonly isOfLimitedKey: boolean },
) {
  const carried: Partial<Record<(typeof carriedFields)[number], unknown>> = {};
  for (const field of carriedFields) if (request[field] !== undefined) carried[field] = request[field];
  return {
    ...(carried as Pick<SendEmailRequest, (typeof carriedFields)[number]>),
    ...(isHeld && { held: true as const }),
    ...(ofLimitedKey && { of_limited_key: true as const }),
    ...(messageId !== undefined && { chosen: true as const }),
    ...(topicId !== undefined && { topic_id: topicId }),
    ...(repliedTo && { inbound_id: repliedTo.inboundId, conversation_id: repliedTo.conversationId }),
    ...(submittedIdHash && { submitted_id_hash: `\\x${submittedIdHash.toString('hex')}` }),
  };
}

/** A bulk stream is kept apart whole: its mail must never delay transactional mail. */
function laneOf(principal: Principal, domain: SendingDomain): Lane {
  if (principal.mode === 'test') return 'test';
  return domain.stream === 'bulk' ? 'bulk' : 'transactional';
}

function dueMsOf({ scheduled_at: scheduledAt }: SendEmailRequest, now: Date): number {
  return Math.max(now.getTime(), scheduledAt === undefined ? 0 : Date.parse(scheduledAt));
}

/** Postgres refuses some offsets that ISO 8601 allows. */
function inUtc(timestamp: string | undefined): string | null {
  return timestamp === undefined ? null : new Date(timestamp).toISOString();
}

function recipientRow(messageId: string, recipient: PreparedRecipient, ordinal: number): RecipientRow {
  return {
    message_id: messageId,
    ordinal,
    address: recipient.address,
    address_key: recipient.key,
    role: recipient.role,
  };
}

function attachmentRows(messageId: string, attachments: SendEmailRequest['attachments']): AttachmentRow[] {
  return (attachments ?? []).map((attachment, ordinal) => ({
    message_id: messageId,
    ordinal,
    filename: attachment.filename,
    content_type: attachment.content_type,
    content_id: attachment.content_id ?? null,
    size: decodedLength(attachment.content),
    content: attachment.content,
  }));
}

/**
 * `due_at` of a message that waits for its screening: never, so that no worker and no timer meets it. Its `expires_at`
 * fails it on time all the same: it becomes due when it has expired, never before.
 */
function heldDueAt(expiresAt: string | null): Date | null {
  return expiresAt === null ? null : new Date(Date.parse(expiresAt) + afterExpiryMs);
}
