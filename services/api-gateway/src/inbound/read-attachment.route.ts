import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { InboundRepository } from './inbound.repository';

/** A mail has 100 files at most. */
const indexPattern = /^\d{1,3}$/;

const contentRight = 'This requires the right to read content.';

/** The file of a stranger. Whatever it calls itself, no browser shows or runs it: it is bytes to be saved. */
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
      return {
        status: 200,
        stream: file.content,
        contentType: 'application/octet-stream',
        headers: {
          'content-length': String(file.bytes),
          'content-disposition': contentDisposition(file.filename),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      };
    },
  });
}

/** RFC 6266: a name in ASCII for old programs, and as it is for the others. */
function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
