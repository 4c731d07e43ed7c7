import type { Pool } from '@postrider/db';

/** A broken rule, as metrics-aggregator evaluated it last. */
export interface StoredAlert {
  readonly rule: string;
  readonly summary: string;
  readonly activeSince: Date;
  /** Null: it has not been broken for long enough to fire. */
  readonly firingSince: Date | null;
}

export interface StoredAlerts {
  /** Null: metrics-aggregator does not evaluate the rules. */
  readonly evaluatedSecondsAgo: number | null;
  readonly alerts: readonly StoredAlert[];
  /** Names of rules that nothing measures here. */
  readonly unmeasured: readonly string[];
}

const alertsMax = 1_000;

export async function readAlerts(pool: Pool): Promise<StoredAlerts> {
  const { rows: watches } = await pool.query<{ seconds: number; unmeasured: string[] }>(
    'SELECT extract(epoch FROM now() - evaluated_at)::float8 AS seconds, unmeasured FROM platform_watches',
  );
  const { rows: alerts } = await pool.query<StoredAlert>(
    `SELECT rule, summary, active_since AS "activeSince", firing_since AS "firingSince" FROM platform_alerts
      WHERE resolved_at IS NULL ORDER BY active_since, rule, labels LIMIT ${alertsMax}`,
  );
  const [watch] = watches;
  return { evaluatedSecondsAgo: watch?.seconds ?? null, alerts, unmeasured: watch?.unmeasured ?? [] };
}
