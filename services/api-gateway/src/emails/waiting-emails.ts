import type { WaitingCause, WaitingOfEmail } from '@postrider/contracts/emails';
import type { ReadWaiting } from '@postrider/waiting';
import type { Found } from '../paging/search';
import type { EmailFilter } from './email-filter';
import type { EmailsRepository, EmailSummaryRow } from './emails.repository';

export interface ListedEmail extends EmailSummaryRow {
  readonly waiting: WaitingOfEmail | null;
}

/** Emails of a list, with why those that are open wait. */
export type ListEmails = (
  organizationId: string,
  filter: EmailFilter,
  cause?: WaitingCause,
) => Promise<Found<ListedEmail>>;

/** Open emails of which one request finds out why they wait: 1,000, some 40 ms. Its cursor goes on from there. */
const examined = { page: 200, pagesMax: 5 };

export function createListEmails({
  emails,
  readWaiting,
}: {
  readonly emails: EmailsRepository;
  readonly readWaiting: ReadWaiting;
}): ListEmails {
  const withWaiting = async (rows: readonly EmailSummaryRow[]): Promise<ListedEmail[]> => {
    const causes = await readWaiting(rows.filter(isOpen).map(({ id }) => id));
    return rows.map((row) => ({ ...row, waiting: causes.get(row.id) ?? null }));
  };

  return async (organizationId, filter, cause) => {
    if (cause === undefined) {
      const { rows, searchedTo } = await emails.list(organizationId, filter);
      return { rows: await withWaiting(rows), searchedTo };
    }
    // No index knows a cause: it follows from what is true now, so open emails are examined, newest first.
    const matching: ListedEmail[] = [];
    let beforeId: string | null = filter.beforeId;
    for (let page = 0; page < examined.pagesMax; page += 1) {
      const part = { ...filter, beforeId, isOpen: true as const, limit: examined.page };
      const { rows, searchedTo } = await emails.list(organizationId, part);
      const shown = await withWaiting(rows.slice(0, examined.page));
      matching.push(...shown.filter(({ waiting }) => waiting?.cause === cause));
      beforeId = rows.length > examined.page ? (shown.at(-1)?.id ?? null) : searchedTo;
      if (beforeId === null || matching.length > filter.limit) break;
    }
    return { rows: matching, searchedTo: beforeId };
  };
}

/** Whether sending can still change it. */
export function isOpen({ status }: Pick<EmailSummaryRow, 'status'>): boolean {
  return status === 'queued' || status === 'sending';
}
