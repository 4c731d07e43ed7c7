import { testBroadcastRequest, testBroadcastResponse } from '@postrider/contracts/broadcasts';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, requireSendable, type BroadcastRouteOptions } from './broadcast-request';
import { sendTests, type SendTestsOptions } from './send-tests';
import type { ShowContent } from './show-content';

export function testBroadcastRoute(
  options: BroadcastRouteOptions & SendTestsOptions & { readonly showContent: ShowContent },
): Route {
  const { broadcasts, showContent, clock } = options;
  return defineRoute({
    operationId: 'sendTestBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/test',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: testBroadcastRequest,
    summary: 'Send a test',
    description:
      'Sends the broadcast to the given addresses, which need not be contacts. Test emails count toward your quota but not toward the counts of the broadcast. Their unsubscribe and preferences links show the pages and change nothing.',
    tag: 'Broadcasts',
    success: { status: 200, schema: testBroadcastResponse },
    errors: [
      ...(['not_found', 'validation_error', 'template_not_found', 'template_variables'] as const),
      ...(['invalid_subject', 'forbidden_domain', 'unknown_domain', 'domain_not_verified'] as const),
      ...(['stream_mismatch', 'sending_paused', 'under_review'] as const),
    ],
    handle: async ({ principal, params, body, quota }) => {
      const row = found(await broadcasts.find(broadcastOf({ principal, params })));
      requireSendable(principal, row);
      const data = await sendTests(options, {
        ...{ principal, quota, to: body.to, from: row.fromHeader, replyTo: row.replyTo },
        render: (links) => showContent(row, body, links),
      });
      if (data.some((sent) => 'id' in sent)) await broadcasts.markTested(row, clock.now());
      return { status: 200, body: { data } };
    },
  });
}
