import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import type { PublicLink, PublicLinks } from '@postrider/mail';
import { type Clock, isEngineUnavailable, type Logger, type Metrics } from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { chooseLanguage, type PageLanguage } from '../public-pages/languages';
import { laterPage, reply, replyPage, unknownLinkPage } from '../public-pages/page-shell';
import { discardBody } from '../public-pages/read-form';
import { createAddressRate } from './address-rate';
import { isHostOfAnother, requestedHost } from './tracking-hosts';
import type { EngagementRecorder, PublishEvent } from './engagement-recorder';
import { isMachineRequest } from './machine-request';
import { createAnswerChoices } from './choices/answer-choices';
import { createViewEmail } from './view-email';

interface Options {
  readonly pool: Pool;
  readonly links: PublicLinks;
  readonly engagements: EngagementRecorder;
  readonly publishEvent: PublishEvent;
  readonly perMinuteMax: number;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const pixelHeaders = { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' };
/** One transparent pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const methodsOf = {
  unsubscribe: ['GET', 'HEAD', 'POST'],
  preferences: ['GET', 'HEAD', 'POST'],
  view: ['GET', 'HEAD'],
  open: ['GET', 'HEAD'],
  click: ['GET', 'HEAD'],
} as const;

/**
 * Answers the links in mails: `/o/` pixel, `/c/` redirect, `/u/` unsubscribe, `/p/` preferences, `/v/` the
 * mail as a page. What a link stands for is read
 * from its signature and the requested host alone, without a database. Opens and clicks are recorded after the answer; a choice
 * of the reader is answered when it is committed.
 */
export function publicLinkRoutes(options: Options): TableRoute[] {
  const { log, metrics, trustedProxyHops } = options;
  const requests = metrics.counter(
    'public_link_requests',
    'Requests to links in emails, by kind and answer.',
    {
      kind: ['any', ...Object.keys(methodsOf)],
      answer: ['served', 'limited', 'later', 'unknown'],
    },
  );
  const exceedsRate = createAddressRate(options);
  const answerChoices = createAnswerChoices(options);
  const viewEmail = createViewEmail(options);

  const answer = async (context: RequestContext): Promise<void> => {
    if (exceedsRate(clientAddress(context, trustedProxyHops))) {
      requests.add(1, { kind: 'any', answer: 'limited' });
      discardBody(context);
      return reply(context, { status: 429, headers: { 'retry-after': '60' } });
    }
    const host = requestedHost(context.headers, trustedProxyHops);
    const link = await readLink(options, context.path, host);
    const { method } = context;
    // RFC 8058 §3.1: the body of an unsubscription has one field, which says nothing that the method does not.
    if (link === 'later' || link?.kind !== 'preferences' || method !== 'POST') discardBody(context);
    if (link === 'later') {
      requests.add(1, { kind: 'any', answer: 'later' });
      return replyPage(context, 503, laterPage(languageOf(context)));
    }
    if (link === null) {
      requests.add(1, { kind: 'any', answer: 'unknown' });
      return replyPage(context, 404, unknownLinkPage(languageOf(context)));
    }
    requests.add(1, { kind: link.kind, answer: 'served' });
    if (!methodsOf[link.kind].some((allowed) => allowed === method)) {
      return reply(context, { status: 405, headers: { allow: methodsOf[link.kind].join(', ') } });
    }
    // RFC 8058 §1: mail servers fetch links to look at them, so a GET must not unsubscribe anybody.
    if (link.kind === 'unsubscribe' || link.kind === 'preferences') {
      return answerChoices({ link, host, context });
    }
    if (link.kind === 'view') return viewEmail(link, context);
    answerAtOnce(options, link, context);
  };

  const handle = (context: RequestContext): void => {
    answer(context).catch((error: unknown) => {
      log.error({ err: error }, 'a request to a link in an email failed unexpectedly');
      if (!context.isAnswered) replyPage(context, 500, laterPage(languageOf(context)));
    });
  };
  return [{ method: 'ANY', path: /^\/[upvoc]\//, onTrackingHosts: true, handle }];
}

function languageOf({ headers }: RequestContext): PageLanguage {
  return chooseLanguage(headers['accept-language']);
}

/** Null: no link of ours, or of another host than this. */
async function readLink(
  { links, pool, log }: Options,
  path: string,
  host: string,
): Promise<PublicLink | 'later' | null> {
  const read = await links.read(path, host);
  if (read === null) return null;
  const { link, isOfHost } = read;
  // Only a redirect does harm below another's name; people who unsubscribe should not meet a dead link.
  if (isOfHost || link.kind !== 'click') return link;
  try {
    return (await isHostOfAnother(pool, { host, messageId: link.messageId })) ? null : link;
  } catch (error) {
    if (!isEngineUnavailable(error)) throw error;
    log.warn({ err: error }, 'the host of an old link could not be looked up');
    return 'later';
  }
}

type EngagementLink = Extract<PublicLink, { kind: 'open' | 'click' }>;

/** The answer does not wait for the recording. */
function answerAtOnce({ engagements, clock }: Options, link: EngagementLink, context: RequestContext): void {
  const isClick = link.kind === 'click';
  if (isClick) reply(context, { status: 302, headers: { location: link.url } });
  else reply(context, { status: 200, headers: pixelHeaders, body: gif });
  engagements.note({
    id: newId(),
    type: isClick ? 'clicked' : 'opened',
    messageId: link.messageId,
    ordinal: link.ordinal,
    at: clock.now(),
    url: isClick ? link.url : null,
    byMachine: isMachineRequest(context),
  });
}
