import { sourceOctetsTask, type composeSource } from '@postrider/mail';
import type { ThreadPool } from '@postrider/runtime';
import { fileReply } from '../http/file-reply';
import { defineRoute, type Route } from '../http/route';
import type { WithInboxMessage } from './inbox-messages';

/** The largest message takes 0.3 s. */
const timeLimitMs = 20_000;

export function readInboxSourceRoute({
  withMessage,
  threads,
}: {
  readonly withMessage: WithInboxMessage;
  readonly threads: ThreadPool;
}): Route {
  const compose = threads.work<typeof composeSource>({ ...sourceOctetsTask, timeLimitMs });
  return defineRoute({
    operationId: 'readInboxSource',
    method: 'GET',
    path: '/inbox/:id/source',
    access: { key: 'SEND' },
    rights: ['content'],
    testKeys: 'allowed',
    summary: 'Get the source of an inbox email',
    description:
      'Returns an email of the inbox as a whole message (RFC 5322) with its attachments, as a file that mail programs open. Like `GET /inbox/{id}`, it has no DKIM signatures.',
    tag: 'Inbox',
    success: { status: 200, schema: null },
    textTypes: ['message/rfc822'],
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ principal, params: { id } }) => {
      const organizationId = principal.organization.id;
      const content = await withMessage(principal, { id, withFiles: true }, ({ order }) =>
        compose(order, { organizationId }),
      );
      const filename = `${id.toLowerCase()}.eml`;
      return fileReply({ filename, contentType: 'message/rfc822', bytes: content.byteLength, content });
    },
  });
}
