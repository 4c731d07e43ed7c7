import { AppError, sendLimits, validationMessage } from '@postrider/contracts';

/** A repeated call meets the original answer for this long after the send is due. */
export const idempotencyKeptMs = 24 * 3_600_000;

/**
 * The key of the request, from the header or the field.
 * @throws AppError `validation_error` when both are given and differ, or the header is no key
 */
export function chooseIdempotencyKey(header: string | undefined, field: string | undefined): string | null {
  if (header === undefined) return field ?? null;
  if (header.length === 0 || header.length > sendLimits.idempotencyKeyCharsMax) {
    throw refusal(`must be 1 to ${sendLimits.idempotencyKeyCharsMax} characters`);
  }
  if (field !== undefined && field !== header) throw refusal('differs from the field idempotency_key');
  return header;
}

function refusal(message: string): AppError {
  return new AppError('validation_error', validationMessage([{ path: 'Idempotency-Key', message }]));
}
