/**
 * Waits, and stops waiting at once when `signal` aborts.
 * @returns true when the time has passed, false when the wait was broken off
 */
export function wait(durationMs: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (passed: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(passed);
    };
    const onAbort = (): void => finish(false);
    const timer = setTimeout(() => finish(true), durationMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
}

/**
 * Waits for `work`, but no longer than that; the work itself goes on unless it watches its signal. Work that watches none
 * is given as a promise: with a signal for each, a webhook delivery was measured to cost a tenth more.
 *
 * @param late what to resolve with then; without it, rejects with `TimeoutError`
 */
export async function withTimeout<T, Late = never>(
  timeoutMs: number,
  work: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  late?: { readonly orElse: Late },
): Promise<T | Late> {
  if (typeof work !== 'function') return inTime(timeoutMs, work, { late });
  const controller = new AbortController();
  const onTimeout = (error: TimeoutError): void => controller.abort(error);
  return inTime(timeoutMs, work(controller.signal), { late, onTimeout });
}

async function inTime<T, Late>(
  timeoutMs: number,
  work: Promise<T>,
  {
    late,
    onTimeout,
  }: {
    readonly late: { readonly orElse: Late } | undefined;
    readonly onTimeout?: (error: TimeoutError) => void;
  },
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeoutError(`no answer within ${timeoutMs} ms`);
      if (late) resolve(late.orElse);
      else reject(error);
      onTimeout?.(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
