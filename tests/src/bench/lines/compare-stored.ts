import type { BenchResult } from '../bench-line';
import { compare, type Sides } from '../measure/compare';
import type { Sample } from '../measure/sample';
import type { System } from '../../system/system';

/**
 * A comparison of accepting, after which what the product has taken is counted in the database.
 *
 * @throws when there are fewer rows than good answers: then the rate means nothing
 */
export async function compareStored(
  { pool }: System,
  { product, floor }: Sides,
  table: 'messages' | 'inbound_spool' | 'automation_runs' = 'messages',
): Promise<BenchResult> {
  let accepted = 0;
  const counted = async (): Promise<Sample> => {
    const sample = await product();
    accepted += sample.units;
    return sample;
  };
  const result = await compare({ product: counted, floor });
  const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  const stored = Number(rows[0]?.count);
  if (stored < accepted) throw new Error(`${accepted} messages were accepted, but only ${stored} are stored`);
  return result;
}
