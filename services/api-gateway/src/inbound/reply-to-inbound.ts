import type { QuotaReservation } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import { sendEmailRequest, type SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, checkInput, validationError, type FieldProblem } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { quotedCharsMax, type InboundResource, type ReplyRequest } from '@postrider/contracts/inbound';
import type { ApiGatewayView } from '@postrider/db';
import { quotedText, quoteOf, replyHeaders, type Quote } from '@postrider/mail';
import type { AcceptedEmail, AcceptEmails } from '@postrider/submission';
import { authorOf, recordAuditEntry } from '../audit/record-audit-entry';
import { seesContent } from '../auth/principal-scope';
import { markup } from '../public-pages/markup';
import { conversationIdOf, type ConversationsRepository } from './conversations.repository';
import type { InboundEmail, InboundRepository } from './inbound.repository';
import { replyDefaultsOf } from './reply-defaults';

export interface ReplyOptions {
  readonly id: string;
  readonly request: ReplyRequest;
  readonly idempotencyHeader?: string | undefined;
  readonly quota: QuotaReservation;
  readonly requestId: string;
}

/**
 * Sends a reply to a received email, and records that.
 * @throws AppError `not_found`, `forbidden`, and what sending an email throws
 */
export type ReplyToInbound = (principal: Principal, options: ReplyOptions) => Promise<AcceptedEmail>;

export function createReplyToInbound({
  prisma,
  acceptEmails,
  inbound,
  conversations,
}: {
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly inbound: InboundRepository;
  readonly conversations: ConversationsRepository;
}): ReplyToInbound {
  return async (principal, { id, request: asked, idempotencyHeader, quota, requestId }) => {
    if (!isId(id)) throw new AppError('not_found');
    const reader = { organizationId: principal.organization.id, domainIds: principal.domainIds };
    const email = await inbound.find({ ...reader, id });
    if (email === null) throw new AppError('not_found');
    // Quoting an email to oneself is reading it.
    if (asked.quote && !seesContent(principal, { mode: 'live' }))
      throw new AppError('forbidden', 'Quoting requires the right to read content.');
    const answered =
      email.email_id === null ? null : await conversations.findAnswered(reader, email.email_id);
    const request = requestOf(email, asked, replyDefaultsOf(principal, email, answered));
    const accepted = await acceptEmails.one(principal, request, {
      ...{ idempotencyHeader, quota },
      repliedTo: { inboundId: email.id, conversationId: conversationIdOf(email, answered) },
    });
    if (!accepted.replayed) {
      await recordAuditEntry(prisma, {
        ...authorOf({ principal, requestId }),
        organizationId: reader.organizationId,
        action: 'message.reply',
        target: { type: 'inbound_email', id: email.id },
        after: { email_id: accepted.response.id, to: request.to },
      });
    }
    return accepted;
  };
}

/** @throws AppError `validation_error`: a field without a default is missing, or what sending refuses */
function requestOf(
  email: InboundEmail,
  { quote: quotes, ...asked }: ReplyRequest,
  defaults: InboundResource['reply_defaults'],
): SendEmailRequest {
  const from = asked.from ?? defaults.from;
  const to = asked.to ?? defaults.to;
  const missing: FieldProblem[] = [];
  if (from === null) missing.push({ path: 'from', message: noSender });
  if (to.length === 0) missing.push({ path: 'to', message: noRecipient });
  if (missing.length > 0) throw validationError(missing);
  const { message_id: messageId, headers, in_reply_to_message_id: inReplyTo } = email;
  const quote = quotes ? quoteFrom(email) : null;
  const given = {
    ...asked,
    ...{ from, to, subject: asked.subject ?? defaults.subject },
    reply_to: asked.reply_to ?? defaults.reply_to,
    text: quote === null ? asked.text : `${asked.text}\n\n${quotedText(quote)}`,
    html: quote === null || asked.html === undefined ? asked.html : asked.html + quotedHtml(quote),
    metadata: asked.metadata ?? email.metadata,
    headers: replyHeaders({ messageId, headers, inReplyTo }),
  };
  const checked = checkInput(
    sendEmailRequest,
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)),
  );
  if (!checked.ok) throw validationError(checked.problems);
  return checked.value;
}

const noSender = 'required: the address that received the email cannot send, use one at a verified domain';
const noRecipient = 'required: the email has no sender address to reply to';

/** Null when retention has deleted the text. */
function quoteFrom({
  from,
  text,
  reply_text: replyText,
  received_at: receivedAt,
}: InboundEmail): Quote | null {
  const quoted = text ?? replyText;
  if (quoted === null) return null;
  return quoteOf({ from, receivedAt: new Date(receivedAt), text: quoted }, quotedCharsMax);
}

/** Never the HTML of the sender. */
function quotedHtml({ introduction, lines }: Quote): string {
  const style = 'margin:0;padding-left:1em;border-left:2px solid #ccc;white-space:pre-wrap';
  return markup`<p>${introduction}</p><blockquote style="${style}">${lines.join('\n')}</blockquote>`.source;
}
