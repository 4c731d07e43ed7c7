import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { conversation, conversationMax } from '@postrider/contracts/inbound';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { conversationIdOf, type ConversationsRepository } from './conversations.repository';
import type { InboundRepository } from './inbound.repository';

export function readConversationRoute(
  inbound: InboundRepository,
  conversations: ConversationsRepository,
): Route {
  return defineRoute({
    operationId: 'readConversation',
    method: 'GET',
    path: '/inbound/:id/conversation',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a conversation',
    description: `Returns the emails that belong together with a received email, oldest first: the email of yours that was answered, the answers to it, replies sent with \`POST /inbound/{id}/reply\`, and the answers to these. At most ${conversationMax}, the newest. Replies sent in another way are not in it.`,
    tag: 'Inbound',
    success: { status: 200, schema: conversation },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const reader = { organizationId: principal.organization.id, domainIds: principal.domainIds };
      const email = await inbound.find({ ...reader, id });
      if (email === null) throw new AppError('not_found');
      const answered =
        email.email_id === null ? null : await conversations.findAnswered(reader, email.email_id);
      const entries = await conversations.listEntries(reader, conversationIdOf(email, answered));
      const shown = entries.slice(-conversationMax);
      const withContent = seesContent(principal, { mode: 'live' });
      return {
        status: 200,
        body: {
          data: withContent ? shown : shown.map((entry) => ({ ...entry, preview: null })),
          truncated: entries.length > shown.length,
        },
      };
    },
  });
}
