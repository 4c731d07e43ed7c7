import { clearInboxQuery, inboxCleared } from '@postrider/contracts/inbox';
import { emailStatuses } from '@postrider/contracts/statuses';
import { authorOf } from '../audit/record-audit-entry';
import { isOpen } from '../emails/waiting-emails';
import { defineRoute, type Route } from '../http/route';
import { inboxFilterOf, type InboxMode } from './inbox-filter';
import type { InboxRepository } from './inbox.repository';
import type { ListInbox } from './list-inbox';

const pageMax = 500;
/** What a request may take, beside the page that it has begun. */
const durationMaxMs = 5_000;
const settled = emailStatuses.filter((status) => !isOpen({ status }));

export function clearInboxRoute({
  list,
  inbox,
  mode,
}: {
  readonly list: ListInbox;
  readonly inbox: InboxRepository;
  readonly mode: InboxMode;
}): Route {
  return defineRoute({
    operationId: 'clearInbox',
    method: 'DELETE',
    path: '/inbox',
    access: { key: 'SEND' },
    rights: ['content'],
    testKeys: 'allowed',
    query: clearInboxQuery,
    summary: 'Empty the inbox',
    description:
      'Deletes the content and attachments of the test emails that match all filters; without filters, of all. `GET /emails/{id}` still returns them with their events, as after retention. Emails that are queued or scheduled stay, and live emails are only deleted where the inbox lists them. Repeat the request while `has_more` is true. Recorded in the audit log.',
    tag: 'Inbox',
    success: { status: 200, schema: inboxCleared },
    errors: ['validation_error', 'rate_limited'],
    handle: async ({ principal, query, requestId }) => {
      const organizationId = principal.organization.id;
      const author = authorOf({ principal, requestId });
      const endMs = performance.now() + durationMaxMs;
      let deleted = 0;
      let beforeId: string | null = null;
      do {
        const start = { limit: pageMax, beforeId, mode };
        const filter = { ...inboxFilterOf(query, principal, start), statuses: settled };
        const { rows, searchedTo } = await list(organizationId, filter);
        const ids = rows.slice(0, pageMax).map(({ id }) => id);
        if (ids.length > 0) await inbox.clear(organizationId, ids, author);
        deleted += ids.length;
        beforeId = rows.length > pageMax ? (ids.at(-1) ?? null) : searchedTo;
      } while (beforeId !== null && performance.now() < endMs);
      return {
        status: 200,
        body: { object: 'inbox_cleared' as const, deleted, has_more: beforeId !== null },
      };
    },
  });
}
