import {
  inviteFirstOwnerRequest,
  issuedInvitation,
  sessionResource,
  updateClientRequest,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { clientOrganization } from '@postrider/contracts/organizations';
import { closeClient, inviteFirstOwner, openClient } from '@postrider/identity';
import { authorOf } from '../audit/record-audit-entry';
import { presentClientOrganization } from '../client-organizations/client-organizations.presenter';
import { requirePartner } from '../client-organizations/partner-request';
import { changeClient } from './clients.repository';
import { consoleRoute } from './console-route';
import type { MemberPrincipal } from './console-request';

export const clientRoutes = [
  consoleRoute({
    operationId: 'openClientOrganization',
    method: 'POST',
    path: '/organizations/:id/open',
    access: 'owner',
    summary: 'Open a client organization',
    description:
      'Lets an owner of an internal organization read a client organization that it created, for the rest of the session. The audit log of the client records it.',
    tag: 'Client organizations',
    success: { status: 200, schema: sessionResource },
    errors: ['not_found', 'forbidden'],
    handle: async ({ session, member, params: { id }, requestId }, { pool, presentSession }) => {
      if (member.organization.kind !== 'internal') throw new AppError('forbidden');
      if (!isId(id)) throw new AppError('not_found');
      const { parentId, author } = partnerOf(member, requestId);
      await openClient(pool, { parentId, clientId: id, sessionId: session.id, author });
      return { body: await presentSession(session) };
    },
  }),
  consoleRoute({
    operationId: 'updateClientOrganization',
    method: 'PATCH',
    path: '/organizations/:id',
    access: 'admin',
    isSensitive: true,
    body: updateClientRequest,
    summary: 'Update a client organization',
    description:
      'Changes the plan of a client organization, or pauses and resumes its sending. An admin of the client can resume it, too. The audit logs of both organizations record it.',
    tag: 'Client organizations',
    success: { status: 200, schema: clientOrganization },
    errors: ['not_found', 'forbidden'],
    handle: async (
      { member, body, params: { id }, requestId },
      { pool, clock, bumpCacheVersion, dropQuotaCounters },
    ) => {
      requirePartner(member);
      if (!isId(id)) throw new AppError('not_found');
      const now = clock.now();
      const row = await changeClient(pool, {
        ...{ ...partnerOf(member, requestId), clientId: id.toLowerCase(), change: body, now },
      });
      if (row === null) throw new AppError('not_found');
      // Limits of another plan are counted again.
      if (body.plan !== undefined) await dropQuotaCounters(row.id, now);
      await bumpCacheVersion(row.id);
      return { body: presentClientOrganization(row) };
    },
  }),
  consoleRoute({
    operationId: 'inviteFirstOwner',
    method: 'POST',
    path: '/organizations/:id/invitations',
    access: 'admin',
    isSensitive: true,
    rights: ['content', 'export'],
    body: inviteFirstOwnerRequest,
    summary: 'Invite the first owner of a client',
    description:
      'Invites an address as owner of a client organization that has none. Owners invite the other users of their organization. Requires the rights to read content and to export, which the owner gets.',
    tag: 'Client organizations',
    success: { status: 201, schema: issuedInvitation },
    errors: [
      'not_found',
      'forbidden',
      'member_exists',
      'invitation_exists',
      'sending_paused',
      'under_review',
    ],
    handle: async ({ member, body, params: { id }, requestId }, { pool, clock, issueInvitation }) => {
      requirePartner(member);
      if (!isId(id)) throw new AppError('not_found');
      const clientId = id.toLowerCase();
      const partner = partnerOf(member, requestId);
      const { id: userId, name: invitedBy } = member.actor;
      const source = {
        ...{ organizationId: clientId, invitedBy, sends: body.send_email },
        cause: {
          ...{ organizationId: partner.parentId, userId, needsApproval: true },
          refusedWhilePaused: [partner.parentId, clientId],
        },
      };
      return {
        body: await issueInvitation(source, (recordMail) =>
          inviteFirstOwner(pool, { ...partner, clientId, email: body.email, recordMail }, clock),
        ),
      };
    },
  }),
  consoleRoute({
    operationId: 'closeClientOrganization',
    method: 'POST',
    path: '/organizations/:id/close',
    access: 'user',
    summary: 'Close a client organization',
    description: 'Ends the access of this session to a client organization that it has opened.',
    tag: 'Client organizations',
    success: { status: 200, schema: sessionResource },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, { pool, presentSession }) => {
      if (!isId(id) || !(await closeClient(pool, session.id, id))) throw new AppError('not_found');
      return { body: await presentSession(session) };
    },
  }),
];

function partnerOf(member: MemberPrincipal, requestId: string) {
  const { actor: author } = authorOf({ principal: member, requestId });
  return { parentId: member.organization.id, author };
}
