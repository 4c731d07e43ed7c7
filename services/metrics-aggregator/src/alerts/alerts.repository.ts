import { newId } from '@postrider/contracts/ids';
import { insertAuditEntry, type PoolClient, type Queryable } from '@postrider/db';
import type { AlertLevel, AlertRule, OpenAlert } from './alert-rule';

interface RuleRow extends Omit<AlertRule, 'open'> {
  readonly alertId: string | null;
  readonly alertLevel: AlertLevel;
  readonly alertValue: number;
}

/** Pauses that began longer ago are of no interest, unless they lasted so long: then little was sent before they ended. */
const resumedDays = 30;

/** An alert that has paused, of an organization that sends, is about to be closed: it has been resumed just now. */
const readRulesSql = `
SELECT r.id, r.organization_id AS "organizationId", r.kind, r.enabled AS "isEnabled", r.warn_rate AS "warnRate",
  r.pause_rate AS "pauseRate", r.minimum, r.window_minutes AS "windowMinutes", o.sending_paused_at IS NOT NULL AS "isPaused",
  (SELECT max(CASE WHEN p.closed_at IS NOT NULL THEN p.closed_at WHEN o.sending_paused_at IS NULL THEN $1::timestamptz END)
   FROM alerts p WHERE p.organization_id = r.organization_id AND p.level = 'pause'
     AND p.opened_at > $1::timestamptz - interval '${resumedDays} days') AS "resumedAt",
  a.id AS "alertId", a.level AS "alertLevel", a.value AS "alertValue"
FROM alert_rules r
JOIN organizations o ON o.id = r.organization_id
LEFT JOIN alerts a ON a.rule_id = r.id AND a.closed_at IS NULL
WHERE a.id IS NOT NULL OR (r.enabled AND EXISTS (
  SELECT FROM daily_counters c
  WHERE c.organization_id = r.organization_id AND c.facet = 'total' AND c.day >= $1::date - 1))`;

/** The rules about which something may have to be done: of organizations that send, and those with an open alert. */
export async function readRules(db: Queryable, now: Date): Promise<readonly AlertRule[]> {
  const { rows } = await db.query<RuleRow>({
    name: 'alerts.read-rules',
    text: readRulesSql,
    values: [now.toISOString()],
  });
  return rows.map(({ alertId, alertLevel, alertValue, ...rule }) => ({
    ...rule,
    open:
      alertId === null ? null : ({ id: alertId, level: alertLevel, value: alertValue } satisfies OpenAlert),
  }));
}

/** @returns its id */
export async function openAlert(
  client: PoolClient,
  { rule, level, value, now }: { rule: AlertRule; level: AlertLevel; value: number; now: Date },
): Promise<string> {
  const id = newId();
  await client.query({
    name: 'alerts.open-alert',
    text: `INSERT INTO alerts (id, organization_id, rule_id, level, value, opened_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [id, rule.organizationId, rule.id, level, value, now],
  });
  return id;
}

export async function changeAlert(
  client: PoolClient,
  { id, level, value }: { id: string; level: AlertLevel; value: number },
): Promise<void> {
  await client.query({
    name: 'alerts.change-alert',
    text: 'UPDATE alerts SET level = $2, value = $3 WHERE id = $1',
    values: [id, level, value],
  });
}

export async function closeAlert(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query({
    name: 'alerts.close-alert',
    text: 'UPDATE alerts SET closed_at = $2 WHERE id = $1',
    values: [id, now],
  });
}

/** Stops the organization's sending; false when it is stopped already. */
export async function pauseOrganization(
  client: PoolClient,
  { rule, value, now }: { rule: AlertRule; value: number; now: Date },
): Promise<boolean> {
  const { organizationId, kind } = rule;
  const reason = `alert rule: ${kind}`;
  const { rowCount } = await client.query({
    name: 'alerts.pause-organization',
    text: `UPDATE organizations SET sending_paused_at = $2, sending_paused_reason = $3, updated_at = now()
           WHERE id = $1 AND sending_paused_at IS NULL`,
    values: [organizationId, now, reason],
  });
  if (rowCount !== 1) return false;
  await insertAuditEntry(client, {
    organizationId,
    actor: { type: 'system', name: 'alert rule' },
    action: 'org.pause',
    target: { type: 'organization', id: organizationId },
    before: { sending_paused_at: null },
    after: { sending_paused_at: now.toISOString(), reason, value },
  });
  return true;
}
