import type { Principal } from '@postrider/contracts/access';
import { sendEmailRequest, type SendAgainRequest, type SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, checkInput, validationError } from '@postrider/contracts/errors';
import type { QuotaReservation } from '@postrider/admission';
import type { ApiGatewayView } from '@postrider/db';
import { createSemaphore } from '@postrider/runtime';
import type { AcceptEmails, AcceptedEmail } from '@postrider/submission';
import { authorOf, recordAuditEntry } from '../audit/record-audit-entry';
import { seesContent } from '../auth/principal-scope';
import type { FindStoredEmail, StoredEmail } from './stored-email.repository';

export interface SendAgainOptions {
  readonly id: string;
  readonly request: SendAgainRequest;
  readonly idempotencyHeader?: string | undefined;
  readonly quota: QuotaReservation;
  readonly requestId: string;
}

/**
 * Sends a copy of an email as a new one, and records that.
 * @throws AppError `not_found`, `forbidden`, `test_key_not_allowed`, `not_resendable`, and what sending an email throws
 */
export type SendAgain = (principal: Principal, options: SendAgainOptions) => Promise<AcceptedEmail>;

/** Each may hold 14 MB of attachments, with its copies. */
const atOnceMax = 4;

export function createSendAgain({
  prisma,
  acceptEmails,
  findStoredEmail,
}: {
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly findStoredEmail: FindStoredEmail;
}): SendAgain {
  const turns = createSemaphore({ permits: atOnceMax });
  return async (principal, { id, request: asked, idempotencyHeader, quota, requestId }) => {
    const organizationId = principal.organization.id;
    const { accepted, to } = await turns.run({ priority: 0, owner: organizationId }, async () => {
      const email = await findStoredEmail(organizationId, id, principal.domainIds);
      if (email === null) throw new AppError('not_found');
      checkReader(principal, email);
      const request = requestOf(email, asked);
      const options = { idempotencyHeader, quota };
      return {
        accepted: await acceptEmails.one({ ...principal, mode: email.mode }, request, options),
        to: request.to,
      };
    });
    if (!accepted.replayed) {
      await recordAuditEntry(prisma, {
        ...authorOf({ principal, requestId }),
        organizationId,
        action: 'message.send_again',
        target: { type: 'email', id: id.toLowerCase() },
        after: { email_id: accepted.response.id, to },
      });
    }
    return accepted;
  };
}

/** Sending an email to oneself is reading it. */
function checkReader(principal: Principal, email: StoredEmail): void {
  if (principal.mode === 'test' && email.mode === 'live') throw new AppError('test_key_not_allowed');
  if (!seesContent(principal, email))
    throw new AppError('forbidden', 'This requires the right to read content.');
}

/** @throws AppError `not_resendable`: its content was deleted */
function requestOf(
  email: StoredEmail,
  { to, idempotency_key: idempotencyKey }: SendAgainRequest,
): SendEmailRequest {
  const { html, text, mime, attachments } = email;
  const isWhole = (html ?? text ?? mime) !== null && attachments.every(({ content }) => content !== null);
  if (!isWhole) throw new AppError('not_resendable', 'The content of the email was deleted.');
  const given = {
    from: email.from,
    to: to ?? email.to,
    ...(to === undefined && email.cc.length > 0 && { cc: email.cc }),
    ...(to === undefined && email.bcc.length > 0 && { bcc: email.bcc }),
    reply_to: email.replyTo,
    hide_recipients: email.hideRecipients,
    generate_text: email.generateText,
    keep_content: email.keepContent,
    subject: email.subject,
    ...(mime === null ? { html, text } : { mime }),
    headers: email.headers,
    tags: email.tags,
    kind: email.kind,
    track:
      email.trackOpens || email.trackClicks ? { opens: email.trackOpens, clicks: email.trackClicks } : null,
    metadata: email.metadata,
    attachments: attachments.length === 0 ? null : attachments.map(fileOf),
    idempotency_key: idempotencyKey,
  };
  // Checked as a client's: a release before this one may have accepted what this one refuses.
  const checked = checkInput(
    sendEmailRequest,
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)),
  );
  if (!checked.ok) throw validationError(checked.problems);
  return checked.value;
}

function fileOf({ filename, contentType, contentId, content }: StoredEmail['attachments'][number]) {
  return {
    ...{ filename, content, content_type: contentType },
    ...(contentId !== null && { content_id: contentId }),
  };
}
