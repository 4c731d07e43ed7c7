import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import {
  createBatcher,
  isEngineUnavailable,
  OverloadedError,
  type Clock,
  type Logger,
} from '@postrider/runtime';
import { createReadWaiting, type ReadWaiting } from '@postrider/waiting';
import { clientAddress } from '../auth/request-source';
import { presentAttempt } from '../emails/email-attempt.presenter';
import { createFindAttempts, type FindAttempts } from '../emails/email-attempts.repository';
import { presentEmail } from '../emails/emails.presenter';
import { createEmailsRepository, type EmailsRepository } from '../emails/emails.repository';
import { isOpen } from '../emails/waiting-emails';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { createAddressRate } from '../public-links/address-rate';
import { chooseLanguage, type PageLanguage } from '../public-pages/languages';
import { laterPage, reply, replyPage, unknownLinkPage, type Page } from '../public-pages/page-shell';
import { discardBody } from '../public-pages/read-form';
import { hashOfShareToken } from './share-token';
import { sharedEmailPage } from './shared-email-page';
import { findLink } from './shared-email.repository';

interface Options {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A person reloads now and then. No token is guessed: it has 256 random bits. */
const perMinuteMax = 60;
/** Visitors wait for each other, not the API for them. */
const inFlightMax = 2;
const waitingMax = 200;

const linkPath = /^\/s\/([^/]{1,100})$/;

/** Answers `/s/<token>`, the public page about an email. The token is the only proof; a GET changes nothing but when it was opened. */
export function sharedEmailRoutes(options: Options): TableRoute[] {
  const { pool, redis, log, clock, trustedProxyHops } = options;
  const sources: Sources = {
    ...{ pool, emails: createEmailsRepository({ pool }), readWaiting: createReadWaiting({ pool, redis }) },
    findAttempts: createFindAttempts(pool),
  };
  const exceedsRate = createAddressRate({ perMinuteMax, clock });
  const pages = createBatcher<Buffer, Page | null>({
    ...{ name: 'shared emails', batchMax: 1, inFlightMax, waitingMax },
    run: (hashes) => Promise.all(hashes.map((hash) => readPage(sources, hash))),
  });

  const answer = async (context: RequestContext): Promise<void> => {
    discardBody(context);
    const language = languageOf(context);
    if (exceedsRate(clientAddress(context, trustedProxyHops))) {
      return replyPage(context, 429, laterPage(language));
    }
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      return reply(context, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const tokenHash = hashOfShareToken(linkPath.exec(context.path)?.[1] ?? '');
    const page = tokenHash && (await pages.submit(tokenHash));
    replyPage(context, page ? 200 : 404, page ?? unknownLinkPage(language));
  };

  const handle = (context: RequestContext): void => {
    answer(context).catch((error: unknown) => {
      const isExpected = isEngineUnavailable(error) || error instanceof OverloadedError;
      if (isExpected) log.warn({ err: error }, 'a shared email could not be shown');
      else log.error({ err: error }, 'a request for a shared email failed unexpectedly');
      if (!context.isAnswered) replyPage(context, isExpected ? 503 : 500, laterPage(languageOf(context)));
    });
  };
  return [{ method: 'ANY', path: /^\/s\//, handle }];
}

function languageOf({ headers }: RequestContext): PageLanguage {
  return chooseLanguage(headers['accept-language']);
}

interface Sources {
  readonly pool: Pool;
  readonly emails: EmailsRepository;
  readonly readWaiting: ReadWaiting;
  readonly findAttempts: FindAttempts;
}

/** Null: the link does not work, or retention has deleted the email. */
async function readPage(sources: Sources, tokenHash: Buffer): Promise<Page | null> {
  const { pool, emails, readWaiting, findAttempts } = sources;
  const link = await findLink(pool, tokenHash);
  if (link === null) return null;
  const { organizationId, emailId, withContent } = link;
  const row = await emails.find(organizationId, emailId, null);
  if (row === null) return null;
  const attempts = (await findAttempts(organizationId, emailId, null)) ?? [];
  const waiting = isOpen(row) ? ((await readWaiting([emailId])).get(emailId) ?? null) : null;
  const email = presentEmail(row, { withContent, waiting });
  return sharedEmailPage({ link, email, attempts: attempts.map(presentAttempt) });
}
