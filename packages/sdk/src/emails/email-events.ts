import { EmailEventsResource } from '../generated/resources';
import type { ListEmailEventsQuery } from '../generated/resources';
import type { EmailEventEntry } from '../generated/schemas';
import type { Answer, CallOptions, RateLimit } from '../http/call';
import {
  AbortedError,
  ConnectionError,
  PostriderError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../http/errors';
import type { Page } from '../http/list';

export interface FollowOptions extends Pick<ListEmailEventsQuery, 'type' | 'mode' | 'email_id'> {
  /** Cursor to continue from: the last one that `save` received. Default: start at `since`. */
  readonly after?: string | undefined;
  /** Where to start when there is no `after`: `now`, or a time. Default: the oldest stored event. */
  readonly since?: ListEmailEventsQuery['since'] | undefined;
  /** Called after each page (up to 100 events) has been handled. The next page waits for it. */
  readonly save?: ((cursor: string) => void | Promise<void>) | undefined;
  /** Ends the loop after the current event, without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time between requests while there are no new events. Default: the API answers when there are some, or after 20 s. Requests are
   * further apart while the rate limit of the key is nearly used up.
   */
  readonly intervalMs?: number | undefined;
  /** Called with each failure that is retried. */
  readonly onError?: ((error: PostriderError) => void) | undefined;
}

const firstPauseMs = 1_000;
const pauseMaxMs = 30_000;

/** How long the API may wait for an event: less than the timeout of an attempt, and than most proxies bear. */
const waitSeconds = 20;
/** After events: those that belong together come on one page. */
const afterEventsMs = 250;
/** Between requests if the API answers at once: one of before `wait`, or one that closes. */
const intervalMs = { min: 500, max: 1_000 };

export class EmailEvents extends EmailEventsResource {
  /**
   * Yields stored events in the order in which they were recorded, then new ones as they arrive, until `signal` aborts. Events of the
   * last seconds come at once, so one may come before another that was recorded a moment earlier.
   *
   * Each event comes at least once; one loop yields it once. `save` gets a cursor at the end of each page; when the loop ends in the middle of a
   * page, the next run yields that page again. Connection failures, 429 and 5xx are retried; other errors are thrown.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<EmailEventEntry, void, void> {
    const { save, signal } = options;
    let { after } = options;
    let recent = 'start';
    const pause = createPause(options.intervalMs);
    const early = createEarlyEvents();
    try {
      for (let failures = 0; ;) {
        const askedAtMs = Date.now();
        const page = await this.#pageOrFailure({ after, recent }, options);
        if (page instanceof PostriderError) {
          await this.api.wait(pauseMs(page, failures++), signal);
          continue;
        }
        failures = 0;
        for (const event of page.data) {
          if (early.forget(event.id)) continue;
          yield event;
          // Events of a page that is not finished come again: no cursor points into the middle of a page.
          if (signal?.aborted && event !== page.data.at(-1)) return;
        }
        if (page.next_cursor !== undefined && page.next_cursor !== after) {
          after = page.next_cursor;
          await save?.(after);
        }
        for (const event of page.recent ?? []) {
          if (signal?.aborted) return;
          early.remember(event.id);
          yield event;
        }
        recent = page.recent_cursor ?? recent;
        if (page.has_more === true) continue;
        await this.api.wait(pause(page, Date.now() - askedAtMs), signal);
      }
    } catch (error) {
      if (!(error instanceof AbortedError)) throw error;
    }
  }

  async #pageOrFailure(
    { after, recent }: { readonly after: string | undefined; readonly recent: string },
    { since, type, mode, email_id, signal, onError, intervalMs: interval }: FollowOptions,
  ): Promise<Answer<EventPage> | PostriderError> {
    const call: CallOptions = { signal };
    const start = after === undefined ? { since } : { after };
    const wait = interval === undefined ? { wait: waitSeconds } : {};
    const query = { ...start, recent, type, mode, email_id, limit: 100, ...wait } as ListEmailEventsQuery;
    try {
      return await this.list(query, call).page();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onError?.(error);
      return error;
    }
  }
}

/** A page of the event stream. */
interface EventPage extends Page<EmailEventEntry> {
  readonly recent?: EmailEventEntry[];
  readonly recent_cursor?: string;
}

/** More are in flight only if a transaction of the service stays open for long; an event may then come twice. */
const earlyMax = 50_000;

/** Events that were yielded before their order was final: they come again. */
function createEarlyEvents() {
  const ids = new Set<string>();
  return {
    remember: (id: string): void => {
      const [oldest] = ids;
      if (ids.size >= earlyMax && oldest !== undefined) ids.delete(oldest);
      ids.add(id);
    },
    /** @returns whether it was remembered */
    forget: (id: string): boolean => ids.delete(id),
  };
}

/** How long to wait before the next request. */
function createPause(given: number | undefined) {
  let unwaitedMs = intervalMs.min;
  return ({ data, recent = [], response }: Answer<EventPage>, tookMs: number): number => {
    if (given !== undefined) return given;
    const reserveMs = untilResetMs(response.rateLimit);
    if (data.length + recent.length > 0) {
      unwaitedMs = intervalMs.min;
      return afterEventsMs + reserveMs;
    }
    // It has waited.
    if (tookMs >= intervalMs.max) return reserveMs;
    const pauseMs = unwaitedMs;
    unwaitedMs = Math.min(intervalMs.max, unwaitedMs * 1.25);
    return pauseMs + reserveMs;
  };
}

function isPassing(error: unknown): error is PostriderError {
  const passing = [ConnectionError, RateLimitError, ServerError, TimeoutError];
  return passing.some((kind) => error instanceof kind);
}

/** While little of the rate limit is left, it is left to other calls with the key. */
function untilResetMs(rateLimit: RateLimit | undefined): number {
  if (rateLimit === undefined || rateLimit.remaining > rateLimit.limit / 4) return 0;
  return Math.min(pauseMaxMs, rateLimit.resetMs);
}

function pauseMs({ retryAfterMs = 0 }: PostriderError, failures: number): number {
  return Math.min(pauseMaxMs, Math.max(retryAfterMs, firstPauseMs * 2 ** failures));
}
