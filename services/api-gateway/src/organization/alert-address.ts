import { AppError } from '@postrider/contracts';
import { parseMailbox } from '@postrider/mail';

/**
 * The address of `alert_email`.
 * @throws AppError `validation_error` for anything but one bare address
 */
export function alertAddress(text: string): string {
  const read = parseMailbox(text);
  if (!read.ok || read.mailbox.name !== null) {
    throw new AppError('validation_error', 'alert_email: not an email address');
  }
  return read.mailbox.address;
}
