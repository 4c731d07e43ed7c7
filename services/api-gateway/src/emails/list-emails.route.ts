import { emailSummary, listEmailsQuery } from '@postrider/contracts/emails';
import { listOf } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import { emailFilterOf } from './email-filter';
import { presentEmailSummary } from './emails.presenter';
import type { ListedEmail, ListEmails } from './waiting-emails';

export function listEmailsRoute(listEmails: ListEmails, cursors: CursorCodec): Route {
  return defineRoute({
    operationId: 'listEmails',
    method: 'GET',
    path: '/emails',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listEmailsQuery,
    summary: 'List emails',
    description:
      'Returns the emails that match all filters, newest first, without content and events; `GET /emails/{id}` includes them. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none. With `waiting`, a request examines at most 1,000 emails that are not final, newest first.',
    tag: 'Emails',
    success: { status: 200, schema: listOf(emailSummary).meta({ id: 'EmailList' }) },
    errors: ['validation_error', 'unknown_domain', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'emails', organizationId });
      const filter = emailFilterOf(query, principal, pager.start(query));
      const found = await listEmails(organizationId, filter, query.waiting);
      const present = (row: ListedEmail) => presentEmailSummary(row, row.waiting);
      return { status: 200, body: pager.finishSearch(found, filter.limit, present) };
    },
  });
}
