import assert from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import type { QuotaReservation, ReservationResult } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import { sendEmailRequest, type AcceptedItem, type SendEmailRequest } from '@postrider/contracts/emails';
import {
  AppError,
  checkInput,
  errorDetailOf,
  invalidField,
  validationError,
  type ErrorBody,
  type FieldProblem,
} from '@postrider/contracts/errors';
import { isEngineUnavailable, type Logger } from '@postrider/runtime';
import { addressProblems } from '../prepare/addresses';
import { prepareEmail, type PrepareOptions } from '../prepare/prepare-email';
import type { MessageSource, PreparedEmail } from '../prepare/prepared-email';
import { hashBody } from './body-hash';
import { quotaExceeded, replayOf, storedBefore, type AcceptedEmail } from './email-store';
import type { StoredResponse } from './idempotency';
import { orRefusal, storedResponsesOf, type AcceptResources, type RefusedEmail } from './refused-emails';

export type BatchEntry = AcceptedItem | ErrorBody;

/** As much as a batch could bring without templates; a few bytes of data can become 4 MB. */
const renderedCharsMax = 20_000_000;
/** Other requests get their turn after so much. */
const turnMs = 10;

/** An item of a batch: ready to be stored, or why it is not. */
type PreparedItem = PreparedEmail | RefusedEmail;

export interface BatchOptions {
  readonly quota: QuotaReservation;
  /** One item that is refused refuses the call, and nothing is stored; an outage may still take some and not others. */
  readonly allOrNothing?: boolean;
  /** Default `batch`. */
  readonly source?: MessageSource;
  /** Of the items, in their order: chosen by the caller, new ones, and used for no other call. */
  readonly messageIds?: readonly string[];
  /** What is wrong with an item that its schema does not see. */
  readonly furtherProblems?: ((item: unknown) => readonly FieldProblem[]) | undefined;
}

/**
 * Accepts items in order. All that pass the checks are stored in as few statements as possible; items that share an
 * idempotency key meet the answer of the first of them that succeeds.
 * @throws AppError of admission control, or when the database takes none of them: then nothing of the call was stored; with
 * `allOrNothing` that of the first item that is refused, which it names
 */
export async function acceptBatch(
  resources: AcceptResources,
  principal: Principal,
  call: BatchOptions & { readonly items: readonly unknown[] },
): Promise<BatchEntry[]> {
  const { quota, allOrNothing = false } = call;
  const prepared = await prepareItems(resources, principal, call);
  // Before anything is stored: an item that is refused does not meet a later one of its own call.
  const refused = prepared.filter(isRefused);
  const found = await storedResponsesOf(refused, principal, { ...resources, quota });
  const responses = new Map(refused.map((item, index) => [item, found[index]] as const));
  if (allOrNothing) {
    refuseAll(
      prepared.findIndex((item) => isRefused(item) && responses.get(item) === undefined),
      prepared,
    );
  }
  const emails = prepared.filter((item): item is PreparedEmail => !isRefused(item));
  const reservations = await quota.reserve(emails.map((email) => email.countedRecipients));
  assert(reservations.length === emails.length, 'quota is granted for each email');
  const reservationOf = new Map(emails.map((email, index) => [email, reservations[index]] as const));

  if (allOrNothing) await requireQuota(resources, { emails, reservations, prepared, quota });

  const accept = (item: PreparedItem): Promise<AcceptedEmail> => {
    if (isRefused(item)) return replayed(item, responses.get(item));
    const reservation = reservationOf.get(item);
    assert(reservation !== undefined, 'what is not refused has asked for quota');
    return resources.store.accept(item, { reservation, quota });
  };
  const outcomes = await Promise.allSettled(prepared.map(accept));
  const outage = outcomes.find(
    (outcome) => outcome.status === 'rejected' && isEngineUnavailable(outcome.reason),
  );
  if (outage?.status === 'rejected' && !outcomes.some((outcome) => outcome.status === 'fulfilled')) {
    throw outage.reason;
  }
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? entryOf(outcome.value) : errorEntry(outcome.reason, resources.log),
  );
}

function entryOf({ mismatched, response }: AcceptedEmail): BatchEntry {
  return mismatched ? { ...response, idempotent_mismatch: true } : response;
}

function isRefused(item: PreparedItem): item is RefusedEmail {
  return 'error' in item;
}

function refuseAll(index: number, prepared: readonly PreparedItem[]): void {
  const item = prepared[index];
  if (item === undefined || !isRefused(item)) return;
  const { code, message, fields } = item.error;
  throw new AppError(code, `[${index}] ${message}`, {
    fields: fields?.map((field) => ({ ...field, path: `[${index}].${field.path}` })),
  });
}

/** @throws AppError `quota_exceeded` or `key_quota_exceeded` when one of them can neither be stored nor was before; quota of the others is given back */
async function requireQuota(
  { store, clock }: AcceptResources,
  asked: {
    readonly emails: readonly PreparedEmail[];
    readonly reservations: readonly ReservationResult[];
    readonly prepared: readonly PreparedItem[];
    readonly quota: QuotaReservation;
  },
): Promise<void> {
  const { emails, reservations, prepared, quota } = asked;
  for (const [index, email] of emails.entries()) {
    const reservation = reservations[index];
    if (reservation === undefined || reservation === 'reserved') continue;
    if ((await storedBefore(store, email)) !== undefined) continue;
    const granted = emails.filter((_email, other) => reservations[other] === 'reserved');
    quota.refund(granted.reduce((sum, { countedRecipients }) => sum + countedRecipients, 0));
    const { code, message, retryAfterSeconds } = quotaExceeded(reservation, clock.now());
    const detail = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    throw new AppError(code, `[${prepared.indexOf(email)}] ${message}`, detail);
  }
}

function replayed(
  { error, bodyHash }: RefusedEmail,
  stored: StoredResponse | undefined,
): Promise<AcceptedEmail> {
  return stored === undefined ? Promise.reject(error) : Promise.resolve(replayOf(stored, bodyHash));
}

/** Others of the call may be stored already, so even a bug answers for its own item only. */
function errorEntry(error: unknown, log: Logger): ErrorBody {
  const refusal = refusalOf(error);
  if (refusal.code === 'internal_error') log.error({ err: error }, 'an item of a batch could not be stored');
  return { error: errorDetailOf(refusal) };
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isEngineUnavailable(error) ? 'service_unavailable' : 'internal_error');
}

/**
 * Prepares items in order.
 * @throws AppError of admission control, and what finding a template throws: both concern the whole call
 */
async function prepareItems(
  resources: AcceptResources,
  principal: Principal,
  {
    items,
    quota,
    source = 'batch',
    messageIds,
    furtherProblems,
  }: BatchOptions & { readonly items: readonly unknown[] },
): Promise<PreparedItem[]> {
  const now = resources.clock.now();
  const call = { spentMs: 0 };
  const prepared: PreparedItem[] = [];
  let renderedChars = 0;
  let turnBeganMs = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - turnBeganMs > turnMs) {
      await setImmediate();
      turnBeganMs = performance.now();
    }
    const request = orRefusal(() => readItem(item, furtherProblems));
    if (request instanceof AppError) {
      prepared.push({ error: request, idempotencyKey: null, bodyHash: null });
      continue;
    }
    const bodyHash = request.idempotency_key === undefined ? null : await hashBody(request);
    const preparation = { now, source, messageId: messageIds?.[index], bodyHash };
    if (request.template === undefined) {
      prepared.push(prepareItem(principal, request, preparation));
      continue;
    }
    // One after the other, so that the call passes admission control once.
    const template = await resources.renderTemplate(principal, {
      choice: request.template,
      call,
      quota,
    });
    const email = prepareItem(principal, request, { ...preparation, template });
    renderedChars += isRefused(email) ? 0 : bodyChars(email);
    prepared.push(renderedChars > renderedCharsMax ? tooMuch() : email);
  }
  return prepared;
}

function prepareItem(
  principal: Principal,
  request: SendEmailRequest,
  options: Omit<PrepareOptions, 'idempotencyKey'> & { readonly bodyHash: string | null },
): PreparedItem {
  const idempotencyKey = request.idempotency_key ?? null;
  const email = orRefusal(() => prepareEmail(principal, request, { ...options, idempotencyKey }));
  return email instanceof AppError ? { error: email, idempotencyKey, bodyHash: options.bodyHash } : email;
}

function readItem(item: unknown, furtherProblems: BatchOptions['furtherProblems']): SendEmailRequest {
  if (hasAttachments(item)) throw new AppError('attachments_not_in_batch');
  if (hasMime(item)) {
    const message = 'is not allowed in a batch';
    throw invalidField('mime', message);
  }
  const read = checkInput(sendEmailRequest, item);
  const problems = [
    ...(furtherProblems?.(item) ?? []),
    ...(read.ok ? [] : [...read.problems, ...addressProblems(item)]),
  ];
  if (read.ok && problems.length === 0) return read.value;
  throw validationError(problems);
}

function hasAttachments(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('attachments' in item)) return false;
  return !(Array.isArray(item.attachments) && item.attachments.length === 0);
}

/** It may hold as much as attachments. */
function hasMime(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'mime' in item && item.mime !== undefined;
}

function bodyChars({ message }: PreparedEmail): number {
  return (message.html?.length ?? 0) + (message.text?.length ?? 0);
}

function tooMuch(): RefusedEmail {
  const error = new AppError('payload_too_large', 'The templates of this batch are too large in total.');
  return { error, idempotencyKey: null, bodyHash: null };
}
