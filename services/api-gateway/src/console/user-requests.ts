import { AppError } from '@postrider/contracts';
import { createTtlCache, type Clock } from '@postrider/runtime';
import { requestsPerSecond } from './member-principals';

interface Limit {
  readonly requestsMax: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;

/** `reads` and `changes` by the console's own endpoints, `api` by those of the public API. */
export type UserRequests = 'reads' | 'changes' | 'api';

/**
 * Of one user, each gateway for itself. Pages that are open in many tabs read; people change things by hand, and each change may be an
 * entry of the audit log that is kept for good. At the public API a user has as many requests a minute as admission control allows in
 * one organization.
 */
const limits: Readonly<Record<UserRequests, readonly Limit[]>> = {
  reads: [{ requestsMax: 1_200, windowMs: minuteMs }],
  changes: [
    { requestsMax: 120, windowMs: minuteMs },
    { requestsMax: 600, windowMs: 60 * minuteMs },
  ],
  api: [{ requestsMax: 60 * requestsPerSecond, windowMs: minuteMs }],
};
const usersMax = 20_000;

/** Counts a request of a signed-in user. @throws AppError `rate_limited` */
export type CountUserRequest = (userId: string, requests: UserRequests) => void;

export function createCountUserRequest(clock: Clock): CountUserRequest {
  const windowsOf = (requests: UserRequests) => limits[requests].map((limit) => createWindow(clock, limit));
  const windows = { reads: windowsOf('reads'), changes: windowsOf('changes'), api: windowsOf('api') };
  return (userId, requests) => {
    for (const count of windows[requests]) count(userId);
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
