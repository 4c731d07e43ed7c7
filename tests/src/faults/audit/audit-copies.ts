import { problem, type AuditSubject, type Finding } from './audit';

interface RecipientRow {
  readonly message_id: string;
  readonly address: string;
  readonly status: string;
}

/** Delivered means exactly one copy; unknown means at most one; nothing was ever sent twice. */
export async function auditCopies({
  system,
  mail,
  reports,
  unconfirmedMax,
  failed,
}: AuditSubject): Promise<Finding> {
  const { rows } = await system.pool.query<RecipientRow>(
    'SELECT message_id, address, status FROM recipients',
  );
  const lost: string[] = [];
  const duplicated: string[] = [];
  const surprising: string[] = [];
  let duplicates = 0;
  let unconfirmed = 0;
  for (const { message_id: id, address, status } of rows) {
    const { accepted, unanswered } = mail.copies(id, address);
    const got = accepted + unanswered;
    if (status === 'unconfirmed') unconfirmed += 1;
    if (status === 'delivered' && accepted === 0) lost.push(`${id} ${unanswered} unanswered`);
    const isReported = status === 'bounced' && reports.wasTried(id, address);
    const isFailed = status === 'failed' && failed.has(id);
    if (status !== 'delivered' && status !== 'unconfirmed' && !isReported && !isFailed && got > 0)
      surprising.push(`${id} ${status}`);
    if (got > 1) {
      duplicates += got - 1;
      duplicated.push(`${id} ${status} ${accepted}+${unanswered}`);
    }
  }
  const tooMany = Math.max(0, unconfirmed - unconfirmedMax);
  return {
    lost: lost.length,
    duplicates,
    unconfirmed,
    problems: [
      ...problem(lost.length, 'delivered recipients have no copy', lost),
      ...problem(duplicated.length, 'recipients got more than one copy', duplicated),
      ...problem(surprising.length, 'recipients have a copy that their status denies', surprising),
      ...problem(tooMany, `outcomes unknown beyond the ${unconfirmedMax} that can be`),
      ...problem(mail.strangers, 'mails without an id of ours'),
    ],
  };
}
