import { exportContactsQuery } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { createCsvExport } from '../paging/csv-export';
import type { TopicsRepository } from '../topics/topics.repository';
import { filterOf, type ContactRouteOptions } from './contact-request';
import { presentContact } from './contacts.presenter';
import type { ContactRow } from './contacts.repository';

const columns = ['id', 'email', 'first_name', 'last_name', 'status', 'topics', 'properties', 'created_at'];

export function exportContactsRoute(
  options: ContactRouteOptions & { readonly topics: Pick<TopicsRepository, 'find'> },
): Route {
  const { contacts, topics } = options;
  const csv = createCsvExport(columns);
  return defineRoute({
    operationId: 'exportContacts',
    method: 'GET',
    path: '/contacts/export',
    permission: 'SEND',
    testKeys: 'allowed',
    query: exportContactsQuery,
    summary: 'Every contact that the list shows, as CSV; an answer without its last chunk is incomplete',
    description:
      'The same filters as the list, as one CSV with a header row, written while it is read: of any length. When the connection ends early the file is incomplete; ask again.',
    tag: 'Contacts',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_topic', 'rate_limited'],
    handle: async ({ principal, query }) => {
      const filter = await filterOf(principal, query, topics);
      const stream = csv.stream(filter.organizationId, {
        list: (page) => contacts.list({ ...filter, ...page }),
        present: presentLine,
      });
      return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
    },
  });
}

function presentLine(row: ContactRow): object {
  const { topics, properties, ...contact } = presentContact(row);
  return {
    ...contact,
    topics: topics.map(({ topic, state }) => `${topic}=${state}`).join(' '),
    properties: JSON.stringify(properties),
  };
}
