import { recipientWarning } from '@postrider/mail';
import type { PreparedRecipient } from './collect-recipients';
import type { Warning } from './prepared-email';

/** Findings about the recipients' addresses that do not stop the message; null when there are none. */
export function findWarnings(recipients: readonly PreparedRecipient[]): Warning[] | null {
  let warnings: Warning[] | null = null;
  for (const { address } of recipients) {
    const finding = recipientWarning(address);
    if (finding !== null) (warnings ??= []).push({ ...finding, address });
  }
  return warnings;
}
