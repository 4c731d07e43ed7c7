import type { AcceptEmails, CancelEmail, RescheduleEmail } from '@postrider/submission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { cancelEmailRoute } from './cancel-email.route';
import type { EmailsRepository } from './emails.repository';
import { listEmailsRoute } from './list-emails.route';
import { readEmailRoute } from './read-email.route';
import { rescheduleEmailRoute } from './reschedule-email.route';
import { sendBatchRoute } from './send-batch.route';
import { sendEmailRoute } from './send-email.route';

export function sendRoutes(acceptEmails: AcceptEmails): Route[] {
  return [sendEmailRoute(acceptEmails), sendBatchRoute(acceptEmails)];
}

export function emailRoutes({
  emails,
  cursors,
  cancelEmail,
  rescheduleEmail,
}: {
  readonly emails: EmailsRepository;
  readonly cursors: CursorCodec;
  readonly cancelEmail: CancelEmail;
  readonly rescheduleEmail: RescheduleEmail;
}): Route[] {
  return [
    listEmailsRoute(emails, cursors),
    readEmailRoute(emails),
    rescheduleEmailRoute(rescheduleEmail),
    cancelEmailRoute(cancelEmail),
  ];
}
