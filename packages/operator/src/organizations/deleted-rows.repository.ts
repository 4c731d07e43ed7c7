import { deleteContentOf, withTransaction, type Pool } from '@postrider/db';

const ofMessages = 'message_id = ANY($1::uuid[]) AND message_id >= $2 AND message_id <= $3';

/** The bounds on the id let PostgreSQL leave out the other weeks' partitions; an array parameter alone does not. */
const deleteMailSql = `
WITH events AS (DELETE FROM email_events WHERE ${ofMessages}),
  attempts AS (DELETE FROM delivery_attempts WHERE ${ofMessages}),
  recipients AS (DELETE FROM recipients WHERE ${ofMessages}),
  holds AS (DELETE FROM message_holds WHERE message_id = ANY($1::uuid[])),
  reviews AS (DELETE FROM message_reviews WHERE message_id = ANY($1::uuid[]))
DELETE FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3`;

/** Messages with their content, recipients, attempts and events, oldest first. @returns how many */
export async function deleteMailPage(pool: Pool, organizationId: string, limit: number): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM messages WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE',
      [organizationId, limit],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await deleteContentOf(client, ids);
    await client.query(deleteMailSql, [ids, ids[0], ids.at(-1)]);
    return ids.length;
  });
}

const deliveryPage = `SELECT id FROM webhook_deliveries WHERE organization_id = $1 AND endpoint_id IN (
      SELECT id FROM webhook_endpoints WHERE organization_id = $1) LIMIT $2`;

/** Rows of the organization in a table that is not partitioned. */
const rowsOf = (table: string): string =>
  `ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT $2))`;

/**
 * Deletes all else, in this order, each until nothing is left: $1 the organization, $2 rows at most. What hangs on a row by a
 * cascading foreign key goes with it.
 */
export const deletionSteps: Readonly<Record<string, string>> = {
  'idempotency keys': `DELETE FROM idempotency_keys WHERE ${rowsOf('idempotency_keys')}`,
  'webhook deliveries': `
    WITH page AS MATERIALIZED (${deliveryPage}),
      attempts AS (DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM page))
    DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM page)`,
  webhooks: `DELETE FROM webhook_endpoints WHERE ${rowsOf('webhook_endpoints')}`,
  'inbound emails': `
    WITH page AS MATERIALIZED (SELECT id FROM inbound_emails WHERE organization_id = $1 ORDER BY id LIMIT $2),
      contents AS (DELETE FROM inbound_contents WHERE inbound_id IN (SELECT id FROM page)),
      attachments AS (DELETE FROM inbound_attachments WHERE inbound_id IN (SELECT id FROM page))
    DELETE FROM inbound_emails WHERE id IN (SELECT id FROM page)`,
  'DMARC reports': `DELETE FROM dmarc_reports WHERE ${rowsOf('dmarc_reports')}`,
  'TLS reports': `DELETE FROM received_tls_reports WHERE ${rowsOf('received_tls_reports')}`,
  'request contents': `DELETE FROM api_request_contents WHERE log_id IN (
    SELECT log_id FROM api_request_contents WHERE organization_id = $1 ORDER BY log_id LIMIT $2)`,
  'request logs': `DELETE FROM api_request_logs WHERE organization_id = $1 AND id IN (
    SELECT id FROM api_request_logs WHERE organization_id = $1 ORDER BY id LIMIT $2)`,
  'contact events': `DELETE FROM contact_events WHERE id IN (
    SELECT id FROM contact_events WHERE organization_id = $1 ORDER BY id LIMIT $2)`,
  'segment watches': `DELETE FROM segment_watches WHERE ${rowsOf('segment_watches')}`,
  'segment members': `DELETE FROM segment_members WHERE ${rowsOf('segment_members')}`,
  runs: `DELETE FROM automation_runs WHERE ${rowsOf('automation_runs')}`,
  'step counts': `DELETE FROM automation_step_counts WHERE ${rowsOf('automation_step_counts')}`,
  'automation events': `DELETE FROM automation_events WHERE ${rowsOf('automation_events')}`,
  'automation event keys': `DELETE FROM automation_event_keys WHERE ${rowsOf('automation_event_keys')}`,
  'automation usage': `DELETE FROM automation_usage WHERE ${rowsOf('automation_usage')}`,
  'automation versions': `DELETE FROM automation_versions WHERE ${rowsOf('automation_versions')}`,
  automations: `DELETE FROM automations WHERE ${rowsOf('automations')}`,
  'broadcast recipients': `DELETE FROM broadcast_recipients WHERE ${rowsOf('broadcast_recipients')}`,
  'broadcast counters': `DELETE FROM broadcast_counters WHERE ${rowsOf('broadcast_counters')}`,
  'broadcast hours': `DELETE FROM broadcast_hours WHERE ${rowsOf('broadcast_hours')}`,
  'broadcast links': `DELETE FROM broadcast_links WHERE ${rowsOf('broadcast_links')}`,
  broadcasts: `DELETE FROM broadcasts WHERE ${rowsOf('broadcasts')}`,
  'share links': `DELETE FROM email_share_links WHERE ${rowsOf('email_share_links')}`,
  signups: `DELETE FROM signup_requests WHERE ${rowsOf('signup_requests')}`,
  'signup forms': `DELETE FROM signup_forms WHERE ${rowsOf('signup_forms')}`,
  contacts: `DELETE FROM contacts WHERE ${rowsOf('contacts')}`,
  'contact counts': `DELETE FROM contact_counts WHERE ${rowsOf('contact_counts')}`,
  topics: `DELETE FROM topics WHERE ${rowsOf('topics')}`,
  segments: `DELETE FROM segments WHERE ${rowsOf('segments')}`,
  suppressions: `DELETE FROM suppressions WHERE ${rowsOf('suppressions')}`,
  imports: `DELETE FROM imports WHERE ${rowsOf('imports')}`,
  images: `DELETE FROM images WHERE ${rowsOf('images')}`,
  'saved blocks': `DELETE FROM saved_blocks WHERE ${rowsOf('saved_blocks')}`,
  'template versions': `DELETE FROM template_versions WHERE ${rowsOf('template_versions')}`,
  templates: `DELETE FROM templates WHERE ${rowsOf('templates')}`,
  'sending days': `DELETE FROM domain_sending_days WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM domain_sending_days d JOIN domains ON domains.id = d.domain_id
     WHERE domains.organization_id = $1 LIMIT $2))`,
  'blocklist lookups': `DELETE FROM blocklist_lookups WHERE ctid = ANY (ARRAY(
    SELECT b.ctid FROM blocklist_lookups b JOIN domains d ON d.name = b.subject
     WHERE d.organization_id = $1 LIMIT $2))`,
  'Google accounts': `DELETE FROM google_postmaster_connections WHERE ${rowsOf('google_postmaster_connections')}`,
  domains: `DELETE FROM domains WHERE ${rowsOf('domains')}`,
  'alert rules': `DELETE FROM alert_rules WHERE ${rowsOf('alert_rules')}`,
  notices: `DELETE FROM notices WHERE ${rowsOf('notices')}`,
  'daily counters': `DELETE FROM daily_counters WHERE ${rowsOf('daily_counters')}`,
  'delivery hours': `DELETE FROM delivery_hours WHERE ${rowsOf('delivery_hours')}`,
  'days of usage': `DELETE FROM usage_days WHERE ${rowsOf('usage_days')}`,
  'shards of usage': `DELETE FROM usage_shards WHERE ${rowsOf('usage_shards')}`,
  'usage of keys': `DELETE FROM key_usage_shards WHERE ${rowsOf('key_usage_shards')}`,
  invitations: `DELETE FROM invitations WHERE ${rowsOf('invitations')}`,
  memberships: `DELETE FROM memberships WHERE ${rowsOf('memberships')}`,
  'opened organizations': `DELETE FROM opened_organizations WHERE ${rowsOf('opened_organizations')}`,
  keys: `DELETE FROM api_keys WHERE ${rowsOf('api_keys')}`,
  'audit entries': `DELETE FROM audit_entries WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entries WHERE organization_id = $1 AND action <> 'org.delete' LIMIT $2))`,
};

/**
 * The organization itself. What stays: the audit entry of the deletion, tracking aliases that are still to be removed from the DNS,
 * hashes by which its mail was found, until their week is dropped, and what it caused of the platform's own mail, while limits count it.
 */
export async function finishDeletion(pool: Pool, organizationId: string): Promise<void> {
  await pool.query('DELETE FROM organizations WHERE id = $1', [organizationId]);
}
