import { connectGooglePostmasterRequest, googleAuthorization } from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import type { GoogleAccounts } from '../google-postmaster/google-postmaster';
import { consoleRoute } from './console-route';
import type { MemberPrincipal } from './console-request';
import type { ConsoleTools } from './console-tools';

export const googlePostmasterRoutes = [
  consoleRoute({
    operationId: 'beginGooglePostmaster',
    method: 'POST',
    path: '/google-postmaster/authorization',
    access: 'admin',
    summary: 'Begin to connect a Google account',
    description:
      'Returns the page of Google that asks for access to Google Postmaster Tools. The step expires after ten minutes.',
    tag: 'Deliverability',
    success: { status: 200, schema: googleAuthorization },
    errors: ['not_found'],
    handle: async ({ member, session }, tools) => {
      const who = { organizationId: member.organization.id, userId: session.user.id };
      return { body: { url: await accountsOf(tools, member).begin(who) } };
    },
  }),
  consoleRoute({
    operationId: 'connectGooglePostmaster',
    method: 'PUT',
    path: '/google-postmaster',
    access: 'admin',
    body: connectGooglePostmasterRequest,
    summary: 'Connect a Google account',
    description:
      'Connects the Google account that gave access. It replaces the one that was connected before. `google_postmaster` of `GET /deliverability` has its figures some seconds later.',
    tag: 'Deliverability',
    success: { status: 204, schema: null },
    errors: ['not_found', 'validation_error', 'service_unavailable'],
    handle: async ({ member, session, body, requestId }, tools) => {
      const { actor } = authorOf({ principal: member, requestId });
      const who = { organizationId: member.organization.id, userId: session.user.id, actor };
      await accountsOf(tools, member).finish(who, body);
      return {};
    },
  }),
  consoleRoute({
    operationId: 'disconnectGooglePostmaster',
    method: 'DELETE',
    path: '/google-postmaster',
    access: 'admin',
    summary: 'Disconnect the Google account',
    description: 'Revokes the access at Google, and deletes the token and the figures.',
    tag: 'Deliverability',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ member, requestId }, tools) => {
      const { actor } = authorOf({ principal: member, requestId });
      const accounts = accountsOf(tools, member);
      if (!(await accounts.disconnect({ organizationId: member.organization.id, actor }))) {
        throw new AppError('not_found', 'No Google account is connected.');
      }
      return {};
    },
  }),
];

/** It shows figures of all domains of the organization. @throws AppError `not_found` */
function accountsOf({ googleAccounts }: ConsoleTools, { domainIds }: MemberPrincipal): GoogleAccounts {
  if (googleAccounts === null) {
    throw new AppError('not_found', 'The operator has not set up Google Postmaster Tools.');
  }
  if (domainIds !== null) {
    throw new AppError(
      'not_found',
      'Your account is restricted to domains. Ask an admin who sees all of them.',
    );
  }
  return googleAccounts;
}
