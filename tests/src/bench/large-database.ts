import pg from 'pg';
import { ensureSeededTemplate } from '@postrider/testkit';

/** What growth is measured against. */
export const smallRows = 100_000;

/** Owns half of all messages, over a domain and a key of no system. */
export const largeOrganizationId = '00000000-0000-7000-8000-00000000b160';

/** Messages of the large database: as many recipients, and as many events. 10,000,000 take minutes to make, once. */
export function largeRows(): number {
  const rows = Number(process.env['BENCH_LARGE_ROWS'] ?? '1000000');
  if (!Number.isInteger(rows) || rows <= smallRows)
    throw new Error(`BENCH_LARGE_ROWS must be a whole number above ${smallRows}`);
  return rows;
}

/**
 * A database of delivered mail, half of it of one organization, the rest of a thousand others, spread over the last 27
 * days. Made by statements over sets, with the partitions and indexes of the real one, and kept for the next run.
 *
 * @returns the template to clone from
 */
export async function ensureLargeDatabase(rows: number): Promise<string> {
  const seed = async (databaseUrl: string): Promise<void> => {
    const begun = performance.now();
    process.stdout.write(`\n  seeding ${rows.toLocaleString('en-GB')} messages … `);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    await pool.query(
      `SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`,
    );
    await pool.query(insertOrganization, [largeOrganizationId]);
    for (const [table, insert] of Object.entries(inserts)) {
      const rebuild = await dropIndexes(pool, table);
      await pool.query(insert, [largeOrganizationId, rows]);
      for (const index of rebuild) await pool.query(index);
    }
    await pool.query(insertUsage);
    await pool.query(insertCounters, [largeOrganizationId]);
    await pool.query('VACUUM (ANALYZE)');
    await pool.end();
    process.stdout.write(`${Math.round((performance.now() - begun) / 1_000)} s; `);
  };
  return ensureSeededTemplate(`rows_${rows}`, { from: new Date(Date.now() - 28 * 86_400_000), seed });
}

/** An index that is built at the end, by sorting, costs a fifth of one that grows row by row. @returns how to build them again */
async function dropIndexes(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

const insertOrganization = `
INSERT INTO organizations (id, slug, name, kind, plan, approved_at, updated_at)
VALUES ($1, 'large', 'Large', 'internal', 'internal', now(), now())`;

/**
 * Row `n` of `$2`, oldest first: every other one is the large organization's. Ids are UUIDv7 (RFC 9562): 48 bits of
 * milliseconds, version 7, variant 10, and `n`.
 */
const made = `
  SELECT n, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::int8), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid AS id,
         CASE WHEN n % 2 = 0 THEN $1::uuid
              ELSE ('00000000-0000-7000-8000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid END AS organization_id
    FROM generate_series(1, $2::int) AS n
   CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now() - ($2::int - n) * (interval '27 days' / $2::int)) AS at) AS t`;

const inserts: Readonly<Record<string, string>> = {
  messages: `
INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header, from_address,
                      subject, to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at, due_at,
                      sent_at, final_at, message_id_header)
SELECT id, organization_id, organization_id, organization_id, 'live', 'transactional', 'api', 'order_shipped',
       'Shop <orders@mail.bench.test>', 'orders@mail.bench.test', 'Your order ' || n || ' is on its way',
       ARRAY['reader-' || n % 100000 || '@recipients.test'], '{}', '{}', 1,
       CASE WHEN n % 50 = 0 THEN 'bounced' ELSE 'delivered' END, at, at, at, at, '<' || n || '@bench.test>'
  FROM (${made}) AS made`,
  recipients: `
INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
SELECT id, 0, organization_id, 'reader-' || n % 100000 || '@recipients.test',
       'reader-' || n % 100000 || '@recipients.test', 'to', 'delivered', at
  FROM (${made}) AS made`,
  email_events: `
INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, provider)
SELECT id, (left(id::text, 15) || '001-' || right(id::text, 17))::uuid, organization_id, 0,
       'reader-' || n % 100000 || '@recipients.test', 'delivered', '1', at, 'live', 'google'
  FROM (${made}) AS made`,
};

const insertUsage = `
INSERT INTO usage_days (organization_id, day, recipients)
SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, sum(recipient_count) FROM messages GROUP BY 1, 2`;

const insertCounters = `
INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard, opened)
SELECT $1, $1, current_date - days, facet, key, 1000 + days, 990 + days, 10, 400
  FROM generate_series(0, 89) AS days,
       (VALUES ('total', ''), ('provider', 'google'), ('provider', 'microsoft'), ('provider', 'yahoo'),
               ('provider', 'apple'), ('provider', 'gmx'), ('provider', 'other')) AS facets (facet, key)`;
