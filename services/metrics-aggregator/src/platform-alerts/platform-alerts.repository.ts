import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { keyOfAlert, type AlertState } from './alert-states';
import { keyOfLabels } from './samples';

interface AlertRow extends Omit<AlertState, 'labels'> {
  readonly labels: string;
}

/**
 * Changes the stored alerts, by one replica at a time, and notes when it did.
 * @returns null while another replica does
 */
export function updateAlerts(
  pool: Pool,
  change: (stored: readonly AlertState[]) => readonly AlertState[],
  unmeasured: readonly string[],
): Promise<readonly AlertState[] | null> {
  return withTransaction(pool, async (client) => {
    if (!(await lockWatch(client))) return null;
    const stored = await readAlerts(client);
    const after = change(stored);
    if (stored.length > 0 || after.length > 0) await writeAlerts(client, after);
    await client.query({
      name: 'platform-alerts.note-evaluation',
      text: `UPDATE platform_watches SET evaluated_at = now(), unmeasured = $2 WHERE name = $1`,
      values: [watchName, unmeasured],
    });
    return after;
  });
}

const watchName = 'platform';

async function lockWatch(client: PoolClient): Promise<boolean> {
  await client.query({
    name: 'platform-alerts.insert-watch',
    text: `INSERT INTO platform_watches (name, evaluated_at, unmeasured) VALUES ($1, now(), '{}') ON CONFLICT DO NOTHING`,
    values: [watchName],
  });
  const { rowCount } = await client.query({
    name: 'platform-alerts.lock-watch',
    text: 'SELECT FROM platform_watches WHERE name = $1 FOR UPDATE SKIP LOCKED',
    values: [watchName],
  });
  return rowCount === 1;
}

async function readAlerts(client: PoolClient): Promise<AlertState[]> {
  const { rows } = await client.query<AlertRow>({
    name: 'platform-alerts.read',
    text: `SELECT rule, labels, summary, active_since AS "activeSince", firing_since AS "firingSince",
             resolved_at AS "resolvedAt", mailed_at AS "mailedAt" FROM platform_alerts`,
  });
  return rows.map(({ labels, ...row }) => ({ ...row, labels: labelsOfKey(labels) }));
}

const labelsOfKey = (key: string): AlertState['labels'] =>
  Object.fromEntries(JSON.parse(key) as [string, string][]);

async function writeAlerts(client: PoolClient, states: readonly AlertState[]): Promise<void> {
  const rows = states.map(({ labels, ...state }) => ({ ...state, labels: keyOfLabels(labels) }));
  const column = <T>(of: (row: (typeof rows)[number]) => T): T[] => rows.map(of);
  await client.query({
    name: 'platform-alerts.write',
    text: `INSERT INTO platform_alerts (rule, labels, summary, active_since, firing_since, resolved_at, mailed_at)
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
             $7::timestamptz[])
           ON CONFLICT (rule, labels) DO UPDATE SET summary = excluded.summary, active_since = excluded.active_since,
             firing_since = excluded.firing_since, resolved_at = excluded.resolved_at, mailed_at = excluded.mailed_at`,
    values: [
      column(({ rule }) => rule),
      column(({ labels }) => labels),
      column(({ summary }) => summary),
      column(({ activeSince }) => activeSince),
      column(({ firingSince }) => firingSince),
      column(({ resolvedAt }) => resolvedAt),
      column(({ mailedAt }) => mailedAt),
    ],
  });
  await client.query({
    name: 'platform-alerts.delete-others',
    text: "DELETE FROM platform_alerts WHERE (rule || ' ' || labels) <> ALL ($1::text[])",
    values: [states.map(keyOfAlert)],
  });
}

/** Nothing evaluates the rules here: Health shall not wait for it. */
export async function forgetAlerts(pool: Pool): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query('DELETE FROM platform_alerts');
    await client.query('DELETE FROM platform_watches');
  });
}
