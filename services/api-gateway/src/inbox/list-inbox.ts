import type { EmailsRepository } from '../emails/emails.repository';
import type { SearchTurns } from '../paging/search-turns';

/** @throws AppError `rate_limited` */
export type ListInbox = EmailsRepository['list'];

/** Searches take turns. */
export function createListInbox(emails: EmailsRepository, searchTurns: SearchTurns): ListInbox {
  return (organizationId, filter) => {
    const list = () => emails.list(organizationId, filter);
    return filter.words === undefined ? list() : searchTurns(organizationId, list);
  };
}
