import { AppError, isBulkKind, type SendingDomain } from '@postrider/contracts';

/**
 * Bulk kinds carry an unsubscribe link of one person, so they go to one recipient, from a bulk stream only.
 * @throws AppError `bulk_single_recipient`, `stream_mismatch`
 */
export function checkBulk(kind: string | null, recipientCount: number, domain: SendingDomain): void {
  if (!isBulkKind(kind)) return;
  if (recipientCount > 1) throw new AppError('bulk_single_recipient');
  if (domain.stream !== 'bulk') {
    throw new AppError(
      'stream_mismatch',
      `${domain.name} is a ${domain.stream} domain; a bulk kind needs one of the bulk stream.`,
    );
  }
}
