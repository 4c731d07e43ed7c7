import { newId } from '@postrider/contracts';
import { insertAuditEntry, type PoolClient } from '@postrider/db';
import type { AlertLevel, WatchedRule } from './judge-rule';

/** @returns its id */
export async function openAlert(
  client: PoolClient,
  { rule, level, value, now }: { rule: WatchedRule; level: AlertLevel; value: number; now: Date },
): Promise<string> {
  const id = newId();
  await client.query({
    name: 'alerts-open',
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
    name: 'alerts-change',
    text: 'UPDATE alerts SET level = $2, value = $3 WHERE id = $1',
    values: [id, level, value],
  });
}

export async function closeAlert(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query({
    name: 'alerts-close',
    text: 'UPDATE alerts SET closed_at = $2 WHERE id = $1',
    values: [id, now],
  });
}

/** Stops the organization's sending; false when it is stopped already. */
export async function pauseOrganization(
  client: PoolClient,
  { rule, value, now }: { rule: WatchedRule; value: number; now: Date },
): Promise<boolean> {
  const { organizationId, kind } = rule;
  const reason = `alert rule: ${kind}`;
  const { rowCount } = await client.query({
    name: 'alerts-pause',
    text: `UPDATE organizations SET sending_paused_at = $2, sending_paused_reason = $3, updated_at = now()
           WHERE id = $1 AND sending_paused_at IS NULL`,
    values: [organizationId, now, reason],
  });
  if (rowCount !== 1) return false;
  await insertAuditEntry(client, {
    organizationId,
    actor: { type: 'system', name: 'alert rule' },
    action: 'organization.pause',
    target: { type: 'organization', id: organizationId },
    before: { sending_paused_at: null },
    after: { sending_paused_at: now.toISOString(), reason, value },
  });
  return true;
}
