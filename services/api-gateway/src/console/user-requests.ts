import { AppError } from '@postrider/contracts/errors';
import { createTtlCache, type Clock } from '@postrider/runtime';

interface Limit {
  readonly requestsMax: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;

/**
 * Of one user, each gateway for itself. Pages that are open in many tabs read; people change things by hand, and each change may be an
 * entry of the audit log that is kept for good.
 */
const limits: Readonly<Record<'reads' | 'changes', readonly Limit[]>> = {
  reads: [{ requestsMax: 1_200, windowMs: minuteMs }],
  changes: [
    { requestsMax: 120, windowMs: minuteMs },
    { requestsMax: 600, windowMs: 60 * minuteMs },
  ],
};
const usersMax = 20_000;

/** Counts a request of a signed-in user to the console's own endpoints. @throws AppError `rate_limited` */
export type CountUserRequest = (userId: string, route: { readonly method: string }) => void;

export function createCountUserRequest(clock: Clock): CountUserRequest {
  const reads = limits.reads.map((limit) => createWindow(clock, limit));
  const changes = limits.changes.map((limit) => createWindow(clock, limit));
  return (userId, { method }) => {
    for (const count of method === 'GET' ? reads : changes) count(userId);
  };
}

function createWindow(clock: Clock, { requestsMax, windowMs }: Limit): (userId: string) => void {
  const windows = createTtlCache<string, { requests: number; readonly endsAtMs: number }>({
    ...{ entriesMax: usersMax, ttlMs: windowMs, clock },
  });
  return (userId) => {
    const nowMs = clock.now().getTime();
    const known = windows.get(userId);
    if (known === undefined) {
      windows.set(userId, { requests: 1, endsAtMs: nowMs + windowMs });
      return;
    }
    known.requests += 1;
    if (known.requests <= requestsMax) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((known.endsAtMs - nowMs) / 1_000));
    const text = `Too many requests. Try again in ${waitText(retryAfterSeconds)}.`;
    throw new AppError('rate_limited', text, { retryAfterSeconds });
  };
}

function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
