import {
  AppError,
  plannedAheadMs,
  type ErrorCode,
  type Principal,
  type SendEmailRequest,
  type SendEmailResponse,
} from '@postrider/contracts';
import type { QuotaReservation, ReservationResult } from '@postrider/admission';
import { type Clock, isEngineUnavailable, type Logger, OverloadedError } from '@postrider/runtime';
import type { PreparedEmail } from '../prepare/prepared-email';
import type { RenderedTemplate } from '../prepare/content';
import { idempotencyKeyOf, type EmailStore, type StoreOutcome } from './email-store';
import type { StoredResponse } from './idempotency';
import type { Enqueue } from './send-job-publisher';

// What a single send and the items of a batch have in common, once they are prepared or refused.

export interface AcceptedEmail {
  readonly replayed: boolean;
  readonly response: SendEmailResponse;
}

/** What one call renders, all its items together. */
export interface RenderCall {
  spentMs: number;
}

/**
 * Finds and renders the template that a send asks for; null: there is none.
 * @throws what finding it and admission control throw, which concerns the whole call
 */
export type RenderTemplate = (
  principal: Principal,
  options: {
    readonly choice: NonNullable<SendEmailRequest['template']>;
    readonly call: RenderCall;
    readonly quota: QuotaReservation;
  },
) => Promise<RenderedTemplate | null>;

/** What accepting works with. */
export interface AcceptResources {
  readonly store: EmailStore;
  readonly renderTemplate: RenderTemplate;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Stores a message whose quota has been asked for, and has it sent. Quota that turned out unused is refunded: of a
 * replay, of suppressed recipients, of a failure.
 * @throws AppError `quota_exceeded`, unless the message was accepted before under its idempotency key or its id
 */
export async function acceptPrepared(
  { store, enqueue, clock }: AcceptResources,
  email: PreparedEmail,
  { reservation, quota }: { readonly reservation: ReservationResult; readonly quota: QuotaReservation },
): Promise<AcceptedEmail> {
  const { message, recipients } = email;
  if (reservation !== 'reserved') {
    const stored = await storedBefore(store, email);
    if (stored !== undefined) return replayOf(stored);
    throw quotaExceeded(reservation, clock.now());
  }
  let outcome: StoreOutcome;
  try {
    outcome = await store.store(email);
  } catch (error) {
    if (email.countedRecipients > 0) refund(quota, email.countedRecipients, error);
    throw error;
  }
  const { replayed, response } = outcome;
  const unsent = replayed ? recipients.length : response.suppressed.length;
  if (unsent > 0 && email.countedRecipients > 0) quota.refund(unsent);
  if (unsent < recipients.length) enqueueSoonDue(message, { enqueue, now: clock.now() });
  return { replayed, response: presentResponse(response) };
}

/** Messages for later than `plannedAheadMs` are left to the worker's scan ahead, which finds them by their row. */
function enqueueSoonDue(
  { id, organization_id, lane, due_at: dueAt }: PreparedEmail['message'],
  { enqueue, now }: { readonly enqueue: Enqueue; readonly now: Date },
): void {
  if (dueAt === null) return;
  const aheadMs = dueAt.getTime() - now.getTime();
  if (aheadMs > plannedAheadMs) return;
  enqueue({ id, organization_id, lane, ...(aheadMs > 0 && { scheduledFor: dueAt }) });
}

/** The answer that the message, or another of its key, had before; for when it cannot be stored now. */
export async function storedBefore(
  store: EmailStore,
  email: PreparedEmail,
): Promise<StoredResponse | undefined> {
  const { idempotency_key: key, chosen, organization_id: organizationId, id } = email.message;
  if (key !== null) return store.storedResponse(idempotencyKeyOf(email));
  return chosen ? store.chosenResponse({ organizationId, id }) : undefined;
}

/** A connection that was lost during COMMIT leaves open whether the message is stored: Postgres has to be asked. */
function refund(quota: QuotaReservation, recipients: number, error: unknown): void {
  const isUnknown = isEngineUnavailable(error) && !(error instanceof OverloadedError);
  if (isUnknown && quota.recount) quota.recount();
  else quota.refund(recipients);
}

/** The refusal for a limit that has no room, with the seconds until its period ends. */
export function quotaExceeded(reservation: Exclude<ReservationResult, 'reserved'>, now: Date): AppError {
  const monthly = reservation === 'monthly_limit';
  const endsMs = monthly
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const retryAfterSeconds = Math.max(1, Math.ceil((endsMs - now.getTime()) / 1_000));
  const message = monthly ? 'The monthly sending limit is reached.' : 'The daily sending cap is reached.';
  return new AppError('quota_exceeded', message, { retryAfterSeconds });
}

/** The answer to a call that was accepted before. */
export function replayOf(stored: StoredResponse): AcceptedEmail {
  return { replayed: true, response: presentResponse(stored) };
}

function presentResponse({ id, suppressed, warnings }: StoredResponse): SendEmailResponse {
  return {
    id,
    ...(suppressed.length > 0 && { suppressed: [...suppressed] }),
    ...(warnings !== null && { warnings: [...warnings] }),
  };
}

/** A send that broke a rule, and the key under which it may have been accepted before. */
export interface RefusedEmail {
  readonly error: AppError;
  readonly idempotencyKey: string | null;
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
