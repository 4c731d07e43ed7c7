import { sendAgainRequest, sendEmailResponse } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { z } from 'zod';
import { replayReply } from '../http/reply';
import { defineRoute, type Route } from '../http/route';
import type { SendAgain } from './send-again';
import { sendErrors } from './send-email.route';

export function sendAgainRoute(sendAgain: SendAgain): Route {
  return defineRoute({
    operationId: 'sendEmailAgain',
    method: 'POST',
    path: '/emails/:id/send-again',
    access: { key: 'SEND' },
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
      const accepted = await sendAgain(principal, {
        ...{ id, request: body ?? {}, quota, requestId },
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

const sendAgainHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .describe('As `idempotency_key`.')
    .meta({ examples: ['again-1042'] }),
});
