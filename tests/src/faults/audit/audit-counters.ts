import { problem, type AuditSubject, type Finding } from './audit';

/** The day's counters equal the events that were recorded, and what quotas are built from equals the messages. */
export async function auditCounters({ system }: AuditSubject): Promise<Finding> {
  const { rows } = await system.pool.query<{ what: string; counted: number; recorded: number }>(countersSql);
  const wrong = rows.filter(({ counted, recorded }) => Number(counted) !== Number(recorded));
  return {
    problems: wrong.flatMap(({ what, counted, recorded }) =>
      problem(1, `counter is wrong`, [`${what}: ${counted}, recorded: ${recorded}`]),
    ),
  };
}

export const countersSql = `
  WITH counters AS (
    SELECT coalesce(sum(sent), 0) AS sent, coalesce(sum(delivered), 0) AS delivered,
           coalesce(sum(bounced_hard), 0) AS bounced_hard, coalesce(sum(delayed), 0) AS delayed
      FROM daily_counters WHERE facet = 'total'
  ), usage AS (
    SELECT (SELECT coalesce(sum(recipients), 0) FROM usage_days)
             + (SELECT coalesce(sum(recipients), 0) FROM usage_shards) AS counted,
           (SELECT coalesce(sum(recipient_count), 0) FROM messages
             WHERE mode = 'live' AND status <> 'canceled') AS accepted
  ), events AS (
    SELECT count(*) FILTER (WHERE type = 'sent') AS sent,
           count(*) FILTER (WHERE type = 'delivered') AS delivered,
           count(*) FILTER (WHERE type = 'bounced' AND bounce_type = 'hard') AS bounced_hard,
           count(*) FILTER (WHERE type = 'delivery_delayed') AS delayed
      FROM email_events WHERE mode = 'live'
  )
  SELECT 'usage' AS what, counted, accepted AS recorded FROM usage
  UNION ALL SELECT 'sent', c.sent AS counted, e.sent AS recorded FROM counters c, events e
  UNION ALL SELECT 'delivered', c.delivered, e.delivered FROM counters c, events e
  UNION ALL SELECT 'bounced_hard', c.bounced_hard, e.bounced_hard FROM counters c, events e
  UNION ALL SELECT 'delayed', c.delayed, e.delayed FROM counters c, events e`;
