import type pg from 'pg';

/** Rows by table, as JSON texts in a fixed order: two dumps are equal when nothing has changed. */
export type TenantDump = Readonly<Record<string, readonly string[]>>;

const ofDomains = 'domain_id IN (SELECT id FROM domains WHERE organization_id = $1)';
const ofImports = 'import_id IN (SELECT id FROM imports WHERE organization_id = $1)';
const ofMessages = 'message_id IN (SELECT id FROM messages WHERE organization_id = $1)';

/** How rows without a column `organization_id` belong to an organization. */
const conditions: Readonly<Record<string, string>> = {
  organizations: 'id = $1',
  dkim_keys: ofDomains,
  dmarc_source_days: ofDomains,
  google_postmaster_domains: ofDomains,
  domain_sending_days: ofDomains,
  blocklist_lookups: 'subject IN (SELECT name FROM domains WHERE organization_id = $1)',
  automation_steps: 'run_id IN (SELECT id FROM automation_runs WHERE organization_id = $1)',
  import_chunks: ofImports,
  import_refusals: ofImports,
  message_attachments: ofMessages,
  message_terms: ofMessages,
  content_terms: ofMessages,
  delivery_attempts: ofMessages,
  counted_events: 'event_id IN (SELECT id FROM email_events WHERE organization_id = $1)',
  dmarc_sources: 'report_id IN (SELECT id FROM dmarc_reports WHERE organization_id = $1)',
  received_tls_failures: 'report_id IN (SELECT id FROM received_tls_reports WHERE organization_id = $1)',
  signup_form_topics: 'form_id IN (SELECT id FROM signup_forms WHERE organization_id = $1)',
  webhook_attempts: 'delivery_id IN (SELECT id FROM webhook_deliveries WHERE organization_id = $1)',
};

/** Tables of the platform itself, of users, who belong to no organization, and mails whose organization is not known yet. */
const platformTables = new Set([
  ...['_prisma_migrations', 'secret_proofs', 'sweep_cursors', 'installations', 'restorations'],
  ...['inbound_spool', 'inbound_spool_contents'],
  ...['transports', 'source_addresses', 'source_sending_days', 'site_suspensions', 'queue_drains'],
  ...['users', 'passkeys', 'recovery_codes', 'user_identities', 'user_sessions'],
  ...['sign_in_challenges', 'sign_in_failures'],
  ...['mta_sts_policies', 'tls_session_counts', 'tls_reports', 'dmarc_source_names'],
  ...['backup_runs', 'platform_alerts', 'platform_watches'],
]);

/**
 * Every row of an organization, whatever the table.
 * @throws when a table is new here, or when the organization has no row in it: then nothing would be noticed
 */
export async function dumpTenant(pool: pg.Pool, organizationId: string): Promise<TenantDump> {
  const dump: Record<string, readonly string[]> = {};
  for (const { table, owned } of await listTables(pool)) {
    const condition = owned ? 'organization_id = $1' : conditions[table];
    if (condition === undefined) {
      throw new Error(`Table ${table} is new: say in dump-tenant.ts how its rows belong to an organization.`);
    }
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${condition} ORDER BY 1`,
      [organizationId],
    );
    if (rows.length === 0) {
      throw new Error(`The organization has no row in ${table}: have createTenant insert one.`);
    }
    dump[table] = rows.map(({ row }) => row);
  }
  return dump;
}

async function listTables(pool: pg.Pool): Promise<{ table: string; owned: boolean }[]> {
  const { rows } = await pool.query<{ table: string; owned: boolean }>(
    `SELECT c.relname AS table, EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
     ) AS owned
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1`,
  );
  return rows.filter(({ table }) => !platformTables.has(table));
}
