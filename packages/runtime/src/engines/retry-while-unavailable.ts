import { backOffMs, type BackOff } from '../time/back-off';
import { wait } from '../time/wait';
import { isEngineUnavailable } from './engine-unavailable';

export interface UnavailableRetry {
  readonly backOff: BackOff;
  /** An abort ends the wait, and the trying. */
  readonly signal?: AbortSignal;
  /** Asked before each wait; false ends the trying. `attempt` 1 is the first that failed. */
  readonly mayRetry?: (error: unknown, attempt: number) => boolean;
}

/**
 * Runs `work` until it succeeds, again and again while an engine is unavailable: for what must not be given up, because
 * the network or the client has the result already. The work must be idempotent.
 *
 * @throws what `work` threw when it is no outage, when `mayRetry` says no, or after `signal` aborted
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { backOff, signal, mayRetry }: UnavailableRetry,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isEngineUnavailable(error) || mayRetry?.(error, attempt) === false) throw error;
      if (!(await wait(backOffMs(attempt, backOff), signal))) throw error;
    }
  }
}
