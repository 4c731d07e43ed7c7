import { AppError } from '@postrider/contracts/errors';
import type { InboundResource, InboundSummary } from '@postrider/contracts/inbound';
import { z } from 'zod';
import { listReply, resendCall, type ResendCall } from './resend-call';

const download = '`download_url` needs the API key, and works until retention deletes the file';

export const receivingCalls: readonly ResendCall[] = [
  resendCall({
    name: 'emails.receiving.list',
    method: 'GET',
    path: '/emails/receiving',
    like: 'listInbound',
    list: 'inbound',
    handle: async (_request, run) => listReply(await run('listInbound'), presentSummary),
  }),
  resendCall({
    name: 'emails.receiving.get',
    method: 'GET',
    path: '/emails/receiving/:id',
    like: 'readInbound',
    filters: {
      html_format: z
        .literal('cid', 'Postrider keeps cid: links; attachments have their content_id')
        .optional(),
    },
    differs: '`raw` is null: the message itself is not kept',
    handle: async (_request, run) => {
      const reply = await run('readInbound');
      return { ...reply, body: presentInbound(reply.body as InboundResource) };
    },
  }),
  resendCall({
    name: 'emails.receiving.attachments.list',
    method: 'GET',
    path: '/emails/receiving/:id/attachments',
    like: 'readInbound',
    differs: download,
    handle: async ({ headers }, run) => {
      const reply = await run('readInbound');
      const data = attachmentsOf(reply.body as InboundResource, String(headers['host']));
      return { ...reply, body: { object: 'list', has_more: false, data } };
    },
  }),
  resendCall({
    name: 'emails.receiving.attachments.get',
    method: 'GET',
    path: '/emails/receiving/:id/attachments/:index',
    like: 'readInbound',
    differs: download,
    handle: async ({ headers, params }, run) => {
      const reply = await run('readInbound');
      const all = attachmentsOf(reply.body as InboundResource, String(headers['host']));
      const found = all.find(({ id }) => id === params['index']);
      if (found === undefined) throw new AppError('not_found');
      return { ...reply, body: { object: 'attachment', ...found } };
    },
  }),
];

interface Attachment {
  readonly id: string;
  readonly [field: string]: unknown;
}

function attachmentsOf({ id, attachments }: InboundResource, host: string): Attachment[] {
  return attachments.map(({ index, filename, content_type, size, content_id }) => ({
    ...{ id: String(index), filename, content_type, size },
    content_disposition: content_id === undefined ? 'attachment' : 'inline',
    ...(content_id !== undefined && { content_id }),
    download_url: `https://${host}/api/v1/inbound/${id}/attachments/${index}`,
    expires_at: null,
  }));
}

function presentSummary({ id, from, to, received_for, subject, received_at }: InboundSummary): object {
  const receivedFor = received_for.length > 0 ? received_for : to;
  const common = { id, from, to, subject, created_at: received_at, received_for: receivedFor };
  return { ...common, cc: null, bcc: null, reply_to: null, message_id: null, attachments: [] };
}

function presentInbound(inbound: InboundResource): object {
  const { html, text, message_id, headers, attachments } = inbound;
  return {
    object: 'email',
    ...presentSummary(inbound),
    ...{ html, text, message_id, raw: null },
    headers: headers && Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    attachments: attachments.map(({ index, filename, size, content_type, content_id = null }) => ({
      ...{ id: String(index), filename, size, content_type, content_id },
      content_disposition: content_id === null ? 'attachment' : 'inline',
    })),
  };
}
