import { sendEmailResponse } from '@postrider/contracts/emails';
import { replyRequest } from '@postrider/contracts/inbound';
import { z } from 'zod';
import { emailBodyBytesMax, sendErrors } from '../emails/send-email.route';
import { replayReply } from '../http/reply';
import { defineRoute, type Route } from '../http/route';
import type { ReplyToInbound } from './reply-to-inbound';

export function replyInboundRoute(replyToInbound: ReplyToInbound): Route {
  return defineRoute({
    operationId: 'replyToInbound',
    method: 'POST',
    path: '/inbound/:id/reply',
    access: { key: 'SEND' },
    testKeys: 'refused',
    reservesQuota: true,
    body: replyRequest,
    bodyBytesMax: emailBodyBytesMax,
    summary: 'Reply to a received email',
    description:
      'Sends an email to the sender of a received one. Mail programs show both in one thread: `In-Reply-To` and `References` name the received email (RFC 5322 §3.6.4). The answer to it is received with this email as `email_id`, and all of them are in `GET /inbound/{id}/conversation`.\n\nThe reply passes every check of `POST /emails`, counts toward the quota and is recorded in the audit log. If all recipients are suppressed, it is not sent, and `suppressed` lists them. Set `idempotency_key` to retry safely.\n\nNever answer an email with `automatic: true` automatically: two programs would write to each other without end (RFC 3834).',
    tag: 'Inbound',
    success: { status: 200, schema: sendEmailResponse },
    documented: { headers: replyRequestHeaders },
    errors: [...sendErrors, 'not_found', 'forbidden', 'payload_too_large'],
    handle: async ({ principal, params: { id }, body, headers, quota, requestId }) => {
      const header = headers['idempotency-key'];
      const accepted = await replyToInbound(principal, {
        ...{ id, request: body, quota, requestId },
        idempotencyHeader: Array.isArray(header) ? header.join(', ') : header,
      });
      return {
        status: 200,
        body: accepted.response,
        emailId: accepted.response.id,
        ...replayReply(accepted),
      };
    },
  });
}

const replyRequestHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .describe('As `idempotency_key`.')
    .meta({ examples: ['reply-1042'] }),
});
