/**
 * Floor of streaming a segment: one cursor over the same conditions, five thousand ids at a time, in one transaction.
 * Environment: DATABASE_URL, ORGANIZATION_ID, TOPIC_ID.
 */
import pg from 'pg';
import { tellRun } from './tell-run';

const { DATABASE_URL = '', ORGANIZATION_ID = '', TOPIC_ID = '' } = process.env;

const declare = `
DECLARE segment NO SCROLL CURSOR FOR
SELECT c.id::text FROM contacts c
LEFT JOIN topic_subscriptions s ON s.contact_id = c.id AND s.topic_id = '${TOPIC_ID}'
WHERE c.organization_id = '${ORGANIZATION_ID}' AND c.status = 'SUBSCRIBED'
  AND coalesce(s.state, 'SUBSCRIBED') = 'SUBSCRIBED'
  AND jsonb_typeof(c.properties -> 'age') = 'number' AND c.properties -> 'age' > '0'`;

async function main(): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await tellRun(async () => {
    let units = 0;
    await client.query('BEGIN');
    await client.query(declare);
    for (;;) {
      const { rows } = await client.query<{ id: string }>('FETCH 5000 FROM segment');
      if (rows.length === 0) break;
      units += rows.length;
    }
    await client.query('COMMIT');
    return units;
  });
  await client.end();
}

void main();
