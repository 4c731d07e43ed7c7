/**
 * A subquery for the `status` of the message `i.id` by those of its recipients: null while one is queued, else the worst
 * result. Status never moves backwards, since a recipient's does not. A message without recipients cannot be sent; those
 * that were suppressed at acceptance do not count.
 *
 * @param bounds of `r.message_id` too, where the statement can name them: they leave out the other weeks' partitions
 */
export function selectStatusByRecipients(bounds = 'true'): string {
  return `SELECT CASE
    WHEN count(*) = 0 THEN 'failed'
    WHEN bool_or(r.status = 'queued') THEN NULL
    WHEN bool_or(r.status = 'complained') THEN 'complained'
    WHEN bool_or(r.status = 'bounced') THEN 'bounced'
    WHEN bool_or(r.status = 'failed') THEN 'failed'
    WHEN bool_or(r.status = 'unconfirmed') THEN 'unconfirmed'
    WHEN bool_or(r.status = 'sent') THEN 'sent'
    WHEN bool_or(r.status = 'delivered') THEN 'delivered'
    ELSE max(r.status) END AS status
  FROM recipients r WHERE r.message_id = i.id AND r.status <> 'suppressed' AND ${bounds}`;
}
