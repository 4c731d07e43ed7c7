import { contactResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';
import { presentContact } from './contacts.presenter';

export function readContactRoute({ contacts }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'readContact',
    method: 'GET',
    path: '/contacts/:id_or_email',
    permission: 'SEND',
    testKeys: 'allowed',
    summary: 'Get a contact',
    description: 'Returns a contact with its topic subscriptions, by id or address.',
    tag: 'Contacts',
    success: { status: 200, schema: contactResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await requireContact(contacts, contactOf(principal, params.id_or_email));
      return { status: 200, body: presentContact(row) };
    },
  });
}
