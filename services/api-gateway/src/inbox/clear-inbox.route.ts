import { clearInboxQuery, inboxCleared } from '@postrider/contracts/inbox';
import { emailStatuses } from '@postrider/contracts/statuses';
import type { EmailsRepository } from '../emails/emails.repository';
import { isOpen } from '../emails/waiting-emails';
import { defineRoute, type Route } from '../http/route';
import { inboxFilterOf } from './inbox-filter';
import type { InboxRepository } from './inbox.repository';

const pageMax = 500;
/** What a request may take, beside the page that it has begun. */
const durationMaxMs = 5_000;
const settled = emailStatuses.filter((status) => !isOpen({ status }));

export function clearInboxRoute({
  emails,
  inbox,
}: {
  readonly emails: EmailsRepository;
  readonly inbox: InboxRepository;
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
      'Deletes the content and attachments of the test emails that match all filters; without filters, of all. `GET /emails/{id}` still returns them with their events, as after retention. Emails that are queued or scheduled stay, and live emails are never deleted. Repeat the request while `has_more` is true.',
    tag: 'Inbox',
    success: { status: 200, schema: inboxCleared },
    errors: ['validation_error'],
    handle: async ({ principal, query }) => {
      const endMs = performance.now() + durationMaxMs;
      let deleted = 0;
      let beforeId: string | null = null;
      do {
        const start = { limit: pageMax, beforeId };
        const filter = { ...inboxFilterOf(query, principal, start), statuses: settled };
        const { rows, searchedTo } = await emails.list(principal.organization.id, filter);
        const ids = rows.slice(0, pageMax).map(({ id }) => id);
        if (ids.length > 0) await inbox.clear(ids);
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
