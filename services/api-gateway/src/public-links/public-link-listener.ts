import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { PublicLink, PublicLinks } from '@postrider/mail';
import { type Clock, isEngineUnavailable, type Logger, type Metrics } from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import { createAddressRate } from './address-rate';
import { isHostOfAnother, requestedHost } from './tracking-hosts';
import type { Engagement } from './engagement-events.repository';
import type { EngagementRecorder } from './engagement-recorder';
import { isMachineRequest } from './machine-request';
import { askPage, donePage, laterPage, pageHeaders, unknownPage } from './pages';

interface Options {
  readonly pool: Pool;
  readonly links: PublicLinks;
  readonly engagements: EngagementRecorder;
  readonly perMinuteMax: number;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const prefix = /^\/[uoc]\//;
const pixelHeaders = { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' };
/** One transparent pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Bodies carry one field (RFC 8058 §3.1), which is not looked at: whoever posts here means it. */
const bodyBytesMax = 65_536;
const methodsOf = {
  unsubscribe: ['GET', 'HEAD', 'POST'],
  preferences: ['GET', 'HEAD', 'POST'],
  open: ['GET', 'HEAD'],
  click: ['GET', 'HEAD'],
} as const;

/**
 * Answers the links in mails: `/o/` pixel, `/c/` redirect, `/u/` unsubscribe. What a link stands for is read from its
 * signature and the requested host alone, without a database. Opens and clicks are recorded after the answer; an
 * unsubscription is answered when it is committed.
 * @returns false when the request is for something else
 */
export function createPublicLinkListener(
  options: Options,
): (...request: Parameters<RequestListener>) => boolean {
  const { log, metrics, trustedProxyHops } = options;
  const requests = metrics.counter('public_link_requests', 'Requests to links in mails, by kind and answer.');
  const exceedsRate = createAddressRate(options);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    discardBody(request);
    if (exceedsRate(clientAddress(request, trustedProxyHops))) {
      requests.add(1, { kind: 'any', answer: 'limited' });
      return reply(response, { status: 429, headers: { 'retry-after': '60' } });
    }
    const link = await readLink(options, request);
    if (link === 'later') {
      requests.add(1, { kind: 'any', answer: 'later' });
      return replyLater(response);
    }
    if (link === null) {
      requests.add(1, { kind: 'any', answer: 'unknown' });
      return reply(response, { status: 404, ...asPage(unknownPage) });
    }
    requests.add(1, { kind: link.kind, answer: 'served' });
    const method = request.method ?? '';
    if (!methodsOf[link.kind].some((allowed) => allowed === method)) {
      return reply(response, { status: 405, headers: { allow: methodsOf[link.kind].join(', ') } });
    }
    await answerLink(options, link, [request, response]);
  };

  return (request, response) => {
    if (!prefix.test(request.url ?? '')) return false;
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a link in a mail met a bug');
      if (!response.headersSent) reply(response, { status: 500, ...asPage(laterPage) });
    });
    return true;
  };
}

/** Null: no link of ours, or of another host than this. */
async function readLink(
  { links, pool, log, trustedProxyHops }: Options,
  request: IncomingMessage,
): Promise<PublicLink | 'later' | null> {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const host = requestedHost(request, trustedProxyHops);
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

async function answerLink(
  options: Options,
  link: PublicLink,
  [request, response]: Parameters<RequestListener>,
): Promise<void> {
  switch (link.kind) {
    case 'open':
      reply(response, { status: 200, headers: pixelHeaders, body: gif });
      options.engagements.note(engagementOf(options, link, request));
      return;
    case 'click':
      reply(response, { status: 302, headers: { location: link.url } });
      options.engagements.note(engagementOf(options, link, request));
      return;
    case 'preferences':
      return reply(response, { status: 404, ...asPage(unknownPage) });
    case 'unsubscribe':
      // RFC 8058 §1: mail servers fetch links to look at them, so a GET must not unsubscribe anybody.
      if (request.method !== 'POST') return reply(response, { status: 200, ...asPage(askPage) });
      return unsubscribe(options, engagementOf(options, link, request), response);
  }
}

async function unsubscribe(
  { engagements, log }: Options,
  engagement: Engagement,
  response: ServerResponse,
): Promise<void> {
  try {
    const isKnown = await engagements.record(engagement);
    return isKnown
      ? reply(response, { status: 200, ...asPage(donePage) })
      : reply(response, { status: 404, ...asPage(unknownPage) });
  } catch (error) {
    if (!isEngineUnavailable(error)) throw error;
    log.warn({ err: error }, 'an unsubscription could not be recorded');
    replyLater(response);
  }
}

function replyLater(response: ServerResponse): void {
  reply(response, { status: 503, headers: { ...pageHeaders, 'retry-after': '60' }, body: laterPage });
}

const typeOf = { unsubscribe: 'unsubscribed', preferences: 'unsubscribed', open: 'opened', click: 'clicked' } as const;

function engagementOf({ clock }: Options, link: PublicLink, request: IncomingMessage): Engagement {
  return {
    id: newId(),
    type: typeOf[link.kind],
    messageId: link.messageId,
    ordinal: link.ordinal,
    at: clock.now(),
    url: link.kind === 'click' ? link.url : null,
    byMachine: isMachineRequest(request),
  };
}

interface LinkAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function asPage(body: string): Pick<LinkAnswer, 'headers' | 'body'> {
  return { headers: pageHeaders, body };
}

function reply(response: ServerResponse, { status, headers, body = '' }: LinkAnswer): void {
  response.writeHead(status, {
    // Each look is one of its own, and no page about a person belongs in anybody's cache or index.
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex, nofollow',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}

function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) request.destroy();
  });
}
