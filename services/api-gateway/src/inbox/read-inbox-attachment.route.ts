import { AppError } from '@postrider/contracts/errors';
import { entityFileTask, type readEntityFile } from '@postrider/mail';
import type { ThreadPool } from '@postrider/runtime';
import { fileReply } from '../http/file-reply';
import { defineRoute, type Route } from '../http/route';
import type { WithInboxMessage } from './inbox-messages';
import type { InboxRepository } from './inbox.repository';

/** An email has 100 files at most. */
const indexPattern = /^\d{1,3}$/;
const timeLimitMs = 20_000;

export function readInboxAttachmentRoute({
  inbox,
  withMessage,
  threads,
}: {
  readonly inbox: InboxRepository;
  readonly withMessage: WithInboxMessage;
  readonly threads: ThreadPool;
}): Route {
  const readEntity = threads.work<typeof readEntityFile>({ ...entityFileTask, timeLimitMs });
  return defineRoute({
    operationId: 'readInboxAttachment',
    method: 'GET',
    path: '/inbox/:id/attachments/:index',
    access: { key: 'SEND' },
    rights: ['content'],
    testKeys: 'allowed',
    summary: 'Download an inbox attachment',
    description: 'Returns a file of an email of the inbox as `application/octet-stream`.',
    tag: 'Inbox',
    success: { status: 200, schema: null },
    binary: true,
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ principal, params: { id, index } }) => {
      if (!indexPattern.test(index)) throw new AppError('not_found');
      const organizationId = principal.organization.id;
      return withMessage(principal, { id }, async ({ row: { id: emailId, mime } }) => {
        if (mime !== null) {
          const file = await readEntity({ mime, index: Number(index) }, { organizationId });
          if (file === null) throw new AppError('not_found');
          const { filename, content } = file;
          return fileReply({ filename, bytes: content.byteLength, content });
        }
        const file = await inbox.findFile(organizationId, emailId, Number(index));
        if (file === null) throw new AppError('not_found');
        const content = Buffer.from(file.content, 'base64');
        return fileReply({ filename: file.filename, bytes: content.byteLength, content });
      });
    },
  });
}
