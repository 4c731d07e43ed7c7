import {
  AppError,
  isId,
  sendAgainRequest,
  sendEmailRequest,
  sendEmailResponse,
  type Principal,
  type SendEmailRequest,
} from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import { createSemaphore } from '@postrider/runtime';
import type { AcceptEmails } from '@postrider/submission';
import { z } from 'zod';
import { authorOf, recordAuditEntry } from '../audit/record-audit-entry';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { sendErrors } from './send-email.route';
import type { FindStoredEmail, StoredEmail } from './stored-email.repository';

/** Each may hold 14 MB of attachments, with its copies. */
const atOnceMax = 4;

export function sendAgainRoute({
  prisma,
  acceptEmails,
  findStoredEmail,
}: {
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly findStoredEmail: FindStoredEmail;
}): Route {
  const turns = createSemaphore({ permits: atOnceMax });
  return defineRoute({
    operationId: 'sendEmailAgain',
    method: 'POST',
    path: '/emails/:id/send-again',
    permission: 'SEND',
    testKeys: 'allowed',
    reservesQuota: true,
    body: sendAgainRequest.optional(),
    summary: 'Send an email again',
    description:
      'Sends a copy of an email as a new one: to its original recipients, or to others with `to`. The new email has the content, headers, tags, metadata and mode of the original, and a Message-ID of its own. It passes every check of `POST /emails`, counts toward the quota and is recorded in the audit log. Content that retention deleted cannot be sent again.',
    tag: 'Emails',
    success: { status: 200, schema: sendEmailResponse },
    documented: { headers: sendAgainHeaders },
    errors: [...sendErrors, 'not_found', 'test_key_not_allowed', 'not_resendable'],
    handle: async ({ principal, params: { id }, body, headers, quota, requestId }) => {
      if (!isId(id)) throw new AppError('not_found');
      const header = headers['idempotency-key'];
      const accepted = await turns.run({ priority: 0, owner: principal.organization.id }, async () => {
        const email = await findStoredEmail(principal.organization.id, id, principal.domainIds);
        if (email === null) throw new AppError('not_found');
        checkReader(principal, email);
        const request = requestOf(email, body ?? {});
        const again = await acceptEmails.one({ ...principal, mode: email.mode }, request, {
          idempotencyHeader: Array.isArray(header) ? header.join(', ') : header,
          quota,
        });
        return { ...again, to: request.to };
      });
      const { replayed, response, to } = accepted;
      if (!replayed) {
        await recordAuditEntry(prisma, {
          ...authorOf({ principal, requestId }),
          organizationId: principal.organization.id,
          action: 'message.send_again',
          target: { type: 'email', id: id.toLowerCase() },
          after: { email_id: response.id, to },
        });
      }
      return {
        status: 200,
        body: response,
        emailId: response.id,
        ...(replayed && { headers: { 'idempotent-replayed': 'true' } }),
      };
    },
  });
}

const sendAgainHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .describe('As `idempotency_key`.')
    .meta({ examples: ['again-1042'] }),
});

/** Sending an email to oneself is reading it. */
function checkReader(principal: Principal, email: StoredEmail): void {
  if (principal.mode === 'test' && email.mode === 'live') throw new AppError('test_key_not_allowed');
  if (!seesContent(principal, email))
    throw new AppError('forbidden', 'This requires the right to read content.');
}

/** @throws AppError `not_resendable`: its content was deleted */
function requestOf(
  email: StoredEmail,
  { to, idempotency_key: idempotencyKey }: z.infer<typeof sendAgainRequest>,
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
  const checked = sendEmailRequest.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)),
  );
  if (!checked.success) {
    const [fault] = checked.error.issues;
    throw new AppError('validation_error', `${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`);
  }
  return checked.data;
}

function fileOf({ filename, contentType, contentId, content }: StoredEmail['attachments'][number]) {
  return {
    ...{ filename, content, content_type: contentType },
    ...(contentId !== null && { content_id: contentId }),
  };
}
