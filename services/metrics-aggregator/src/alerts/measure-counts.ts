import assert from 'node:assert';
import { type Queryable, uuidV7Floor } from '@postrider/db';
import { platformNoticeKind } from '@postrider/submission';
import type { AlertRule } from './alert-rule';

/** The most recent events of a window that are looked at: a bound, not a sample that anybody reaches in ten minutes. */
const eventsMax = 100_000;

/** Daily counters tell cheaply who cannot have reached the minimum. */
const measureBlocksSql = `
SELECT w.rule_id AS "ruleId", found.count
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[]) AS w(rule_id, organization_id, since, minimum)
CROSS JOIN LATERAL (
  SELECT count(*) AS count
  FROM (SELECT message_id, blocked FROM email_events e
        WHERE e.organization_id = w.organization_id AND e.id >= w.since AND e.mode = 'live'
        ORDER BY e.id DESC LIMIT ${eventsMax}) e
  JOIN messages m ON m.id = e.message_id AND m.kind IS DISTINCT FROM '${platformNoticeKind}'
  WHERE e.blocked
) found
WHERE (SELECT coalesce(sum(blocked), 0) FROM daily_counters c
       WHERE c.organization_id = w.organization_id AND c.facet = 'total' AND c.day >= $5::date - 1) >= w.minimum`;

/**
 * Messages tried since the last delivery, and when that began; at most two windows back. A refusal for good is the
 * address's fault and no silence, unless we were blocked.
 */
const measureSilenceSql = `
SELECT w.rule_id AS "ruleId", waiting.messages, waiting.since
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS w(rule_id, organization_id, since)
LEFT JOIN LATERAL (
  SELECT e.id FROM email_events e
  WHERE e.organization_id = w.organization_id AND e.id >= w.since AND e.type = 'delivered' AND e.mode = 'live'
  ORDER BY e.id DESC LIMIT 1
) delivery ON true
CROSS JOIN LATERAL (
  SELECT count(DISTINCT e.message_id) AS messages, min(e.occurred_at) AS since
  FROM (SELECT id, message_id, type, blocked, occurred_at FROM email_events e
        WHERE e.organization_id = w.organization_id AND e.id > coalesce(delivery.id, w.since) AND e.mode = 'live'
        ORDER BY e.id LIMIT ${eventsMax}) e
  JOIN messages m ON m.id = e.message_id AND m.kind IS DISTINCT FROM '${platformNoticeKind}'
  WHERE e.type IN ('sent', 'delivery_delayed') OR (e.type = 'bounced' AND e.blocked)
) waiting`;

/**
 * Replies that blocked or throttled us within the rule's minutes, by rule id.
 */
export async function measureBlocks(
  db: Queryable,
  rules: readonly AlertRule[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (rules.length === 0) return new Map();
  const { rows } = await db.query<{ ruleId: string; count: number }>({
    name: 'alerts.measure-blocks',
    text: measureBlocksSql,
    values: [...windowsOf(rules, now, 1), rules.map(({ minimum }) => minimum), now.toISOString()],
  });
  return new Map(rows.map(({ ruleId, count }) => [ruleId, count]));
}

/**
 * Messages that wait for the first delivery since the rule's minutes or longer, by rule id; 0 where something was delivered.
 * Where no mail at all has been reported as delivered for two days, smart hosts do not report, and silence says nothing.
 */
export async function measureSilence(
  db: Queryable,
  rules: readonly AlertRule[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (rules.length === 0 || !(await hasDeliveries(db, now))) return new Map();
  const { rows } = await db.query<{ ruleId: string; messages: number; since: Date | null }>({
    name: 'alerts.measure-silence',
    text: measureSilenceSql,
    values: [...windowsOf(rules, now, 2)],
  });
  const minutesOf = new Map(rules.map(({ id, windowMinutes }) => [id, windowMinutes]));
  return new Map(
    rows.map(({ ruleId, messages, since }) => {
      const windowMinutes = minutesOf.get(ruleId);
      assert(windowMinutes !== undefined, 'only these rules are measured');
      const silentMs = since === null ? 0 : now.getTime() - since.getTime();
      return [ruleId, silentMs >= windowMinutes * 60_000 ? messages : 0];
    }),
  );
}

/** By organization, as the counters are indexed: the first that sends today answers. */
async function hasDeliveries(db: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'alerts.find-delivery',
    text: `SELECT FROM organizations o WHERE EXISTS (
             SELECT FROM daily_counters c WHERE c.organization_id = o.id AND c.facet = 'total'
               AND c.day >= $1::date - 1 AND c.delivered > 0)
           LIMIT 1`,
    values: [now.toISOString()],
  });
  return rowCount === 1;
}

/** Rule ids, organization ids, and the least event id of `windows` windows before now. */
function windowsOf(rules: readonly AlertRule[], now: Date, windows: number): readonly string[][] {
  return [
    rules.map(({ id }) => id),
    rules.map(({ organizationId }) => organizationId),
    rules.map(({ windowMinutes }) => uuidV7Floor(new Date(now.getTime() - windows * windowMinutes * 60_000))),
  ];
}
