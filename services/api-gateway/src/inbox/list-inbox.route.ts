import { inboxEmailSummary, listInboxQuery } from '@postrider/contracts/inbox';
import { listOf } from '@postrider/contracts/fields';
import type { EmailWaits } from '../emails/email-waits';
import type { EmailSummaryRow } from '../emails/emails.repository';
import { presentEmailSummary } from '../emails/emails.presenter';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import { inboxFilterOf, type InboxMode } from './inbox-filter';
import type { ListInbox } from './list-inbox';

export function listInboxRoute({
  list,
  emailWaits,
  cursors,
  mode,
}: {
  readonly list: ListInbox;
  readonly emailWaits: EmailWaits;
  readonly cursors: CursorCodec;
  readonly mode: InboxMode;
}): Route {
  return defineRoute({
    operationId: 'listInbox',
    method: 'GET',
    path: '/inbox',
    access: { key: 'SEND' },
    rights: ['content'],
    testKeys: 'allowed',
    query: listInboxQuery,
    summary: 'List the inbox',
    description:
      'Returns the test emails of the organization that match all filters, newest first, from the moment they are accepted until retention or `DELETE /inbox` deletes their content. Live emails are among them only in the development stack (`INBOX_LIVE_EMAIL`). With `wait`, the answer comes when there is an email that matches, or after that many seconds without one; a key can have 20 such requests open at a gateway. A page can be short or empty and still have a `next_cursor`: continue until there is none.',
    tag: 'Inbox',
    success: { status: 200, schema: listOf(inboxEmailSummary).meta({ id: 'InboxList' }) },
    errors: ['validation_error', 'invalid_cursor', 'rate_limited'],
    handle: async ({ principal, query, onceClosed }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'inbox', organizationId });
      const filter = inboxFilterOf(query, principal, { ...pager.start(query), mode });
      let found = await list(organizationId, filter);
      if (found.rows.length === 0 && query.wait !== undefined) {
        const isFound = async (): Promise<boolean> => {
          found = await list(organizationId, filter);
          return found.rows.length > 0;
        };
        const isConcerned = (): boolean => true;
        await emailWaits.until(isFound, { isConcerned, principal, seconds: query.wait, onceClosed });
      }
      return { status: 200, body: pager.finishSearch(found, filter.limit, present) };
    },
  });
}

function present(row: EmailSummaryRow) {
  const { id, from, to, subject, last_event, mode, created_at } = presentEmailSummary(row, null);
  return { object: 'inbox_email' as const, id, from, to, subject, last_event, mode, created_at };
}
