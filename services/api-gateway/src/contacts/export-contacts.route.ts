import { exportContactsQuery } from '@postrider/contracts/contacts';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createCsvExport, safeJsonSql, type CsvTable } from '../exports/csv-export';
import { isoTimeSql } from '../paging/iso-time';
import type { TopicsRepository } from '../topics/topics.repository';
import { filterOf, type ContactRouteOptions } from './contact-request';
import { listContactsSearch } from './contacts.repository';

const table: CsvTable = {
  columns: [
    { name: 'id', plain: 'c.id' },
    { name: 'email', text: 'c.email' },
    { name: 'first_name', text: 'c.first_name' },
    { name: 'last_name', text: 'c.last_name' },
    { name: 'status', plain: 'c.status' },
    {
      name: 'topics',
      plain: `(SELECT string_agg(t.slug || '=' || s.state, ' ' ORDER BY t.slug)
        FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id WHERE s.contact_id = c.id)`,
    },
    { name: 'properties', text: safeJsonSql('c.properties') },
    { name: 'created_at', plain: isoTimeSql('c.created_at') },
  ],
  longBytes: 'pg_column_size(c.properties)',
};

export function exportContactsRoute(
  options: ContactRouteOptions & { readonly topics: Pick<TopicsRepository, 'find'>; readonly pool: Pool },
): Route {
  const { pool, topics } = options;
  const csv = createCsvExport(pool, table);
  return defineRoute({
    operationId: 'exportContacts',
    method: 'GET',
    path: '/contacts/export',
    access: { key: 'SEND' },
    rights: ['export'],
    testKeys: 'allowed',
    query: exportContactsQuery,
    summary: 'Export contacts',
    description:
      'Returns all contacts that match the filters of the list as a CSV with a header row. The file is streamed. If the connection closes early, it is incomplete: request it again. Recorded in the audit log.',
    tag: 'Contacts',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_topic', 'rate_limited'],
    handle: async ({ principal, query, requestId }) => {
      const filter = await filterOf(principal, query, topics);
      const exported = { principal, requestId, action: 'contact.export', filters: query } as const;
      const stream = await csv.stream(exported, (page) => listContactsSearch({ ...filter, ...page }));
      return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
    },
  });
}
