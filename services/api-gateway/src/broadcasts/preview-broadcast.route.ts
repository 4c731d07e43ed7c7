import { broadcastPreview, previewBroadcastRequest } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import type { ShowContent } from './show-content';

export function previewBroadcastRoute({
  broadcasts,
  showContent,
}: BroadcastRouteOptions & { readonly showContent: ShowContent }): Route {
  return defineRoute({
    operationId: 'previewBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/preview',
    permission: 'SEND',
    testKeys: 'refused',
    body: previewBroadcastRequest,
    summary: 'Preview a broadcast',
    description: 'Renders the content as a contact would get it, footer and links included.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastPreview },
    errors: [
      ...(['not_found', 'validation_error', 'template_not_found', 'template_variables'] as const),
      'invalid_subject',
    ],
    handle: async ({ principal, params, body }) => {
      const row = found(await broadcasts.find(broadcastOf({ principal, params })));
      const content = await showContent(row, body ?? {});
      return { status: 200, body: { object: 'broadcast_preview' as const, ...content } };
    },
  });
}
