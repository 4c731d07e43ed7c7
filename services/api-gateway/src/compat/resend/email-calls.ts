import { hash } from 'node:crypto';
import {
  sendLimits,
  type BatchResponse,
  type EmailResource,
  type EmailSummary,
  type SendEmailResponse,
} from '@postrider/contracts/emails';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { EmailStatus } from '@postrider/contracts/statuses';
import { z } from 'zod';
import { bodyOf, listReply, replyTo, resendCall, type ResendCall } from './resend-call';

/** What each field may hold is checked by our own endpoint, which calls most of them the same. */
const sendFields = {
  from: z.unknown(),
  to: z.unknown(),
  cc: z.unknown().optional(),
  bcc: z.unknown().optional(),
  subject: z.unknown().optional(),
  html: z.unknown().optional(),
  text: z.unknown().optional(),
  headers: z.unknown().optional(),
  tags: z.unknown().optional(),
  scheduled_at: z.unknown().optional(),
  reply_to: replyTo.optional(),
  template: bodyOf({ id: z.string(), variables: z.record(z.string(), z.unknown()).optional() }).optional(),
};
const attachment = bodyOf({
  filename: z.unknown(),
  content: z.unknown(),
  content_type: z.unknown().optional(),
  content_id: z.unknown().optional(),
});
const sendBody = bodyOf({ ...sendFields, attachments: z.array(attachment).optional() });
type SendBody = z.output<typeof sendBody>;
const itemBody = bodyOf(sendFields);
/** What only our endpoint can find wrong with an item concerns that item; this much concerns the call. */
const batchBody = z
  .array(itemBody)
  .min(1, 'needs at least one item')
  .max(sendLimits.batchItemsMax, `has at most ${sendLimits.batchItemsMax} items`);

export const emailCalls: readonly ResendCall[] = [
  resendCall({
    name: 'emails.send',
    method: 'POST',
    path: '/emails',
    like: 'sendEmail',
    differs: 'one `replyTo`; `template.id` is an id or a slug; ISO times only',
    body: sendBody,
    handle: async ({ body }, run) => {
      const reply = await run('sendEmail', { body: emailOf(body), ...modeOf([body]) });
      return { ...reply, body: { id: (reply.body as SendEmailResponse).id } };
    },
  }),
  resendCall({
    name: 'batch.send',
    method: 'POST',
    path: '/emails/batch',
    like: 'sendEmailBatch',
    differs: 'each item gets a key derived from the idempotency key',
    body: batchBody,
    handle: async ({ body, headers }, run) => {
      const key = headers['idempotency-key'];
      // The header has no meaning for batches of ours; a key of the call is one of each item.
      const keyOf = (index: number) =>
        typeof key === 'string' ? { idempotency_key: keyOfItem(key, index) } : undefined;
      const items = body.map((item, index) => ({ ...emailOf(item), ...keyOf(index) }));
      // Whether one of them refuses all is for our endpoint to read from the client's header.
      const reply = await run('sendEmailBatch', { body: items, ...modeOf(body) });
      return { ...reply, body: batchAnswer(reply.body as BatchResponse) };
    },
  }),
  resendCall({
    name: 'emails.list',
    method: 'GET',
    path: '/emails',
    like: 'listEmails',
    list: 'emails',
    handle: async (_request, run) => listReply(await run('listEmails'), presentSummary),
  }),
  resendCall({
    name: 'emails.get',
    method: 'GET',
    path: '/emails/:id',
    like: 'readEmail',
    differs: '`sending` is shown as `queued`, `unconfirmed` as `sent`',
    handle: async (_request, run) => {
      const reply = await run('readEmail');
      return { ...reply, body: presentEmail(reply.body as EmailResource) };
    },
  }),
  resendCall({
    name: 'emails.update',
    method: 'PATCH',
    path: '/emails/:id',
    like: 'rescheduleEmail',
    differs: 'ISO times only',
    body: bodyOf({ scheduled_at: z.unknown() }),
    handle: async ({ body, params }, run) => {
      const reply = await run('rescheduleEmail', { body });
      return { ...reply, body: { object: 'email', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'emails.attachments.list',
    method: 'GET',
    path: '/emails/:id/attachments',
    like: 'readEmail',
    differs: 'without `download_url`',
    handle: async (_request, run) => {
      const reply = await run('readEmail');
      const data = attachmentsOf(reply.body as EmailResource);
      return { ...reply, body: { object: 'list', has_more: false, data } };
    },
  }),
  resendCall({
    name: 'emails.attachments.get',
    method: 'GET',
    path: '/emails/:id/attachments/:index',
    like: 'readEmail',
    differs: 'without `download_url`',
    handle: async ({ params }, run) => {
      const reply = await run('readEmail');
      const found = attachmentsOf(reply.body as EmailResource).find(({ id }) => id === params['index']);
      if (found === undefined) throw new AppError('not_found');
      return { ...reply, body: { object: 'attachment', ...found } };
    },
  }),
  resendCall({
    name: 'emails.cancel',
    method: 'POST',
    path: '/emails/:id/cancel',
    like: 'cancelEmail',
    handle: async ({ params }, run) => {
      const reply = await run('cancelEmail');
      return { ...reply, body: { object: 'email', id: params['id'] } };
    },
  }),
];

function attachmentsOf({ attachments }: EmailResource): { id: string; [field: string]: unknown }[] {
  return attachments.map((attachment, index) => ({ id: String(index), ...attachment }));
}

/** A key of the call that leaves no room for the number of an item is known by its hash. */
function keyOfItem(key: string, index: number): string {
  const own = `${key}/${index}`;
  const hasRoom =
    own.length <= sendLimits.idempotencyKeyCharsMax || key.length > sendLimits.idempotencyKeyCharsMax;
  return hasRoom ? own : `${hash('sha256', key)}/${index}`;
}

/** As our endpoint wants it. */
function emailOf({ template, ...email }: Omit<SendBody, 'attachments'>): object {
  if (template === undefined) return email;
  const { id, variables: data } = template;
  return { ...email, template: { ...(isId(id) ? { id } : { slug: id }), ...(data && { data }) } };
}

/** Accepted ones and refused ones apart, as permissive batches have it. */
function batchAnswer({ data }: BatchResponse): object {
  const accepted: { id: string }[] = [];
  const errors: { index: number; message: string }[] = [];
  for (const [index, entry] of data.entries()) {
    if ('id' in entry) accepted.push({ id: entry.id });
    else errors.push({ index, message: `${entry.error.message} (${entry.error.code})` });
  }
  return { data: accepted, ...(errors.length > 0 && { errors }) };
}

/** `bounced@resend.dev`, `Name <delivered+label@resend.dev>` and the like: mail that Resend only simulates. */
const testAddress =
  /(?:^|<)\s*(?:delivered|bounced|complained|suppressed)(?:\+[^@<>]*)?@resend\.dev\s*>?\s*$/i;

interface Recipients {
  readonly to: unknown;
  readonly cc?: unknown;
  readonly bcc?: unknown;
}

/**
 * Mail to Resend's test addresses is test mail, also with a live key.
 * @throws AppError `validation_error` for other recipients beside them
 */
function modeOf(emails: readonly Recipients[]): { readonly mode?: 'test' } {
  const addresses = emails
    .flatMap(({ to, cc, bcc }) => [to, cc, bcc].flat())
    .filter((each) => each !== undefined);
  const tested = addresses.filter((address) => typeof address === 'string' && testAddress.test(address));
  if (tested.length === 0) return {};
  if (tested.length === addresses.length) return { mode: 'test' };
  const text = "Resend's test addresses cannot be combined with other recipients in a request";
  throw invalidField('to', text);
}

/** Statuses of ours that theirs have no word for. */
const lastEvents: Partial<Record<EmailStatus, string>> = { sending: 'queued', unconfirmed: 'sent' };

function presentSummary({ id, from, to, subject, last_event, created_at }: EmailSummary): object {
  const common = { id, from, to, subject, created_at, last_event: lastEvents[last_event] ?? last_event };
  return { ...common, bcc: null, cc: null, reply_to: null, scheduled_at: null };
}

function presentEmail(email: EmailResource): object {
  const { object, id, from, to, subject, html, text, created_at, message_id, tags } = email;
  const isScheduled = email.last_event === 'queued' && email.scheduled_at !== null;
  return {
    ...{ object, id, from, to, subject, html, text, created_at, message_id },
    cc: email.cc.length > 0 ? email.cc : null,
    bcc: email.bcc.length > 0 ? email.bcc : null,
    reply_to: email.reply_to === null ? null : [email.reply_to],
    scheduled_at: email.scheduled_at,
    last_event: isScheduled ? 'scheduled' : (lastEvents[email.last_event] ?? email.last_event),
    ...(tags !== null && { tags }),
  };
}
