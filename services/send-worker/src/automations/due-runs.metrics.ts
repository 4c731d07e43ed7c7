import type { Pool } from '@postrider/db';
import type { Metrics } from '@postrider/runtime';

const countedMax = 100_000;

const countDueSql = `
SELECT count(*)::int AS runs FROM (
  SELECT FROM automation_runs WHERE status = 'running' AND due_at <= now() LIMIT ${countedMax}) due`;

const oldestDueSql = `
SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS seconds
FROM automation_runs WHERE status = 'running' AND due_at <= now()`;

export function observeDueRuns(metrics: Metrics, pool: Pool): void {
  metrics.gauge('automation_runs_due', 'Runs whose step is due or in hand, 100,000 at most.', async () => {
    const { rows } = await pool.query<{ runs: number }>(countDueSql);
    return rows[0]?.runs ?? 0;
  });
  metrics.gauge('automation_oldest_due_seconds', 'How long the oldest of them has been due.', async () => {
    const { rows } = await pool.query<{ seconds: number }>(oldestDueSql);
    return rows[0]?.seconds ?? 0;
  });
}
