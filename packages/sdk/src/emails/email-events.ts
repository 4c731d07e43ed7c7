import { EmailEventsResource } from '../generated/resources';
import type { EmailEventEntry } from '../generated/schemas';
import type { CallOptions } from '../http/call';
import {
  AbortedError,
  ConnectionError,
  PostriderError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../http/errors';
import type { Page } from '../http/list';

export interface FollowOptions {
  /** Cursor to continue from: the last one that `save` received. Default: the oldest stored event. */
  readonly after?: string | undefined;
  /** Called after each page (up to 100 events) has been handled. The next page waits for it. */
  readonly save?: ((cursor: string) => void | Promise<void>) | undefined;
  /** Ends the loop after the current event, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Time between requests while there are no new events. Default: 5 s. */
  readonly intervalMs?: number | undefined;
  /** Called with each failure that is retried. */
  readonly onError?: ((error: PostriderError) => void) | undefined;
}

const firstPauseMs = 1_000;
const pauseMaxMs = 30_000;

export class EmailEvents extends EmailEventsResource {
  /**
   * Yields all events in the order in which they were recorded, then new ones as they arrive, until `signal` aborts.
   *
   * Each event comes at least once. `save` gets a cursor at the end of each page; when the loop ends in the middle of a
   * page, the next run yields that page again. Connection failures, 429 and 5xx are retried; other errors are thrown.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<EmailEventEntry, void, void> {
    const { save, signal, intervalMs = 5_000 } = options;
    let { after } = options;
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
        if (page.has_more !== true) await this.api.wait(intervalMs, signal);
      }
    } catch (error) {
      if (!(error instanceof AbortedError)) throw error;
    }
  }

  async #pageOrFailure(
    after: string | undefined,
    { signal, onError }: FollowOptions,
  ): Promise<Page<EmailEventEntry> | PostriderError> {
    const call: CallOptions = { signal };
    try {
      return await this.list({ ...(after !== undefined && { after }), limit: 100 }, call).page();
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

function pauseMs({ retryAfterMs = 0 }: PostriderError, failures: number): number {
  return Math.min(pauseMaxMs, Math.max(retryAfterMs, firstPauseMs * 2 ** failures));
}
