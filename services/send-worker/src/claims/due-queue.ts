/** Queues of messages to send, each with permits of its own: a lane's first passes, and the retries of all live mail. */
export const dueQueues = ['transactional', 'bulk', 'test', 'retry'] as const;
export type DueQueue = (typeof dueQueues)[number];

/** The queue of a row of `messages`; the index of due messages is built on this expression. */
export const queueSql = (m: string): string =>
  `(CASE WHEN ${m}.rounds > 0 AND ${m}.lane <> 'test' THEN 'retry' ELSE ${m}.lane END)`;
