import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { PublicLink, PublicLinks } from '@postrider/mail';
import { type Clock, isEngineUnavailable, type Logger, type Metrics } from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import { chooseLanguage, type PageLanguage } from '../public-pages/languages';
import { laterPage, reply, replyPage, unknownLinkPage } from '../public-pages/page-shell';
import { discardBody } from '../public-pages/read-form';
import { createAddressRate } from './address-rate';
import { isHostOfAnother, requestedHost } from './tracking-hosts';
import type { EngagementRecorder, PublishEvent } from './engagement-recorder';
import { isMachineRequest } from './machine-request';
import { createAnswerChoices } from './choices/answer-choices';

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

const prefix = /^\/[upoc]\//;
const pixelHeaders = { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' };
/** One transparent pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const methodsOf = {
  unsubscribe: ['GET', 'HEAD', 'POST'],
  preferences: ['GET', 'HEAD', 'POST'],
  open: ['GET', 'HEAD'],
  click: ['GET', 'HEAD'],
} as const;

/**
 * Answers the links in mails: `/o/` pixel, `/c/` redirect, `/u/` unsubscribe, `/p/` preferences. What a link stands for is read
 * from its signature and the requested host alone, without a database. Opens and clicks are recorded after the answer; a choice
 * of the reader is answered when it is committed.
 * @returns false when the request is for something else
 */
export function createPublicLinkListener(
  options: Options,
): (...request: Parameters<RequestListener>) => boolean {
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

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (exceedsRate(clientAddress(request, trustedProxyHops))) {
      requests.add(1, { kind: 'any', answer: 'limited' });
      discardBody(request);
      return reply(response, { status: 429, headers: { 'retry-after': '60' } });
    }
    const host = requestedHost(request, trustedProxyHops);
    const link = await readLink(options, request, host);
    const method = request.method ?? '';
    // RFC 8058 §3.1: the body of an unsubscription has one field, which says nothing that the method does not.
    if (link === 'later' || link?.kind !== 'preferences' || method !== 'POST') discardBody(request);
    if (link === 'later') {
      requests.add(1, { kind: 'any', answer: 'later' });
      return replyPage(response, 503, laterPage(languageOf(request)));
    }
    if (link === null) {
      requests.add(1, { kind: 'any', answer: 'unknown' });
      return replyPage(response, 404, unknownLinkPage(languageOf(request)));
    }
    requests.add(1, { kind: link.kind, answer: 'served' });
    if (!methodsOf[link.kind].some((allowed) => allowed === method)) {
      return reply(response, { status: 405, headers: { allow: methodsOf[link.kind].join(', ') } });
    }
    // RFC 8058 §1: mail servers fetch links to look at them, so a GET must not unsubscribe anybody.
    if (link.kind === 'unsubscribe' || link.kind === 'preferences') {
      return answerChoices({ link, host, request, response });
    }
    answerAtOnce(options, link, [request, response]);
  };

  return (request, response) => {
    if (!prefix.test(request.url ?? '')) return false;
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a request to a link in an email failed unexpectedly');
      if (!response.headersSent) replyPage(response, 500, laterPage(languageOf(request)));
    });
    return true;
  };
}

function languageOf(request: IncomingMessage): PageLanguage {
  return chooseLanguage(request.headers['accept-language']);
}

/** Null: no link of ours, or of another host than this. */
async function readLink(
  { links, pool, log }: Options,
  request: IncomingMessage,
  host: string,
): Promise<PublicLink | 'later' | null> {
  const [path = ''] = (request.url ?? '').split('?', 1);
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

/** Nobody waits for what is recorded of it. */
function answerAtOnce(
  { engagements, clock }: Options,
  link: EngagementLink,
  [request, response]: Parameters<RequestListener>,
): void {
  const isClick = link.kind === 'click';
  if (isClick) reply(response, { status: 302, headers: { location: link.url } });
  else reply(response, { status: 200, headers: pixelHeaders, body: gif });
  engagements.note({
    id: newId(),
    type: isClick ? 'clicked' : 'opened',
    messageId: link.messageId,
    ordinal: link.ordinal,
    at: clock.now(),
    url: isClick ? link.url : null,
    byMachine: isMachineRequest(request),
  });
}
