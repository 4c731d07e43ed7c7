import type { ApiGatewayView, Pool } from '@postrider/db';
import { createHttpClient } from '@postrider/http-client';
import type { Clock, ResolveHost, ThreadPool } from '@postrider/runtime';
import type { AcceptEmails, CancelEmail, RescheduleEmail, TryEmailNow } from '@postrider/submission';
import type { ReadWaiting } from '@postrider/waiting';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { cancelEmailRoute } from './cancel-email.route';
import { cancelEmailsRoute } from './cancel-emails.route';
import { changeEmailsRoute } from './change-emails.route';
import { createFindSendingFacts } from './check-email.repository';
import { checkEmailRoute } from './check-email.route';
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
import { createRequestLinks } from './request-links';
import { sendAgainRoute } from './send-again.route';
import { sendBatchRoute } from './send-batch.route';
import { sendEmailRoute } from './send-email.route';
import type { EmailWaits } from './email-waits';
import { createFindStoredEmail } from './stored-email.repository';
import { createListEmails } from './waiting-emails';
import { tryEmailNowRoute } from './try-email-now.route';

export function sendRoutes(acceptEmails: AcceptEmails): Route[] {
  return [sendEmailRoute(acceptEmails), sendBatchRoute(acceptEmails)];
}

export function emailRoutes({
  pool,
  prisma,
  acceptEmails,
  emails,
  readWaiting,
  emailWaits,
  cursors,
  cancelEmail,
  rescheduleEmail,
  tryEmailNow,
  threads,
  sourceLinks,
  resolveHost,
  clock,
}: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
  readonly acceptEmails: AcceptEmails;
  readonly emails: EmailsRepository;
  readonly readWaiting: ReadWaiting;
  readonly emailWaits: EmailWaits;
  readonly cursors: CursorCodec;
  readonly cancelEmail: CancelEmail;
  readonly rescheduleEmail: RescheduleEmail;
  readonly tryEmailNow: TryEmailNow;
  readonly threads: ThreadPool;
  readonly sourceLinks: SourceLinks;
  readonly resolveHost: ResolveHost;
  readonly clock: Clock;
}): Route[] {
  const sendAgain = createSendAgain({ prisma, acceptEmails, findStoredEmail: createFindStoredEmail(pool) });
  const http = createHttpClient({
    resolve: resolveHost,
    ...{ connectTimeoutMs: 3_000, connectionsPerOriginMax: 2 },
  });
  return [
    checkEmailRoute({
      ...{ acceptEmails, threads, linkOrigin: sourceLinks.linkOrigin },
      findSendingFacts: createFindSendingFacts(pool),
      requestLinks: createRequestLinks({ http, clock }),
    }),
    listEmailsRoute(createListEmails({ emails, readWaiting }), cursors),
    exportEmailsRoute({ pool }),
    readEmailRoute({ emails, readWaiting, emailWaits }),
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
