import { clientOrganization } from '@postrider/contracts';
import {
  inviteFirstOwnerRequest,
  issuedInvitation,
  sessionResource,
  updateClientRequest,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Client organizations';

export const clientEndpoints = {
  open: defineEndpoint({
    operationId: 'openClientOrganization',
    method: 'POST',
    path: '/organizations/:id/open',
    access: 'owner',
    summary: 'Open a client organization',
    description:
      'Lets an owner of an internal organization read a client organization that it created, for the rest of the session. The audit log of the client records it.',
    tag,
    success: { status: 200, schema: sessionResource },
    errors: ['not_found', 'forbidden'],
  }),
  update: defineEndpoint({
    operationId: 'updateClientOrganization',
    method: 'PATCH',
    path: '/organizations/:id',
    access: 'admin',
    isSensitive: true,
    body: updateClientRequest,
    summary: 'Update a client organization',
    description:
      'Changes the plan of a client organization, or pauses and resumes its sending. An admin of the client can resume it, too. The audit logs of both organizations record it.',
    tag,
    success: { status: 200, schema: clientOrganization },
    errors: ['not_found', 'forbidden'],
  }),
  invite: defineEndpoint({
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
    tag,
    success: { status: 201, schema: issuedInvitation },
    errors: [
      'not_found',
      'forbidden',
      'member_exists',
      'invitation_exists',
      'sending_paused',
      'under_review',
    ],
  }),
  close: defineEndpoint({
    operationId: 'closeClientOrganization',
    method: 'POST',
    path: '/organizations/:id/close',
    access: 'user',
    summary: 'Close a client organization',
    description: 'Ends the access of this session to a client organization that it has opened.',
    tag,
    success: { status: 200, schema: sessionResource },
    errors: ['not_found'],
  }),
};
