import { broadcastPreview, previewBroadcastRequest } from '@postrider/contracts/broadcasts';
import { documentLimits } from '@postrider/contracts/email-documents';
import type { Pool } from '@postrider/db';
import { addLegalFooter } from '@postrider/mail';
import { renderOwnDocument } from '../documents/render-own-document';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { findLegalSender } from './broadcast-organization.repository';
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
    bodyBytesMax: documentLimits.bytesMax * 2,
    bodyValuesMax: documentLimits.valuesMax,
    summary: 'Preview a broadcast',
    description:
      'Renders the content for a contact, with the footer. `subject`, `preview_text` and `document` replace what is stored, to see a change before it is saved. Links of the recipient are examples.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastPreview },
    errors: [
      ...(['not_found', 'validation_error', 'template_not_found', 'template_variables'] as const),
      'invalid_subject',
    ],
    handle: async ({ principal, params, body }) => {
      const stored = found(await broadcasts.find(broadcastOf({ principal, params })));
      const { subject, preview_text: previewText, document, ...shown } = body ?? {};
      const row = {
        ...stored,
        // A test's variants are what is stored, so that the preview is of none of them.
        ...((subject ?? previewText ?? document) !== undefined && { abTest: null }),
        ...(subject !== undefined && { subject }),
        ...(previewText !== undefined && { previewText }),
        ...(document && {
          template: null,
          ...(await renderOwnDocument(pool, stored.organizationId, document)),
        }),
      };
      const { previewText: shownPreviewText, ...content } = await showContent(row, shown);
      const notice = await findLegalSender(pool, row.organizationId);
      const bodies = notice && addLegalFooter(content, { ...notice, ...footerLinks });
      const object = 'broadcast_preview' as const;
      return { status: 200, body: { object, ...content, preview_text: shownPreviewText, ...bodies } };
    },
  });
}
