import { AppError, inboundResource, isId } from '@postrider/contracts';
import { restrictedDomainIds, seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { presentInbound } from './inbound.presenter';
import type { InboundRepository } from './inbound.repository';

export function readInboundRoute(inbound: InboundRepository): Route {
  return defineRoute({
    operationId: 'readInbound',
    method: 'GET',
    path: '/inbound/:id',
    permission: 'SEND',
    testKeys: 'allowed',
    summary: 'Get a received email',
    description:
      'Its text, headers and list of files. `reply_text` is what the person wrote, without what it quotes. Content is null once retention has deleted it, and to a test key.',
    tag: 'Inbound',
    success: { status: 200, schema: inboundResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const domainIds = restrictedDomainIds(principal);
      const row = await inbound.find({ organizationId: principal.organization.id, id, domainIds });
      if (row === null) throw new AppError('not_found');
      // Nobody answers a simulated mail.
      const withContent = seesContent(principal, { mode: 'live' });
      return { status: 200, body: presentInbound(row, { withContent }) };
    },
  });
}
