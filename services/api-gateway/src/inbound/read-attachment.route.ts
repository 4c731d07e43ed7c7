import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { seesContent } from '../auth/principal-scope';
import { fileReply } from '../http/file-reply';
import { defineRoute, type Route } from '../http/route';
import type { InboundRepository } from './inbound.repository';

/** A mail has 100 files at most. */
const indexPattern = /^\d{1,3}$/;

const contentRight = 'This requires the right to read content.';

export function readAttachmentRoute(inbound: InboundRepository): Route {
  return defineRoute({
    operationId: 'readInboundAttachment',
    method: 'GET',
    path: '/inbound/:id/attachments/:index',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Download an attachment',
    description:
      'Returns the file as `application/octet-stream`. It may come from anyone: do not open it unchecked.',
    tag: 'Inbound',
    success: { status: 200, schema: null },
    binary: true,
    errors: ['not_found', 'forbidden'],
    handle: async ({ principal, params: { id, index } }) => {
      if (!isId(id) || !indexPattern.test(index)) throw new AppError('not_found');
      if (!seesContent(principal, { mode: 'live' })) throw new AppError('forbidden', contentRight);
      const { organization, domainIds } = principal;
      const name = { organizationId: organization.id, id, domainIds };
      const file = await inbound.findAttachment(name, Number(index));
      if (file === null) throw new AppError('not_found');
      return fileReply(file);
    },
  });
}
