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
  /** Where to go on: what `save` was given last. Without it: from the oldest event that is kept. */
  readonly after?: string | undefined;
  /** Called once all events before the cursor have been worked on; the next page waits for it. */
  readonly save?: ((cursor: string) => void | Promise<void>) | undefined;
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Between two questions when there is nothing new. Default: 5 s. */
  readonly intervalMs?: number | undefined;
  /** Told of each failure that the loop waits out. */
  readonly onError?: ((error: PostriderError) => void) | undefined;
}

const firstPauseMs = 1_000;
const pauseMaxMs = 30_000;

export class EmailEvents extends EmailEventsResource {
  /**
   * All events, in the order in which they were recorded, and then new ones as they come, until `signal` ends it.
   *
   * Each event comes at least once: after a crash the loop begins behind the last cursor that was saved. An API that is
   * away is waited for; what waiting cannot mend (a revoked key, a cursor of somebody else) is thrown.
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
        yield* page.data;
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
