import type { CancelEmail } from '@postrider/submission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { cancelEmailRoute } from './cancel-email.route';
import type { EmailsRepository } from './emails.repository';
import { listEmailsRoute } from './list-emails.route';
import { readEmailRoute } from './read-email.route';

export interface EmailRouteParts {
  readonly emails: EmailsRepository;
  readonly cursors: CursorCodec;
  readonly cancelEmail: CancelEmail;
}

export function emailRoutes({ emails, cursors, cancelEmail }: EmailRouteParts): Route[] {
  return [listEmailsRoute(emails, cursors), readEmailRoute(emails), cancelEmailRoute(cancelEmail)];
}
