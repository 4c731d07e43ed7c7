import { AppError } from '@postrider/contracts';
import { parseMailbox, type Mailbox } from '@postrider/mail';

/** @throws AppError `invalid_from` */
export function parseFrom(from: string): Mailbox {
  const parsed = parseMailbox(from);
  if (!parsed.ok) throw new AppError('invalid_from');
  return parsed.mailbox;
}
