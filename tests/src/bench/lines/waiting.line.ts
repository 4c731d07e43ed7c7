import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { largeOrganizationId, largeRows } from '../large-database';
import { compare } from '../measure/compare';
import { loadHttp } from '../measure/http-load';
import { createApiKey } from '@postrider/testkit';
import { productTarget } from './read.lines';

/** Why an email waits must not cost more because others have a million of them. */
export const waitingLine: BenchLine = {
  name: 'waiting',
  product: 'GET /emails/{id} of a queued email, beside 500,000 queued emails of others',
  floor: 'the same of a delivered email, which waits for nothing',
  unit: 'requests/s',
  must: 0.6,
  aim: 0.8,
  latency: { p99RatioMax: 1.5 },
  run: waitingBeside,
};

async function waitingBeside(harness: BenchHarness): Promise<BenchResult> {
  const context = await harness.filled(largeRows());
  const { pool } = context;
  await pool.query(
    `BEGIN; SET LOCAL statement_timeout = 0;
     UPDATE messages SET status = 'queued', due_at = now(), final_at = NULL
      WHERE organization_id <> '${largeOrganizationId}'; COMMIT`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM messages WHERE organization_id = $1 AND status = 'delivered' ORDER BY id DESC LIMIT 2`,
    [largeOrganizationId],
  );
  const [open, final] = rows.map(({ id }) => id);
  await pool.query(`UPDATE messages SET status = 'queued', due_at = now(), final_at = NULL WHERE id = $1`, [
    open,
  ]);
  await pool.query('VACUUM (ANALYZE) messages');
  const system = await harness.services(['api-gateway'], { context });
  const { token } = await createApiKey(pool, { organizationId: largeOrganizationId });
  const target = (id: string | undefined) =>
    productTarget(system, { token, paths: [`/api/v1/emails/${id}`] });
  return compare({ product: () => loadHttp(target(open)), floor: () => loadHttp(target(final)) });
}
