import type { Principal } from '@postrider/contracts/access';
import { AppError, type ErrorCode } from '@postrider/contracts/errors';
import type { QuotaReservation } from '@postrider/admission';
import type { Clock, Logger } from '@postrider/runtime';
import type { RenderTemplate } from '../prepare/content';
import type { EmailStore } from './email-store';
import type { StoredResponse } from './idempotency';

/** What accepting works with. */
export interface AcceptResources {
  readonly store: EmailStore;
  readonly renderTemplate: RenderTemplate;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A send that broke a rule, and the key under which it may have been accepted before. */
export interface RefusedEmail {
  readonly error: AppError;
  readonly idempotencyKey: string | null;
  /** As of an accepted one: `hashBody`. */
  readonly bodyHash: string | null;
}

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

/**
 * What each was answered when it was accepted under its idempotency key, before its template was archived or its organization
 * paused; undefined for those that never were.
 * @throws whatever `quota.reserve` does: a look at the database passes admission control first
 */
export async function storedResponsesOf(
  refused: readonly RefusedEmail[],
  principal: Principal,
  {
    store,
    clock,
    quota,
  }: Pick<AcceptResources, 'store' | 'clock'> & {
    readonly quota: QuotaReservation;
  },
): Promise<(StoredResponse | undefined)[]> {
  const keys = refused.map(({ error, idempotencyKey }) => (changing.has(error.code) ? idempotencyKey : null));
  if (keys.every((key) => key === null)) return keys.map(() => undefined);
  await quota.reserve([]);
  const common = { organizationId: principal.organization.id, mode: principal.mode, now: clock.now() };
  return Promise.all(
    keys.map(async (key) => (key === null ? undefined : store.storedResponse({ ...common, key }))),
  );
}

/** What was answered when a message was accepted under its chosen id, though by now it would be refused. */
export async function chosenResponseOf(
  error: AppError,
  {
    store,
    organizationId,
    id,
  }: { readonly store: EmailStore; readonly organizationId: string; readonly id: string },
): Promise<StoredResponse | undefined> {
  return changing.has(error.code) ? store.chosenResponse({ organizationId, id }) : undefined;
}

/** What the work comes to, a refusal included: that is an answer, which may still be looked at. */
export function orRefusal<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
