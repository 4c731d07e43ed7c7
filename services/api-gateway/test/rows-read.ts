import type { TestContext } from '@postrider/testkit';
import { recordStatements, type RecordedStatement } from './record-statements';

type Pool = TestContext['pool'];

/** Rows that the scans of the statements looked at which this process sends while `work` runs: each is run again under EXPLAIN (ANALYZE). */
export async function rowsReadDuring(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  for (const statement of await recordStatements(pool, work)) rows += await rowsOf(pool, statement);
  return rows;
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function rowsOf(pool: Pool, { text, values }: RecordedStatement): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  return root === undefined ? Infinity : rowsLookedAt(root);
}

function rowsLookedAt(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsLookedAt(child), 0);
  const shown = node.Plans === undefined ? node['Actual Rows'] : 0;
  return below + (shown + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}
