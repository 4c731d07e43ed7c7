import { broadcastPreview, previewBroadcastRequest } from '@postrider/contracts/broadcasts';
import type { Pool } from '@postrider/db';
import { addLegalFooter } from '@postrider/mail';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { findLegalSender } from './broadcasts.repository';
import { madeUpLinks } from './made-up-contact';
import type { ShowContent } from './show-content';

const footerLinks = {
  unsubscribeUrl: madeUpLinks.unsubscribe_url,
  preferencesUrl: madeUpLinks.preferences_url,
};

export function previewBroadcastRoute({
  pool,
  broadcasts,
  showContent,
}: BroadcastRouteOptions & { readonly pool: Pool; readonly showContent: ShowContent }): Route {
  return defineRoute({
    operationId: 'previewBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/preview',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: previewBroadcastRequest,
    summary: 'Preview a broadcast',
    description:
      'Renders the content for a contact, with the footer. Unsubscribe and preferences links are examples.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastPreview },
    errors: [
      ...(['not_found', 'validation_error', 'template_not_found', 'template_variables'] as const),
      'invalid_subject',
    ],
    handle: async ({ principal, params, body }) => {
      const row = found(await broadcasts.find(broadcastOf({ principal, params })));
      const content = await showContent(row, body ?? {});
      const notice = await findLegalSender(pool, row.organizationId);
      const bodies = notice && addLegalFooter(content, { ...notice, ...footerLinks });
      return { status: 200, body: { object: 'broadcast_preview' as const, ...content, ...bodies } };
    },
  });
}
