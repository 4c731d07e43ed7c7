import {
  createdShareLink,
  createShareLinkRequest,
  shareLinkDays,
  shareLinksMax,
} from '@postrider/contracts/emails';
import { AppError, invalidRequest } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { namedEmail, type ShareLinkRouteOptions } from './share-link-request';
import { hashOfShareToken, newShareToken } from './share-token';

export function createShareLinkRoute(options: ShareLinkRouteOptions): Route {
  return defineRoute({
    operationId: 'createShareLink',
    method: 'POST',
    path: '/emails/:id/share-links',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    body: createShareLinkRequest.optional(),
    summary: 'Create a share link',
    description: `Creates a link to a public page about an email, for people without an account: status, recipients, timeline, attempts, and why it waits. The page shows subject and text only with \`with_content\`. The link works for ${shareLinkDays.default} days, or as long as \`expires_in_days\` says, unless it is revoked. Everyone who has it can open the page. Its URL is shown only in this answer. An email can have ${shareLinksMax} links at a time. Creating and revoking are recorded in the audit log.`,
    tag: 'Emails',
    success: { status: 201, schema: createdShareLink },
    errors: ['validation_error', 'not_found', 'forbidden'],
    handle: async ({ principal, params, body, requestId }) => {
      const { name, mode } = await namedEmail(options, { principal, params });
      const { expires_in_days: days, with_content: withContent } = body ?? createShareLinkRequest.parse({});
      if (withContent && !seesContent(principal, { mode })) {
        throw new AppError('forbidden', 'This requires the right to read content.');
      }
      const token = newShareToken();
      const tokenHash = hashOfShareToken(token);
      if (tokenHash === null) throw new AppError('internal_error');
      const author = authorOf({ principal, requestId });
      const link = await options.shareLinks.create(name, { tokenHash, withContent, days, author });
      if (link === null) {
        throw invalidRequest(
          `An email can have at most ${shareLinksMax} share links at a time. Revoke one first.`,
        );
      }
      return { status: 201, body: { ...link, url: `${options.publicUrl.origin}/s/${token}` } };
    },
  });
}
