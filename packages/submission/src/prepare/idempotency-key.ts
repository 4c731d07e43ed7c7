import { isUtf8 } from 'node:buffer';
import { AppError, sendLimits, validationMessage } from '@postrider/contracts';

/**
 * The key of the request, from the header or the field.
 * @throws AppError `validation_error` when both are given and differ, or the header is no key
 */
export function chooseIdempotencyKey(
  rawHeader: string | undefined,
  field: string | undefined,
): string | null {
  if (rawHeader === undefined) return field ?? null;
  const header = readHeader(rawHeader);
  if (header.length === 0 || header.length > sendLimits.idempotencyKeyCharsMax) {
    throw refusal(`must be 1 to ${sendLimits.idempotencyKeyCharsMax} characters`);
  }
  if (field !== undefined && field !== header) throw refusal('differs from the field idempotency_key');
  return header;
}

/** Node hands out a header's bytes as Latin-1; the field of the same name is UTF-8, and both must be one key. */
function readHeader(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : raw;
}

function refusal(message: string): AppError {
  return new AppError('validation_error', validationMessage([{ path: 'Idempotency-Key', message }]));
}
