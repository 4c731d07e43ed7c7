import type { ApiGatewayView, Pool } from '@postrider/db';
import type { ThreadPool } from '@postrider/runtime';
import type { AcceptEmails, CancelEmail, RescheduleEmail, TryEmailNow } from '@postrider/submission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { cancelEmailRoute } from './cancel-email.route';
import { cancelEmailsRoute } from './cancel-emails.route';
import { changeEmailsRoute } from './change-emails.route';
import { createFindAttempts } from './email-attempts.repository';
import { createFindEmailSource } from './email-source.repository';
import type { EmailsRepository } from './emails.repository';
import { exportEmailsRoute } from './export-emails.route';
import { listEmailAttemptsRoute } from './list-email-attempts.route';
import { listEmailsRoute } from './list-emails.route';
import { readEmailRoute } from './read-email.route';
import { readEmailSourceRoute, type SourceLinks } from './read-email-source.route';
import { rescheduleEmailRoute } from './reschedule-email.route';
import { createSendAgain } from './send-again';
import { sendAgainRoute } from './send-again.route';
import { sendBatchRoute } from './send-batch.route';
import { sendEmailRoute } from './send-email.route';
import { createFindStoredEmail } from './stored-email.repository';
import { tryEmailNowRoute } from './try-email-now.route';

export function sendRoutes(acceptEmails: AcceptEmails): Route[] {
  return [sendEmailRoute(acceptEmails), sendBatchRoute(acceptEmails)];
}

export function emailRoutes({
  pool,
  prisma,
  acceptEmails,
  emails,
  cursors,
  cancelEmail,
  rescheduleEmail,
  tryEmailNow,
  threads,
  sourceLinks,
}: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly emails: EmailsRepository;
  readonly cursors: CursorCodec;
  readonly cancelEmail: CancelEmail;
  readonly rescheduleEmail: RescheduleEmail;
  readonly tryEmailNow: TryEmailNow;
  readonly threads: ThreadPool;
  readonly sourceLinks: SourceLinks;
}): Route[] {
  const sendAgain = createSendAgain({ prisma, acceptEmails, findStoredEmail: createFindStoredEmail(pool) });
  return [
    listEmailsRoute(emails, cursors),
    exportEmailsRoute({ pool }),
    readEmailRoute(emails),
    readEmailSourceRoute({ findEmailSource: createFindEmailSource(pool), threads, links: sourceLinks }),
    rescheduleEmailRoute(rescheduleEmail),
    cancelEmailRoute(cancelEmail),
    cancelEmailsRoute(cancelEmail),
    changeEmailsRoute({ pool, emails, cancelEmail, sendAgain }),
    sendAgainRoute(sendAgain),
    tryEmailNowRoute(tryEmailNow),
    listEmailAttemptsRoute(createFindAttempts(pool)),
  ];
}
