import { defaultAlertRules } from '@postrider/contracts/alerts';
import type { Pool } from '@postrider/db';

const addSql = `
INSERT INTO alert_rules (id, organization_id, kind, warn_rate, pause_rate, minimum, window_minutes)
SELECT gen_random_uuid(), o.id, d.kind, d."warnRate", d."pauseRate", d.minimum, d."windowMinutes"
FROM organizations o
CROSS JOIN jsonb_to_recordset($1)
  AS d(kind text, "warnRate" float8, "pauseRate" float8, minimum int, "windowMinutes" int)
WHERE NOT EXISTS (SELECT FROM alert_rules r WHERE r.organization_id = o.id AND r.kind = d.kind)
ON CONFLICT (organization_id, kind) DO NOTHING`;

/**
 * Gives organizations the default rules that they lack: rules of a release that is newer than they are.
 *
 * @returns how many rules
 */
export async function addMissingAlertRules({ pool }: { readonly pool: Pool }): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'maintenance.add-alert-rules',
    text: addSql,
    values: [JSON.stringify(defaultAlertRules)],
  });
  return rowCount ?? 0;
}
