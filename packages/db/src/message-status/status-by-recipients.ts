/**
 * SQL for a message's status by its recipients' statuses, over the rows of `recipients r`: null while one is queued,
 * else the worst result. Status never moves backwards, since a recipient's does not. A message without recipients
 * cannot be sent.
 */
export const statusByRecipients = `CASE
  WHEN count(*) = 0 THEN 'failed'
  WHEN bool_or(r.status = 'queued') THEN NULL
  WHEN bool_or(r.status = 'complained') THEN 'complained'
  WHEN bool_or(r.status = 'bounced') THEN 'bounced'
  WHEN bool_or(r.status = 'failed') THEN 'failed'
  WHEN bool_or(r.status = 'unconfirmed') THEN 'unconfirmed'
  WHEN bool_or(r.status = 'sent') THEN 'sent'
  WHEN bool_or(r.status = 'delivered') THEN 'delivered'
  ELSE max(r.status) END`;
