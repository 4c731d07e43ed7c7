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
   * Time between requests while there are no new events. Default: 0.5 s after new events, growing to 1 s, and longer while the rate
   * limit of the key is nearly used up.
   */
  readonly intervalMs?: number | undefined;
  /** Called with each failure that is retried. */
  readonly onError?: ((error: PostriderError) => void) | undefined;
}

const firstPauseMs = 1_000;
const pauseMaxMs = 30_000;

/** Between requests while there are no new events: a new event is seen within a second of its being readable. */
const intervalMinMs = 500;
const intervalMaxMs = 1_000;

export class EmailEvents extends EmailEventsResource {
  /**
   * Yields all events in the order in which they were recorded, then new ones as they arrive, until `signal` aborts.
   *
   * Each event comes at least once. `save` gets a cursor at the end of each page; when the loop ends in the middle of a
   * page, the next run yields that page again. Connection failures, 429 and 5xx are retried; other errors are thrown.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<EmailEventEntry, void, void> {
    const { save, signal, intervalMs } = options;
    let { after } = options;
    let adaptiveMs = intervalMinMs;
    try {
      for (let failures = 0; ;) {
        const page = await this.#pageOrFailure(after, options);
        if (page instanceof PostriderError) {
          await this.api.wait(pauseMs(page, failures++), signal);
          continue;
        }
        failures = 0;
        for (const event of page.data) {
          yield event;
          // Events of a page that is not finished come again: no cursor points into the middle of a page.
          if (signal?.aborted && event !== page.data.at(-1)) return;
        }
        if (page.next_cursor !== undefined && page.next_cursor !== after) {
          after = page.next_cursor;
          await save?.(after);
        }
        if (page.has_more === true) continue;
        adaptiveMs = page.data.length > 0 ? intervalMinMs : Math.min(intervalMaxMs, adaptiveMs * 1.25);
        await this.api.wait(intervalMs ?? adaptiveMs + untilResetMs(page.response.rateLimit), signal);
      }
    } catch (error) {
      if (!(error instanceof AbortedError)) throw error;
    }
  }

  async #pageOrFailure(
    after: string | undefined,
    { since, type, mode, email_id, signal, onError }: FollowOptions,
  ): Promise<Answer<Page<EmailEventEntry>> | PostriderError> {
    const call: CallOptions = { signal };
    const start = after === undefined ? { since } : { after };
    const query = { ...start, type, mode, email_id, limit: 100 } as ListEmailEventsQuery;
    try {
      return await this.list(query, call).page();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onError?.(error);
      return error;
    }
  }
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
