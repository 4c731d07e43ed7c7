/** Queues of messages to send, each with permits of its own: a lane's first passes, and the retries of all live mail. */
export const dueQueues = ['transactional', 'bulk', 'test', 'retry'] as const;
export type DueQueue = (typeof dueQueues)[number];

/** The queue of a row of `messages` that is queued; the index of due messages is built on this expression. */
export const dueQueueSql = (m: string): string =>
  `(CASE WHEN ${m}.rounds > 0 AND ${m}.lane <> 'test' THEN 'retry' ELSE ${m}.lane END)`;

/** The queue that a claimed row of `messages` came from: its claim has counted the pass. */
export const claimedQueueSql = (m: string): string =>
  `(CASE WHEN ${m}.rounds > 1 AND ${m}.lane <> 'test' THEN 'retry' ELSE ${m}.lane END)`;

/** The queues that an operator drains: read once a statement. */
export const drainedQueuesSql = 'ARRAY(SELECT queue FROM queue_drains WHERE ended_at IS NULL)';

/**
 * `WITH` and the relation `claimable (organization_id, queue)`: organizations that have mail queued and may send, without queues that
 * are drained. It steps through `messages_due_idx` from one organization and queue to the next, so it costs the number of those and not
 * of their messages.
 */
export const withClaimableSql = `
WITH RECURSIVE found AS (
  (SELECT m.organization_id, ${dueQueueSql('m')} AS queue FROM messages m WHERE m.status = 'queued'
   ORDER BY m.organization_id, ${dueQueueSql('m')} LIMIT 1)
  UNION ALL
  SELECT next.* FROM found CROSS JOIN LATERAL (
    SELECT m.organization_id, ${dueQueueSql('m')} FROM messages m
    WHERE m.status = 'queued' AND (m.organization_id, ${dueQueueSql('m')}) > (found.organization_id, found.queue)
    ORDER BY m.organization_id, ${dueQueueSql('m')} LIMIT 1
  ) next
), claimable AS (
  SELECT found.* FROM found CROSS JOIN LATERAL (
    SELECT FROM organizations o
    WHERE o.id = found.organization_id AND o.sending_paused_at IS NULL AND o.under_review_at IS NULL LIMIT 1
  ) may_send
  WHERE found.queue <> ALL (${drainedQueuesSql})
)`;
