import type { Role } from '@postrider/contracts/access';
import {
  allOf,
  createInvitationRequest,
  invitationResource,
  issuedInvitation,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  createInvitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
  type InvitationRow,
} from '@postrider/identity';
import { authorOf } from '../audit/record-audit-entry';
import { consoleRoute } from './console-route';
import { grantedDomainIds, requireGrantable, requireGrantableRole } from './grants';
import { presentInvitation, type InvitationSource } from './issue-invitation';
import { wholeList } from './whole-list';
import type { MemberPrincipal } from './console-request';

export const invitationRoutes = [
  consoleRoute({
    operationId: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    access: 'admin',
    summary: 'List invitations',
    description:
      'Returns pending and expired invitations, the newest first, without their links. At most 200.',
    tag: 'Invitations',
    success: { status: 200, schema: allOf(invitationResource).meta({ id: 'InvitationList' }) },
    errors: [],
    handle: async ({ member }, { pool, clock }) => {
      const rows = await listInvitations(pool, member.organization.id);
      return { body: wholeList(rows.map((row) => presentInvitation(row, clock.now()))) };
    },
  }),
  consoleRoute({
    operationId: 'createInvitation',
    method: 'POST',
    path: '/invitations',
    access: 'admin',
    isSensitive: true,
    body: createInvitationRequest,
    summary: 'Invite a user',
    description:
      'Invites an address with a role for 7 days, and sends the link by email if the platform can. An address gets at most one invitation a minute and five a day, an organization sends 100 a day, and none while it is paused, under review or not approved: set `send_email` to false then. Only owners can invite owners.',
    tag: 'Invitations',
    success: { status: 201, schema: issuedInvitation },
    errors: [
      'forbidden',
      'forbidden_domain',
      'unknown_domain',
      'member_exists',
      'invitation_exists',
      'sending_paused',
      'under_review',
    ],
    handle: async ({ member, body, requestId }, { pool, clock, issueInvitation }) => {
      const { role, rights } = body;
      const domainIds = grantedDomainIds(member, body.domain_ids);
      const grant = { role, domainIds, content: rights.content, export: rights.export };
      const invitation = {
        ...{ organizationId: member.organization.id, email: body.email, grant },
        author: authorOf({ principal: member, requestId }).actor,
        permit: (authorRole: Role) => {
          requireGrantableRole(authorRole, role);
          requireGrantable(member, grant);
        },
      };
      return {
        body: await issueInvitation(sourceOf(member, body.send_email), (recordMail) =>
          createInvitation(pool, { ...invitation, recordMail }, clock),
        ),
      };
    },
  }),
  consoleRoute({
    operationId: 'resendInvitation',
    method: 'POST',
    path: '/invitations/:id/resend',
    access: 'admin',
    isSensitive: true,
    summary: 'Send an invitation again',
    description:
      'Makes a new link, valid for 7 days, and sends it by email. The earlier link no longer works. An address gets at most one invitation a minute and five a day.',
    tag: 'Invitations',
    success: { status: 200, schema: issuedInvitation },
    errors: ['not_found', 'forbidden', 'forbidden_domain', 'sending_paused', 'under_review'],
    handle: async ({ member, params: { id }, requestId }, { pool, clock, issueInvitation }) => {
      const name = nameOf(member, { id, requestId });
      return {
        body: await issueInvitation(sourceOf(member, true), (recordMail) =>
          renewInvitation(pool, { ...name, recordMail }, clock),
        ),
      };
    },
  }),
  consoleRoute({
    operationId: 'renewInvitationLink',
    method: 'POST',
    path: '/invitations/:id/link',
    access: 'admin',
    isSensitive: true,
    summary: 'Get a new invitation link',
    description:
      'Makes a new link, valid for 7 days, to copy. Sends no email. The earlier link no longer works.',
    tag: 'Invitations',
    success: { status: 200, schema: issuedInvitation },
    errors: ['not_found', 'forbidden', 'forbidden_domain'],
    handle: async ({ member, params: { id }, requestId }, { pool, clock, issueInvitation }) => {
      const name = nameOf(member, { id, requestId });
      return {
        body: await issueInvitation(sourceOf(member, false), () => renewInvitation(pool, name, clock)),
      };
    },
  }),
  consoleRoute({
    operationId: 'revokeInvitation',
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'admin',
    summary: 'Revoke an invitation',
    description: 'Ends an invitation. Its link no longer works.',
    tag: 'Invitations',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden', 'forbidden_domain'],
    handle: async ({ member, params: { id }, requestId }, { pool }) => {
      await revokeInvitation(pool, nameOf(member, { id, requestId }));
      return {};
    },
  }),
];

function sourceOf({ organization, actor }: MemberPrincipal, sends: boolean): InvitationSource {
  const { id: organizationId } = organization;
  return {
    ...{ organizationId, invitedBy: actor.name, sends },
    cause: { organizationId, userId: actor.id, refusedWhilePaused: [organizationId], needsApproval: true },
  };
}

function nameOf(
  member: MemberPrincipal,
  { id, requestId }: { readonly id: string; readonly requestId: string },
) {
  if (!isId(id)) throw new AppError('not_found');
  return {
    ...{
      organizationId: member.organization.id,
      id,
      author: authorOf({ principal: member, requestId }).actor,
    },
    permit: (row: InvitationRow, authorRole: Role) => {
      requireGrantableRole(authorRole, row.role);
      requireGrantable(member, row);
    },
  };
}
