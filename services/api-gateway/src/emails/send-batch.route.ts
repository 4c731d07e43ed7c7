import { batchRequest, batchResponse, sendEmailRequest, sendLimits } from '@postrider/contracts';
import type { AcceptEmails } from '@postrider/submission';
import { z } from 'zod';
import { defineRoute, type Route } from '../http/route';

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
    summary: 'Send up to 100 emails',
    tag: 'Emails',
    success: { status: 200, schema: batchResponse },
    documented: { body: z.array(sendEmailRequest).min(1).max(sendLimits.batchItemsMax) },
    errors: ['validation_error', 'payload_too_large'],
    handle: async ({ principal, body, quota }) => ({
      status: 200,
      body: { data: await acceptEmails.batch(principal, body, quota) },
    }),
  });
}
