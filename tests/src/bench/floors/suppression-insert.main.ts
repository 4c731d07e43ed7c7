/**
 * Floor of importing: the same rows by multi-row inserts of a thousand, one after the other, into a table with the same
 * columns and indexes. Environment: DATABASE_URL, COUNT.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { newId } from '@postrider/contracts/ids';
import { tellRun } from './tell-run';

const { DATABASE_URL = '', COUNT = '0' } = process.env;
const batchRows = 1_000;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });

const insert = {
  name: 'floor-insert',
  text: `INSERT INTO floor_suppressions (id, organization_id, email, reason)
         SELECT id, $2, email, 'manual' FROM unnest($1::uuid[], $3::text[]) AS t (id, email)
         ON CONFLICT (organization_id, email, domain_id) DO NOTHING`,
};

async function main(): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS floor_suppressions (LIKE suppressions INCLUDING ALL)');
  const organizationId = newId();
  const mark = randomBytes(4).toString('hex');
  const count = Number(COUNT);
  await tellRun(async () => {
    for (let first = 0; first < count; first += batchRows) {
      const numbers = Array.from({ length: Math.min(batchRows, count - first) }, (_, index) => first + index);
      const emails = numbers.map((number) => `${mark}.${number}@example.com`);
      await pool.query({ ...insert, values: [numbers.map(() => newId()), organizationId, emails] });
    }
    return count;
  });
  await pool.end();
}

void main();
