import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { inboundResource } from '@postrider/contracts/inbound';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { ConversationsRepository } from './conversations.repository';
import type { InboundRepository } from './inbound.repository';
import { replyDefaultsOf } from './reply-defaults';

export function readInboundRoute(inbound: InboundRepository, conversations: ConversationsRepository): Route {
  return defineRoute({
    operationId: 'readInbound',
    method: 'GET',
    path: '/inbound/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a received email',
    description:
      'Returns a received email with its content, headers and attachments. `reply_text` is the text without quoted parts. Content is null after retention has deleted it, and for test keys.',
    tag: 'Inbound',
    success: { status: 200, schema: inboundResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const reader = { organizationId: principal.organization.id, domainIds: principal.domainIds };
      const row = await inbound.find({ ...reader, id });
      if (row === null) throw new AppError('not_found');
      const answered =
        row.email_id === null || row.rule !== 'replies'
          ? null
          : await conversations.findAnswered(reader, row.email_id);
      const email = { ...row, reply_defaults: replyDefaultsOf(principal, row, answered) };
      // Simulated mail gets no replies. Without content it is as after retention.
      const withContent = seesContent(principal, { mode: 'live' });
      const hidden = { html: null, text: null, reply_text: null, headers: null };
      return { status: 200, body: withContent ? email : { ...email, ...hidden } };
    },
  });
}
