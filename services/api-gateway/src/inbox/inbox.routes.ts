import type { Pool } from '@postrider/db';
import type { ThreadPool } from '@postrider/runtime';
import { createFindEmailSource } from '../emails/email-source.repository';
import type { EmailWaits } from '../emails/email-waits';
import type { EmailsRepository } from '../emails/emails.repository';
import type { SourceLinks } from '../emails/read-email-source.route';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { SearchTurns } from '../paging/search-turns';
import { clearInboxRoute } from './clear-inbox.route';
import { createWithInboxMessage } from './inbox-messages';
import { createInboxRepository } from './inbox.repository';
import { createListInbox } from './list-inbox';
import { listInboxRoute } from './list-inbox.route';
import { readInboxAttachmentRoute } from './read-inbox-attachment.route';
import { readInboxEmailRoute } from './read-inbox-email.route';
import { readInboxSourceRoute } from './read-inbox-source.route';

export function inboxRoutes({
  pool,
  emails,
  emailWaits,
  cursors,
  threads,
  sourceLinks,
  searchTurns,
  inboxLiveEmail,
}: {
  readonly pool: Pool;
  readonly emails: EmailsRepository;
  readonly emailWaits: EmailWaits;
  readonly cursors: CursorCodec;
  readonly threads: ThreadPool;
  readonly sourceLinks: SourceLinks;
  readonly searchTurns: SearchTurns;
  /** Development only: whether live emails are in it as well. */
  readonly inboxLiveEmail: boolean;
}): Route[] {
  const mode = inboxLiveEmail ? undefined : 'test';
  const list = createListInbox(emails, searchTurns);
  const inbox = createInboxRepository(pool);
  const findEmailSource = createFindEmailSource(pool);
  const withMessage = createWithInboxMessage({ findEmailSource, links: sourceLinks, mode });
  return [
    listInboxRoute({ list, emailWaits, cursors, mode }),
    readInboxEmailRoute({ inbox, withMessage, threads }),
    readInboxSourceRoute({ withMessage, threads }),
    readInboxAttachmentRoute({ inbox, withMessage, threads }),
    clearInboxRoute({ list, inbox, mode }),
  ];
}
