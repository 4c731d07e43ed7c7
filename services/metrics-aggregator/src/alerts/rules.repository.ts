import type { Queryable } from '@postrider/db';
import type { AlertLevel, OpenAlert, WatchedRule } from './judge-rule';

interface RuleRow extends Omit<WatchedRule, 'open'> {
  readonly alertId: string | null;
  readonly alertLevel: AlertLevel;
  readonly alertValue: number;
}

/** Pauses that began longer ago are of no interest, unless they lasted so long: then little was sent before they ended. */
const RESUMED_DAYS = 30;

/** An alert that has paused, of an organization that sends, is about to be closed: it has been resumed just now. */
const rulesSql = `
SELECT r.id, r.organization_id AS "organizationId", r.kind, r.enabled AS "isEnabled", r.warn_rate AS "warnRate",
  r.pause_rate AS "pauseRate", r.minimum, r.window_minutes AS "windowMinutes", o.sending_paused_at IS NOT NULL AS "isPaused",
  (SELECT max(CASE WHEN p.closed_at IS NOT NULL THEN p.closed_at WHEN o.sending_paused_at IS NULL THEN $1::timestamptz END)
   FROM alerts p WHERE p.organization_id = r.organization_id AND p.level = 'pause'
     AND p.opened_at > $1::timestamptz - interval '${RESUMED_DAYS} days') AS "resumedAt",
  a.id AS "alertId", a.level AS "alertLevel", a.value AS "alertValue"
FROM alert_rules r
JOIN organizations o ON o.id = r.organization_id
LEFT JOIN alerts a ON a.rule_id = r.id AND a.closed_at IS NULL
WHERE a.id IS NOT NULL OR (r.enabled AND EXISTS (
  SELECT FROM daily_counters c
  WHERE c.organization_id = r.organization_id AND c.facet = 'total' AND c.day >= $1::date - 1))`;

/** The rules about which something may have to be done: of organizations that send, and those with an open alert. */
export async function readRules(db: Queryable, now: Date): Promise<readonly WatchedRule[]> {
  const { rows } = await db.query<RuleRow>({
    name: 'alerts-rules',
    text: rulesSql,
    values: [now.toISOString()],
  });
  return rows.map(({ alertId, alertLevel, alertValue, ...rule }) => ({
    ...rule,
    open:
      alertId === null ? null : ({ id: alertId, level: alertLevel, value: alertValue } satisfies OpenAlert),
  }));
}
