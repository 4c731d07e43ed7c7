import {
  sendEmailRequest,
  sendEmailResponse,
  sendLimits,
  type SendEmailRequest,
} from '@postrider/contracts/emails';
import { sample } from '@postrider/contracts/fields';
import { isAlmostBulkKind } from '@postrider/contracts/statuses';
import { addressProblems, resolveKind, type AcceptEmails } from '@postrider/submission';
import { z } from 'zod';
import { replayReply } from '../http/reply';
import { defineRoute, type Route, type RouteRequest } from '../http/route';

/** 10 MiB of attachments in base64, html and text of 2 MB each with their escapes, and the rest. */
export const emailBodyBytesMax = 24_000_000;
/** 20,000 of template data, and the fields beside them. */
export const emailBodyValuesMax = 25_000;

export function sendEmailRoute(acceptEmails: AcceptEmails): Route {
  return defineRoute({
    operationId: 'sendEmail',
    method: 'POST',
    path: '/emails',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    reservesQuota: true,
    // Express halves the accept rate: 8,800 requests/s against 39,000, without what the pipeline does.
    aheadOfExpress: true,
    body: sendEmailRequest,
    bodyBytesMax: emailBodyBytesMax,
    bodyValuesMax: emailBodyValuesMax,
    furtherProblems: addressProblems,
    summary: 'Send an email',
    description:
      'Sends an email now, or at `scheduled_at`. A 200 response means that the email is stored and delivery will be attempted. Track it with `GET /emails/{id}`, webhooks or `GET /email-events`.\n\nSuppressed recipients are skipped and listed in `suppressed`. If all recipients are suppressed, the email gets the status `suppressed` and is not sent.\n\nSet `idempotency_key` (or the header) to retry safely: for 24 hours the same key returns the same id, with the header `Idempotent-Replayed: true`, and nothing is sent twice. If the body differs from that of the first request, it is not sent either, and the response also has `Idempotent-Mismatch: true`: use a new key for each email.\n\nWith a test key nothing is delivered. The local part of the recipient chooses the outcome: `bounce@`, `softbounce@`, `complaint@`, `suppressionlist@`, `delay@`, `greylist@`, `open@` or `click@`; any other address is delivered.',
    tag: 'Emails',
    success: { status: 200, schema: sendEmailResponse },
    documented: { headers: sendHeaders, examples },
    errors: [...sendErrors, 'payload_too_large'],
    handle: async ({ principal, body, headers, isOfRelay, quota }) => {
      const header = headers['idempotency-key'];
      const accepted = await acceptEmails.one(principal, body, {
        idempotencyHeader: Array.isArray(header) ? header.join(', ') : header,
        ...(isOfRelay && { submittedIdHash: submittedIdOf(headers) }),
        quota,
      });
      const replay = replayReply(accepted);
      return {
        status: 200,
        body: accepted.response,
        emailId: accepted.response.id,
        ...replay,
        ...(isAlmostBulk(body) && { warnings: [...(replay.warnings ?? []), 'kind_not_bulk'] }),
        ...(body.metadata && { metadataBytes: Buffer.byteLength(JSON.stringify(body.metadata)) }),
      };
    },
  });
}

/** Of an email that was accepted. */
export function isAlmostBulk(request: SendEmailRequest): boolean {
  const kind = resolveKind(request);
  return kind !== null && isAlmostBulkKind(kind);
}

const message = { from: sample.from, to: sample.to, subject: sample.subject };

/** The first is the one that samples are made of. */
const examples = {
  text: { summary: 'Plain text', value: { ...message, text: 'Thank you for your order, Ada!' } },
  receipt: {
    summary: 'HTML, attachment and idempotency key',
    value: {
      ...message,
      html: '<p>Thank you for your order, Ada!</p>',
      text: 'Thank you for your order, Ada!',
      kind: 'receipt',
      metadata: { order_id: '1042' },
      idempotency_key: 'order-1042-receipt',
      attachments: [
        { filename: 'invoice-1042.txt', content: 'SW52b2ljZSAxMDQyOiA0MiBFVVIK', content_type: 'text/plain' },
      ],
    },
  },
  template: {
    summary: 'Template',
    value: {
      from: sample.from,
      to: sample.to,
      template: {
        slug: 'receipt',
        data: { name: 'Ada', 'order.number': '1042', items: [{ title: 'Teapot' }] },
      },
    },
  },
} as const;

/** How a relay names the Message-ID that the client's program gave the mail: 16 octets in base64url. */
const submittedId = /^[\w-]{22}$/;

function submittedIdOf({ 'postrider-submitted-id': shown }: RouteRequest<unknown, unknown>['headers']) {
  return typeof shown === 'string' && submittedId.test(shown) ? Buffer.from(shown, 'base64url') : undefined;
}

const sendHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(sendLimits.idempotencyKeyCharsMax)
    .optional()
    .meta({
      description:
        'Same as `idempotency_key`: the same key returns the same id, with `Idempotent-Replayed: true`, and with `Idempotent-Mismatch: true` if the body differs.',
      examples: ['order-1042-receipt'],
    }),
});

/** What is wrong with an email, sent or not. */
export const emailErrors = [
  'validation_error',
  'invalid_from',
  'unknown_domain',
  'domain_not_verified',
  'forbidden_domain',
  'forbidden_recipient',
  'template_required',
  'sending_paused',
  'under_review',
  'bulk_single_recipient',
  'stream_mismatch',
  'reserved_header',
  'template_not_found',
  'template_variables',
  'invalid_subject',
] as const;
/** What a single send and an item of a batch can meet alike. */
export const sendErrors = [...emailErrors, 'quota_exceeded', 'key_quota_exceeded'] as const;
