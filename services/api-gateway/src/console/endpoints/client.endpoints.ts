import { sessionResource } from '@postrider/contracts';
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
