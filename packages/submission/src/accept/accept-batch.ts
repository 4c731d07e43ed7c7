import assert from 'node:assert';
import { AppError, type ErrorBody, type Principal, type SendEmailResponse } from '@postrider/contracts';
import { isDatabaseUnavailable } from '@postrider/db';
import type { Logger } from '@postrider/runtime';
import type { Allowance } from '@postrider/admission';
import type { PreparedEmail } from '../prepare/prepared-email';
import { acceptPrepared, replayOf, type AcceptParts } from './accept-prepared';
import { originalsOfRefused, type RefusedEmail } from './originals-of-refused';
import type { OriginalAnswer } from './originals.repository';
import { isRefused, prepareBatch, type PreparedItem } from './prepare-batch';

export type BatchEntry = SendEmailResponse | ErrorBody;

/**
 * Accepts items in order. All that pass the checks are stored in as few statements as possible; items that share an
 * idempotency key meet the answer of the first of them that succeeds.
 * @throws AppError of the gate, or when the database takes none of them: then nothing of the call was stored
 */
export async function acceptBatch(
  parts: AcceptParts,
  principal: Principal,
  { items, allowance }: { readonly items: readonly unknown[]; readonly allowance: Allowance },
): Promise<BatchEntry[]> {
  const prepared = await prepareBatch(parts, principal, { items, allowance });
  // Before anything is stored: an item that is refused does not meet a later one of its own call.
  const refused = prepared.filter(isRefused);
  const found = await originalsOfRefused(parts, principal, { refused, allowance });
  const originals = new Map(refused.map((item, index) => [item, found[index]] as const));
  const emails = prepared.filter((item): item is PreparedEmail => !isRefused(item));
  const grants = await allowance.reserve(emails.map((email) => email.units));
  assert(grants.length === emails.length, 'quota is granted for each email');
  const grantOf = new Map(emails.map((email, index) => [email, grants[index]] as const));

  const accept = async (item: PreparedItem): Promise<SendEmailResponse> => {
    if (isRefused(item)) return replayed(item, originals.get(item));
    const grant = grantOf.get(item);
    assert(grant !== undefined, 'what is not refused has asked for quota');
    return (await acceptPrepared(parts, item, { grant, allowance })).response;
  };
  const outcomes = await Promise.allSettled(prepared.map(accept));
  const outage = outcomes.find(
    (outcome) => outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason),
  );
  if (outage?.status === 'rejected' && !outcomes.some((outcome) => outcome.status === 'fulfilled')) {
    throw outage.reason;
  }
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : errorEntry(outcome.reason, parts.log),
  );
}

function replayed({ error }: RefusedEmail, original: OriginalAnswer | undefined): SendEmailResponse {
  if (original === undefined) throw error;
  return replayOf(original).response;
}

/** Others of the call may be stored already, so even a bug answers for its own item only. */
function errorEntry(error: unknown, log: Logger): ErrorBody {
  const refusal = refusalOf(error);
  if (refusal.code === 'internal_error') log.error({ err: error }, 'an item of a batch could not be stored');
  return { error: { code: refusal.code, message: refusal.message } };
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isDatabaseUnavailable(error) ? 'service_unavailable' : 'internal_error');
}
