import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { InboundRepository } from './inbound.repository';
import { listInboundRoute } from './list-inbound.route';
import { readAttachmentRoute } from './read-attachment.route';
import { readInboundRoute } from './read-inbound.route';

export function inboundRoutes({
  inbound,
  cursors,
}: {
  readonly inbound: InboundRepository;
  readonly cursors: CursorCodec;
}): Route[] {
  return [listInboundRoute(inbound, cursors), readInboundRoute(inbound), readAttachmentRoute(inbound)];
}
