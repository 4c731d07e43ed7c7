import type { AppError, ErrorCode, Principal } from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import type { Allowance } from '@postrider/admission';
import type { EmailStore } from './email-store';
import type { OriginalAnswer } from './originals.repository';

/** Refusals for what may have changed since the same call was accepted; all others say that it never was. */
const changing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'template_not_found',
  'template_variables',
  'invalid_subject',
  'rate_limited',
  'unknown_domain',
  'domain_not_verified',
  'sending_paused',
  'under_review',
]);

/** A send that broke a rule, and the key under which it may have been accepted before. */
export interface RefusedEmail {
  readonly error: AppError;
  readonly idempotencyKey: string | null;
}

/**
 * What each was answered when it was accepted under its idempotency key, before its template was archived or its organization
 * paused; undefined for those that never were.
 * @throws whatever `allowance.reserve` does: a look at the database passes the gate first
 */
export async function originalsOfRefused(
  { store, clock }: { readonly store: EmailStore; readonly clock: Clock },
  principal: Principal,
  { refused, allowance }: { readonly refused: readonly RefusedEmail[]; readonly allowance: Allowance },
): Promise<(OriginalAnswer | undefined)[]> {
  const keys = refused.map(({ error, idempotencyKey }) => (changing.has(error.code) ? idempotencyKey : null));
  if (keys.every((key) => key === null)) return keys.map(() => undefined);
  await allowance.reserve([]);
  const common = { organizationId: principal.organization.id, mode: principal.mode, now: clock.now() };
  return Promise.all(
    keys.map(async (key) => (key === null ? undefined : store.original({ ...common, key }))),
  );
}
