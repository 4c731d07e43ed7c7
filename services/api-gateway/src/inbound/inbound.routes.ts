import type { ApiGatewayView, Pool } from '@postrider/db';
import type { AcceptEmails } from '@postrider/submission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { SearchTurns } from '../paging/search-turns';
import { createConversationsRepository } from './conversations.repository';
import { createInboundRepository } from './inbound.repository';
import { listInboundRoute } from './list-inbound.route';
import { readAttachmentRoute } from './read-attachment.route';
import { readConversationRoute } from './read-conversation.route';
import { readInboundRoute } from './read-inbound.route';
import { replyInboundRoute } from './reply-inbound.route';
import { createReplyToInbound } from './reply-to-inbound';

export function inboundRoutes({
  pool,
  prisma,
  acceptEmails,
  cursors,
  searchTurns,
}: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly cursors: CursorCodec;
  readonly searchTurns: SearchTurns;
}): Route[] {
  const inbound = createInboundRepository({ pool });
  const conversations = createConversationsRepository(pool);
  return [
    listInboundRoute({ inbound, cursors, searchTurns }),
    readInboundRoute(inbound, conversations),
    readConversationRoute(inbound, conversations),
    replyInboundRoute(createReplyToInbound({ prisma, acceptEmails, inbound, conversations })),
    readAttachmentRoute(inbound),
  ];
}
