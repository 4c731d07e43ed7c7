import type { LastChange } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import type { FindLastChange } from '../http/object-version';
import { isoTimeSql } from '../paging/iso-time';

/** By the newest entry of the audit log. */
export function createFindLastChange(pool: Pool): FindLastChange {
  return async (organizationId, targetId) => {
    const { rows } = await pool.query<LastChange>({
      name: 'audit.find-last-change',
      text: `SELECT ${isoTimeSql('coalesce(last_changed_at, created_at)')} AS changed_at,
          json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) AS changed_by
        FROM audit_entries WHERE organization_id = $1 AND target_id = $2 ORDER BY id DESC LIMIT 1`,
      values: [organizationId, targetId],
    });
    return rows[0] ?? null;
  };
}
