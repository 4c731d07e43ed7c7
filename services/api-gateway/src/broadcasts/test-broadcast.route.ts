import assert from 'node:assert';
import { testBroadcastRequest, testBroadcastResponse } from '@postrider/contracts/broadcasts';
import { sendLimits, type EmailContent } from '@postrider/contracts/emails';
import { validationError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { contentLinks, type PublicLinks } from '@postrider/mail';
import type { LinkOrigin } from '@postrider/runtime';
import { addressProblems, type AcceptEmails } from '@postrider/submission';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, requireSendable, type BroadcastRouteOptions } from './broadcast-request';
import type { BroadcastRow } from './broadcast-row';
import type { ShowContent } from './show-content';

/** Of no broadcast: what it counts is what its recipients do. The rules of bulk mail apply. */
const testKind = 'broadcast.test';
const mark = '[Test] ';

export function testBroadcastRoute({
  broadcasts,
  showContent,
  acceptEmails,
  links,
  publicUrl,
}: BroadcastRouteOptions & {
  readonly showContent: ShowContent;
  readonly acceptEmails: Pick<AcceptEmails, 'batch'>;
  readonly links: Pick<PublicLinks, 'urlOf'>;
  readonly publicUrl: LinkOrigin;
}): Route {
  const linksOf = (messageId: string) => contentLinks(links, publicUrl.origin, { messageId, ordinal: 0 });
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
      const problems = addressProblems({ to: body.to });
      if (problems.length > 0) throw validationError(problems);
      const row = found(await broadcasts.find(broadcastOf({ principal, params })));
      requireSendable(principal, row);
      const messageIds: string[] = [];
      const items: object[] = [];
      for (const to of body.to) {
        const messageId = newId();
        messageIds.push(messageId);
        items.push(testMail(row, await showContent(row, body, linksOf(messageId)), to));
      }
      const entries = await acceptEmails.batch(principal, items, { quota, source: 'test', messageIds });
      const data = entries.map((entry, index) => {
        const to = body.to[index];
        assert(to !== undefined, 'an entry for each address');
        if ('error' in entry) return { to, error: entry.error };
        const { id, suppressed } = entry;
        return { to, id, ...(suppressed && { suppressed }) };
      });
      return { status: 200, body: { data } };
    },
  });
}

function testMail({ fromHeader, replyTo }: BroadcastRow, { subject, html, text }: EmailContent, to: string) {
  return {
    from: fromHeader,
    to,
    kind: testKind,
    subject: `${mark}${subject}`.slice(0, sendLimits.subjectCharsMax),
    ...(replyTo !== null && { reply_to: replyTo }),
    ...(html !== null && { html }),
    ...(text !== null && { text }),
  };
}
