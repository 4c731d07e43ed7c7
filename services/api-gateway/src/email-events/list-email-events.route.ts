import type { Principal } from '@postrider/contracts/access';
import type { EmailEventMessage } from '@postrider/contracts/events';
import { lowestId } from '@postrider/contracts/ids';
import type { ConsoleChange } from '@postrider/contracts/queues';
import {
  emailEventFeed,
  emailWebhookBody,
  listEmailEventsQuery,
  type EmailEventEntry,
  type ListEmailEventsQuery,
} from '@postrider/contracts/webhooks';
import { uuidV7Floor } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { fitting } from '../paging/page';
import type { EmailWaits } from '../emails/email-waits';
import type { EmailEventsRepository, EventStreamPage, EventStreamRequest } from './email-events.repository';
import { seesContent } from '../auth/principal-scope';

interface EmailEventRouteOptions {
  readonly events: EmailEventsRepository;
  readonly emailWaits: EmailWaits;
  readonly cursors: CursorCodec;
  readonly clock: Clock;
}

export function listEmailEventsRoute({ events, emailWaits, cursors, clock }: EmailEventRouteOptions): Route {
  const read = createRead({ events, clock });
  return defineRoute({
    operationId: 'listEmailEvents',
    method: 'GET',
    path: '/email-events',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listEmailEventsQuery,
    summary: 'List email events',
    description:
      'Returns the same events as webhooks (not `queued` and `suppressed`, which the response of the send has), in the order in which they were recorded, with a delay of about 10 seconds, or without one in `recent`. Use it instead of webhooks or to catch up after an outage. Store `next_cursor` and pass it as `after` in the next request. When `has_more` is false, wait before you ask again, or pass `wait`: the response then comes with the next event, or without one after that many seconds. A key can have 20 requests with `wait` open at a gateway. With filters, a page can be empty although `has_more` is true: continue with `next_cursor`. Event ids never change.',
    tag: 'Events',
    success: { status: 200, schema: emailEventFeed },
    errors: ['validation_error', 'invalid_cursor', 'rate_limited'],
    handle: async ({ principal, query, onceClosed }) => {
      const organizationId = principal.organization.id;
      const scope = { list: 'email-events', organizationId };
      const recentScope = { list: 'recent-email-events', organizationId };
      const request = {
        organizationId,
        after: query.after === undefined ? startOf(query, clock.now()) : cursors.read(scope, query.after),
        recentAfter: recentStart(query, (cursor) => cursors.read(recentScope, cursor)),
        limit: query.limit,
        domainIds: principal.domainIds,
        type: query.type?.slice('email.'.length) ?? null,
        mode: query.mode ?? null,
        emailId: query.email_id ?? null,
      };
      const { recent, ...page } = await read(request, (isFound) =>
        query.wait === undefined
          ? Promise.resolve()
          : emailWaits.until(isFound, {
              isConcerned: isOfRequest(request),
              ...{ principal, seconds: query.wait, onceClosed },
            }),
      );
      const part = fittingPart(page, principal);
      const next = { next_cursor: cursors.issue(scope, part.position), has_more: part.hasMore };
      const body = { object: 'list' as const, data: part.data, ...next };
      if (query.recent === undefined) return { status: 200, body };
      // Until all of `data` has been read, nothing recent is looked at.
      if (recent === null) return { status: 200, body: { ...body, recent: [], recent_cursor: query.recent } };
      const { data, position, hasMore } = fittingPart(recent, principal);
      return {
        status: 200,
        body: {
          ...body,
          has_more: body.has_more || hasMore,
          recent: data,
          recent_cursor: cursors.issue(recentScope, position),
        },
      };
    },
  });
}

type Request = Omit<EventStreamRequest, 'now'> & { readonly organizationId: string };

/** Reads the stream; if there is nothing to return, again whenever the wait asks for it. */
function createRead({ events, clock }: Pick<EmailEventRouteOptions, 'events' | 'clock'>) {
  return async (
    request: Request,
    wait: (isFound: () => Promise<boolean>) => Promise<void>,
  ): Promise<EventStreamPage> => {
    const { organizationId } = request;
    let page = await events.read(organizationId, { ...request, now: clock.now() });
    if (!isEmpty(page)) return page;
    await wait(async () => {
      // What has been looked at is not looked at again: nothing that is still to come is behind these places.
      const place = { after: page.position, recentAfter: page.recent?.position ?? request.recentAfter };
      page = await events.read(organizationId, { ...request, ...place, now: clock.now() });
      return !isEmpty(page);
    });
    return page;
  };
}

function isEmpty({ events, hasMore, recent }: EventStreamPage): boolean {
  return events.length === 0 && !hasMore && (recent === null || recent.events.length === 0);
}

function isOfRequest({ emailId, domainIds }: Request) {
  return ([, id, domainId]: ConsoleChange): boolean =>
    (domainIds === null || domainIds.includes(domainId)) &&
    (emailId === null || id === null || id === emailId);
}

/** As many of the events as fit into an answer. */
function fittingPart(page: Omit<EventStreamPage, 'recent'>, principal: Principal) {
  const all = page.events.map((event) => presentEvent(event, seesContent(principal, event)));
  const data = all.slice(0, fitting(all));
  const isCut = data.length < all.length;
  const position = isCut ? (data.at(-1)?.id ?? page.position) : page.position;
  return { data, position, hasMore: isCut || page.hasMore };
}

/** Null: recent events are not asked for. */
function recentStart(
  { recent }: ListEmailEventsQuery,
  readCursor: (cursor: string) => string,
): string | null {
  if (recent === undefined) return null;
  return recent === 'start' ? lowestId : readCursor(recent);
}

/** The id below those of events recorded from `since` on. */
function startOf({ since }: ListEmailEventsQuery, now: Date): string {
  if (since === undefined) return lowestId;
  return uuidV7Floor(since === 'now' ? now : new Date(since));
}

function presentEvent(event: EmailEventMessage, withContent: boolean): EmailEventEntry {
  const shown = withContent ? event : { ...event, url: null };
  return { object: 'email_event', id: event.id, ...emailWebhookBody(shown) };
}
