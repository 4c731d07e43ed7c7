/**
 * Floor of counting: the same rows, 500 events a transaction: their ids, so that none counts twice, and one
 * multi-row upsert of the sums. Environment: DATABASE_URL, COUNT.
 */
import pg from 'pg';
import type { EmailEventMessage } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';
import { sentEvent } from '../events';
import { tellRun } from './tell-run';

const { DATABASE_URL = '', COUNT = '0' } = process.env;
const batchSize = 500;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });

const count = {
  name: 'floor-count',
  text: `WITH fresh AS (
    INSERT INTO floor_counted SELECT id FROM unnest($1::uuid[]) AS t (id) ON CONFLICT DO NOTHING RETURNING id
  ), sums AS (
    SELECT given.organization_id, given.day, given.domain_id, facets.facet, facets.key, count(*) AS sent
      FROM fresh
      JOIN unnest($1::uuid[], $2::uuid[], $3::date[], $4::uuid[], $5::text[], $6::uuid[], $7::text[])
             AS given (id, organization_id, day, domain_id, provider, key_id, kind) USING (id)
     CROSS JOIN LATERAL (VALUES ('total', ''), ('provider', provider), ('key', key_id::text), ('kind', kind))
             AS facets (facet, key)
     GROUP BY 1, 2, 3, 4, 5
  )
  INSERT INTO floor_counters AS c SELECT * FROM sums
  ON CONFLICT (organization_id, facet, day, domain_id, key) DO UPDATE SET sent = c.sent + excluded.sent`,
};

async function main(): Promise<void> {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS floor_counted (id uuid PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS floor_counters (organization_id uuid, day date, domain_id uuid, facet text, key text,
      sent bigint, PRIMARY KEY (organization_id, facet, day, domain_id, key));`);
  const tenant = { organizationId: newId(), domainId: newId() };
  const events = Array.from({ length: Number(COUNT) }, () => sentEvent(tenant));
  await tellRun(async () => {
    for (let first = 0; first < events.length; first += batchSize) {
      const batch = events.slice(first, first + batchSize);
      const column = <T>(value: (event: EmailEventMessage) => T): T[] => batch.map(value);
      const values = [
        column((event) => event.id),
        column((event) => event.organization_id),
        column((event) => event.occurred_at.slice(0, 10)),
        column((event) => event.email.domain_id),
        column((event) => event.provider),
        column((event) => event.email.key_id),
        column((event) => event.email.kind),
      ];
      await pool.query({ ...count, values });
    }
    return events.length;
  });
  await pool.end();
}

void main();
