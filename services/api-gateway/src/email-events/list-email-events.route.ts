import type { Principal } from '@postrider/contracts/access';
import type { EmailEventMessage } from '@postrider/contracts/events';
import { lowestId } from '@postrider/contracts/ids';
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
import type { EmailEventsRepository, EventStreamPage } from './email-events.repository';
import { seesContent } from '../auth/principal-scope';

interface EmailEventRouteOptions {
  readonly events: EmailEventsRepository;
  readonly cursors: CursorCodec;
  readonly clock: Clock;
}

export function listEmailEventsRoute({ events, cursors, clock }: EmailEventRouteOptions): Route {
  return defineRoute({
    operationId: 'listEmailEvents',
    method: 'GET',
    path: '/email-events',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listEmailEventsQuery,
    summary: 'List email events',
    description:
      'Returns the same events as webhooks (not `queued` and `suppressed`, which the response of the send has), in the order in which they were recorded, with a delay of about 10 seconds, or without one in `recent`. Use it instead of webhooks or to catch up after an outage. Store `next_cursor` and pass it as `after` in the next request. When `has_more` is false, wait before you ask again. With filters, a page can be empty although `has_more` is true: continue with `next_cursor`. Event ids never change.',
    tag: 'Events',
    success: { status: 200, schema: emailEventFeed },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const scope = { list: 'email-events', organizationId };
      const recentScope = { list: 'recent-email-events', organizationId };
      const now = clock.now();
      const { recent, ...page } = await events.read(organizationId, {
        after: query.after === undefined ? startOf(query, now) : cursors.read(scope, query.after),
        recentAfter: recentStart(query, (cursor) => cursors.read(recentScope, cursor)),
        limit: query.limit,
        domainIds: principal.domainIds,
        type: query.type?.slice('email.'.length) ?? null,
        mode: query.mode ?? null,
        emailId: query.email_id ?? null,
        now,
      });
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
  const start = since === 'now' ? now : new Date(since);
  return start.getTime() < 0 ? lowestId : uuidV7Floor(start);
}

function presentEvent(event: EmailEventMessage, withContent: boolean): EmailEventEntry {
  const shown = withContent ? event : { ...event, url: null };
  return { object: 'email_event', id: event.id, ...emailWebhookBody(shown) };
}
