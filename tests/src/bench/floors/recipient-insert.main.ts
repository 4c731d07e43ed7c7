/**
 * Floor of expansion: the same rows by one INSERT … SELECT into a table with the same columns and indexes.
 * Environment: DATABASE_URL, ORGANIZATION_ID.
 */
import pg from 'pg';
import { newId } from '@postrider/contracts/ids';
import { tellRun } from './tell-run';

const { DATABASE_URL = '', ORGANIZATION_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });

const insertSql = `
INSERT INTO floor_recipients (broadcast_id, contact_id, organization_id)
SELECT $1, id, organization_id FROM contacts WHERE organization_id = $2
ON CONFLICT (broadcast_id, contact_id) DO NOTHING`;

async function main(): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS floor_recipients (LIKE broadcast_recipients INCLUDING ALL)');
  await tellRun(async () => {
    const { rowCount } = await pool.query(insertSql, [newId(), ORGANIZATION_ID]);
    return rowCount ?? 0;
  });
  await pool.end();
}

void main();
