import type pg from 'pg';

export const contacts = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
export const organizationId = '00000000-0000-7000-8000-00000000c0de';
export const topicId = '00000000-0000-7000-8000-00000000c0df';

/** Of one organization. Every fifth unsubscribed from the topic. Indexes are built at the end. */
export async function insertManyContacts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`,
  );
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('contacts'::regclass, 'topic_subscriptions'::regclass) AND NOT indisunique`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  for (const text of [insertOrganizationSql, insertTopicSql]) {
    await pool.query(text, text === insertTopicSql ? [organizationId, topicId] : [organizationId]);
  }
  await pool.query(insertContactsSql, [organizationId, contacts]);
  await pool.query(insertSubscriptionsSql, [organizationId, topicId]);
  for (const { definition } of rows) await pool.query(definition);
  await pool.query('VACUUM (ANALYZE) contacts, topic_subscriptions');
}

const insertOrganizationSql = `
INSERT INTO organizations (id, slug, name, kind, plan, approved_at, updated_at)
VALUES ($1, 'many', 'Many', 'internal', 'internal', now(), now())`;
const insertTopicSql = `
INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at)
VALUES ($2, $1, 'news', 'News', true, now())`;
const insertContactsSql = `
INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, status, updated_at)
SELECT (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid, $1,
  'c' || n || '@example.com', 'c' || n || '@example.com', 'Name ' || n,
  jsonb_build_object('n', n, 'city', 'Berlin', 'age', 1 + n % 90), 'SUBSCRIBED', now()
FROM generate_series(1, $2::bigint) AS n`;
const insertSubscriptionsSql = `
INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at)
SELECT id, $2, $1, CASE WHEN (properties ->> 'n')::bigint % 5 = 0 THEN 'UNSUBSCRIBED' ELSE 'SUBSCRIBED' END, now()
FROM contacts WHERE organization_id = $1 AND (properties ->> 'n')::bigint % 5 < 2`;
