import { contactDetail } from '@postrider/contracts/contacts';
import { defineRoute, type Route } from '../http/route';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';

export function readContactRoute({ contacts }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'readContact',
    method: 'GET',
    path: '/contacts/:id_or_email',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a contact',
    description: 'Returns a contact with its topic subscriptions and last activity, by id or address.',
    tag: 'Contacts',
    success: { status: 200, schema: contactDetail },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const { contact } = await requireContact(contacts, contactOf(principal, params.id_or_email));
      const { id: organizationId } = principal.organization;
      const activity = await contacts.findActivity({ organizationId, id: contact.id });
      return { status: 200, body: { ...contact, activity } };
    },
  });
}
