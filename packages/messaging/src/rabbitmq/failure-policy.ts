import { backOffMs, errorCode, isEngineUnavailable, maskText } from '@postrider/runtime';

/** What to do with a message whose handler threw. */
export type Verdict =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly counts: boolean }
  | { readonly kind: 'dead-letter'; readonly reason: string };

/** Four tries within about three seconds: long enough for a conflict to pass, short enough not to hold the queue up. */
const retryBackOff = { baseMs: 200, maxMs: 5_000 };
const unavailableBackOff = { baseMs: 500, maxMs: 5_000 };

/**
 * An engine that is not there is no fault of the message: it is tried again for as long as that lasts, and since it is
 * held meanwhile, the prefetch stops the flow. Anything else is tried `attemptsMax` times, then put aside with its reason.
 */
export function judgeFailure(
  error: unknown,
  { attempt, attemptsMax, outageRounds }: { attempt: number; attemptsMax: number; outageRounds: number },
): Verdict {
  if (isEngineUnavailable(error)) {
    return { kind: 'retry', delayMs: backOffMs(outageRounds + 1, unavailableBackOff), counts: false };
  }
  if (attempt < attemptsMax) {
    return { kind: 'retry', delayMs: backOffMs(attempt, retryBackOff), counts: true };
  }
  return { kind: 'dead-letter', reason: reasonOf(error) };
}

/** Short and without personal data: it is stored in a header and shown by the operator command `queues`. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${errorCode(error)}: ${maskText(text)}`.slice(0, 500);
}
