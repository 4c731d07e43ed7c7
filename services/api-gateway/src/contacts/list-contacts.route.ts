import { contactResource, listContactsQuery } from '@postrider/contracts/contacts';
import { listOf } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { TopicsRepository } from '../topics/topics.repository';
import { filterOf, type ContactRouteOptions } from './contact-request';

export function listContactsRoute(
  options: ContactRouteOptions & { readonly topics: Pick<TopicsRepository, 'find'> },
): Route {
  const { contacts, cursors, topics } = options;
  return defineRoute({
    operationId: 'listContacts',
    method: 'GET',
    path: '/contacts',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listContactsQuery,
    summary: 'List contacts',
    description: 'Returns the contacts that match all filters.',
    tag: 'Contacts',
    success: { status: 200, schema: listOf(contactResource).meta({ id: 'ContactList' }) },
    errors: ['validation_error', 'invalid_cursor', 'unknown_topic'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'contacts', organizationId });
      const start = pager.start(query);
      const filter = await filterOf(principal, query, topics);
      const found = await contacts.list({ ...filter, ...start });
      return { status: 200, body: pager.finishLarge(found, query.limit) };
    },
  });
}
