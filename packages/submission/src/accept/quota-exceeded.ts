import { AppError } from '@postrider/contracts';
import type { Grant } from '@postrider/admission';

/** The refusal for a limit that has no room, with the seconds until its period ends. */
export function quotaExceeded(grant: Exclude<Grant, 'reserved'>, now: Date): AppError {
  const monthly = grant === 'monthly_limit';
  const endsMs = monthly
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const retryAfterSeconds = Math.max(1, Math.ceil((endsMs - now.getTime()) / 1_000));
  const message = monthly ? 'The monthly sending limit is reached.' : 'The daily sending cap is reached.';
  return new AppError('quota_exceeded', message, { retryAfterSeconds });
}
