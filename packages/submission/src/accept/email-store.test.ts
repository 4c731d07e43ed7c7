import { quotaExceeded } from './email-store';

it.each([
  ['daily_cap', '2026-11-21T23:59:30.000Z', 30],
  ['daily_cap', '2026-12-31T12:00:00.000Z', 12 * 3_600],
  ['monthly_limit', '2026-11-30T23:59:59.500Z', 1],
  ['monthly_limit', '2026-12-31T00:00:00.000Z', 24 * 3_600],
  ['monthly_limit', '2028-02-28T00:00:00.000Z', 2 * 24 * 3_600],
] as const)('%s at %s ends after %i seconds', (reservation, now, seconds) => {
  const error = quotaExceeded(reservation, new Date(now));
  expect([error.code, error.retryAfterSeconds]).toEqual(['quota_exceeded', seconds]);
});
