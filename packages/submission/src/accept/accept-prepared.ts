import type { SendEmailResponse } from '@postrider/contracts';
import { isDatabaseUnavailable, OverloadedError } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { Allowance, Grant } from '@postrider/admission';
import type { PreparedEmail } from '../prepare/prepared-email';
import type { Renderer } from '../templates/renderer';
import type { TemplateStore } from '../templates/requested-template';
import type { Enqueue } from './send-job-publisher';
import { slotOf, type EmailStore } from './email-store';
import type { OriginalAnswer } from './originals.repository';
import { quotaExceeded } from './quota-exceeded';

export interface AcceptedEmail {
  readonly replayed: boolean;
  readonly response: SendEmailResponse;
}

export interface AcceptParts {
  readonly store: EmailStore;
  readonly templates: TemplateStore;
  /** Null where nobody sends templates. */
  readonly renderer: Renderer | null;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Stores a message whose quota has been asked for, and has it sent. Quota that turned out unused goes back: of a
 * replay, of suppressed recipients, of a failure.
 * @throws AppError `quota_exceeded`, unless the message was accepted before under its idempotency key
 */
export async function acceptPrepared(
  parts: AcceptParts,
  email: PreparedEmail,
  { grant, allowance }: { readonly grant: Grant; readonly allowance: Allowance },
): Promise<AcceptedEmail> {
  if (grant !== 'reserved') {
    const isKeyed = email.message.idempotency_key !== null;
    const original = isKeyed ? await parts.store.original(slotOf(email)) : undefined;
    if (original !== undefined) return replayOf(original);
    throw quotaExceeded(grant, parts.clock.now());
  }
  const { replayed, answer } = await storeOrRefund(parts.store, email, allowance);
  const unsent = replayed ? email.recipients.length : answer.suppressed.length;
  if (unsent > 0 && email.units > 0) allowance.refund(unsent);
  if (unsent < email.recipients.length) enqueueDue(parts, email);
  return { replayed, response: responseOf(answer) };
}

/** A call that was accepted before. */
export function replayOf(original: OriginalAnswer): AcceptedEmail {
  return { replayed: true, response: responseOf(original) };
}

async function storeOrRefund(store: EmailStore, email: PreparedEmail, allowance: Allowance) {
  try {
    return await store.store(email);
  } catch (error) {
    if (email.units > 0) giveBack(allowance, email.units, error);
    throw error;
  }
}

/** A connection that was lost during COMMIT leaves open whether the message is stored: Postgres has to be asked. */
function giveBack(allowance: Allowance, units: number, error: unknown): void {
  const isUnknown = isDatabaseUnavailable(error) && !(error instanceof OverloadedError);
  if (isUnknown && allowance.recount) allowance.recount();
  else allowance.refund(units);
}

/** Messages for later are left to the worker's scheduler, which finds them by their row. */
function enqueueDue({ enqueue, clock }: AcceptParts, { message }: PreparedEmail): void {
  if (message.due_at === null || message.due_at > clock.now()) return;
  enqueue(message);
}

function responseOf({ id, suppressed, warnings }: OriginalAnswer): SendEmailResponse {
  return {
    id,
    ...(suppressed.length > 0 && { suppressed: [...suppressed] }),
    ...(warnings !== null && { warnings: [...warnings] }),
  };
}
