import { subscriptionChangeResource } from '@postrider/contracts/contacts';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';

export function listSubscriptionChangesRoute({ contacts, cursors }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'listSubscriptionChanges',
    method: 'GET',
    path: '/contacts/:id_or_email/subscription-changes',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List subscription changes',
    description:
      'Returns all changes to the status and subscriptions of a contact, newest first, with proof of consent.',
    tag: 'Contacts',
    success: {
      status: 200,
      schema: listOf(subscriptionChangeResource).meta({ id: 'SubscriptionChangeList' }),
    },
    errors: ['validation_error', 'invalid_cursor', 'not_found'],
    handle: async ({ principal, params, query }) => {
      const organizationId = principal.organization.id;
      const { contact } = await requireContact(contacts, contactOf(principal, params.id_or_email));
      const pager = createPager(cursors, { list: 'subscription-changes', organizationId });
      const rows = await contacts.listChanges({ organizationId, id: contact.id }, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit) };
    },
  });
}
