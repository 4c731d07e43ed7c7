import { setImmediate } from 'node:timers/promises';
import {
  AppError,
  checkInput,
  sendEmailRequest,
  validationMessage,
  type Principal,
  type SendEmailRequest,
} from '@postrider/contracts';
import type { Allowance } from '@postrider/admission';
import { addressProblems } from '../prepare/addresses';
import { prepareEmail } from '../prepare/prepare-email';
import type { PreparedEmail } from '../prepare/prepared-email';
import { renderRequestedTemplate, type RenderedTemplate } from '../templates/requested-template';
import type { AcceptParts } from './accept-prepared';
import { orRefusal } from './or-refusal';
import type { RefusedEmail } from './originals-of-refused';

/** An item of a batch: ready to be stored, or why it is not. */
export type PreparedItem = PreparedEmail | RefusedEmail;

export function isRefused(item: PreparedItem): item is RefusedEmail {
  return 'error' in item;
}

/** As much as a batch could bring without templates; a few bytes of data can become 4 MB. */
const renderedCharsMax = 20_000_000;
/** Other requests get their turn after so much. */
const turnMs = 10;

/**
 * Prepares items in order.
 * @throws AppError of the gate, and what finding a template throws: both concern the whole call
 */
export async function prepareBatch(
  parts: Pick<AcceptParts, 'clock' | 'templates' | 'renderer'>,
  principal: Principal,
  { items, allowance }: { readonly items: readonly unknown[]; readonly allowance: Allowance },
): Promise<PreparedItem[]> {
  const now = parts.clock.now();
  const call = { spentMs: 0 };
  const prepared: PreparedItem[] = [];
  let renderedChars = 0;
  let turnBeganMs = performance.now();
  for (const item of items) {
    if (performance.now() - turnBeganMs > turnMs) {
      await setImmediate();
      turnBeganMs = performance.now();
    }
    const request = orRefusal(() => readItem(item));
    if (request instanceof AppError) {
      prepared.push({ error: request, idempotencyKey: null });
      continue;
    }
    if (request.template === undefined) {
      prepared.push(prepareItem(principal, request, { now }));
      continue;
    }
    // One after the other, so that the call passes the gate once.
    const template = await renderRequestedTemplate(parts, principal, {
      choice: request.template,
      call,
      allowance,
    });
    const email = prepareItem(principal, request, { now, template });
    renderedChars += isRefused(email) ? 0 : bodyChars(email);
    prepared.push(renderedChars > renderedCharsMax ? tooMuch() : email);
  }
  return prepared;
}

function prepareItem(
  principal: Principal,
  request: SendEmailRequest,
  given: { readonly now: Date; readonly template?: RenderedTemplate | null },
): PreparedItem {
  const idempotencyKey = request.idempotency_key ?? null;
  const options = { idempotencyKey, source: 'batch', ...given } as const;
  const email = orRefusal(() => prepareEmail(principal, request, options));
  return email instanceof AppError ? { error: email, idempotencyKey } : email;
}

function readItem(item: unknown): SendEmailRequest {
  if (hasAttachments(item)) throw new AppError('attachments_not_in_batch');
  if (hasMime(item)) {
    throw new AppError('validation_error', validationMessage([{ path: 'mime', message: notInBatch }]));
  }
  const read = checkInput(sendEmailRequest, item);
  if (read.ok) return read.value;
  throw new AppError('validation_error', validationMessage([...read.problems, ...addressProblems(item)]));
}

function hasAttachments(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('attachments' in item)) return false;
  return !(Array.isArray(item.attachments) && item.attachments.length === 0);
}

/** It may hold as much as attachments. */
const notInBatch = 'cannot be sent in a batch';

function hasMime(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'mime' in item && item.mime !== undefined;
}

function bodyChars({ message }: PreparedEmail): number {
  return (message.html?.length ?? 0) + (message.text?.length ?? 0);
}

function tooMuch(): RefusedEmail {
  const error = new AppError('payload_too_large', 'The templates of this batch become too long together.');
  return { error, idempotencyKey: null };
}
