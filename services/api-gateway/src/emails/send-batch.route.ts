import { batchRequest, batchResponse, documentedBatch } from '@postrider/contracts';
import type { AcceptEmails } from '@postrider/submission';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route';
import { sendErrors } from './send-email.route';

/** A hundred messages of 200 kB; a batch carries no attachments. */
const bodyBytesMax = 20_000_000;
/** A hundred messages with a thousand each. */
const bodyValuesMax = 100_000;

export function sendBatchRoute(acceptEmails: AcceptEmails): Route {
  return defineRoute({
    operationId: 'sendEmailBatch',
    method: 'POST',
    path: '/emails/batch',
    permission: 'SEND',
    testKeys: 'allowed',
    admission: 'handler',
    body: batchRequest,
    bodyBytesMax,
    bodyValuesMax,
    summary: 'Send a batch of emails',
    description:
      'Accepts up to 100 emails in one request, which counts as one for the rate limit. Each item succeeds or fails by itself: the answer is 200 with an id or an error for each, in their order, so look at every item. Give each item an `idempotency_key` to repeat a batch safely; the header is not looked at. Attachments are refused here.',
    tag: 'Emails',
    success: { status: 200, schema: batchResponse },
    documented: { headers: batchHeaders, body: documentedBatch },
    errors: [...sendErrors, 'payload_too_large', 'attachments_not_in_batch'],
    handle: async ({ principal, body, headers, quota }) => {
      const allOrNothing = headers['x-batch-validation'] === 'strict';
      const data = await acceptEmails.batch(principal, body, { quota, allOrNothing });
      return { status: 200, body: { data }, emailIds: data.flatMap((item) => ('id' in item ? item.id : [])) };
    },
  });
}

const batchHeaders = z.object({
  'X-Batch-Validation': z
    .enum(['strict', 'permissive'])
    .optional()
    .describe(
      'With `strict` one item that is refused refuses the whole call, with its error and its index, and nothing is sent. ' +
        'Otherwise each item has an answer of its own.',
    )
    .meta({ examples: ['strict'] }),
});
