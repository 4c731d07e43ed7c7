import type { DomainStatus } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

export interface DomainSendingRow {
  readonly id: string;
  readonly status: DomainStatus;
  readonly transport: string;
  readonly sourcePool: string | null;
  readonly warmUpStartedAt: Date | null;
  readonly dailyCap: number | null;
  readonly recipientsToday: number;
  readonly keyRotationRequestedAt: Date | null;
}

export async function findDomainSending(
  pool: Pool,
  organizationId: string,
  id: string,
): Promise<DomainSendingRow | null> {
  const { rows } = await pool.query<DomainSendingRow>({
    name: 'console.find-domain-sending',
    text: `SELECT d.id, d.status, d.transport, d.source_pool AS "sourcePool", d.warm_up_started_at AS "warmUpStartedAt",
                  d.daily_cap AS "dailyCap", d.key_rotation_requested_at AS "keyRotationRequestedAt",
                  -- Days are reserved for capped domains alone; the counter has what was sent without a cap.
                  greatest((SELECT recipients FROM domain_sending_days s
                             WHERE s.domain_id = d.id AND s.day = (now() AT TIME ZONE 'UTC')::date),
                           (SELECT sent::int FROM daily_counters c
                             WHERE c.organization_id = d.organization_id AND c.facet = 'total' AND c.facet_key = ''
                               AND c.domain_id = d.id AND c.day = (now() AT TIME ZONE 'UTC')::date), 0) AS "recipientsToday"
             FROM domains d WHERE d.organization_id = $1 AND d.id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

/** Names of the transports that are always there, and of those that operators have added. */
export async function findTransports(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'console.find-transports',
    text: `SELECT name FROM transports WHERE disabled_at IS NULL AND name NOT IN ('smtp', 'mx') ORDER BY name LIMIT 100`,
  });
  return ['smtp', 'mx', ...rows.map(({ name }) => name)];
}
