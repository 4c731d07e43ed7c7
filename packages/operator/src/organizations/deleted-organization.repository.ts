import assert from 'node:assert';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';

/** What an organization owns, as far as it helps to decide. */
export interface Owned {
  readonly slug: string;
  readonly name: string;
  /** Long enough that every gateway refuses its sends. */
  readonly isPaused: boolean;
  readonly clients: number;
  readonly messages: number;
  /** Those that may still be sent. */
  readonly open_messages: number;
  readonly inbound_emails: number;
  readonly contacts: number;
  readonly domains: number;
  /** With something at a DNS provider or at Amazon SES, that only the gateway can remove. */
  readonly registered_domains: readonly string[];
  readonly keys: number;
  readonly webhooks: number;
  readonly broadcasts: number;
  readonly automations: number;
}

const countSql = `
SELECT o.slug, o.name, coalesce(o.sending_paused_at < now() - interval '1 minute', false) AS "isPaused",
  (SELECT count(*)::int FROM organizations WHERE parent_organization_id = o.id) AS clients,
  (SELECT count(*)::int FROM messages WHERE organization_id = o.id) AS messages,
  (SELECT count(*)::int FROM messages WHERE organization_id = o.id AND status IN ('queued', 'sending')) AS open_messages,
  (SELECT count(*)::int FROM inbound_emails WHERE organization_id = o.id) AS inbound_emails,
  (SELECT count(*)::int FROM contacts WHERE organization_id = o.id) AS contacts,
  (SELECT count(*)::int FROM domains WHERE organization_id = o.id) AS domains,
  (SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM domains
    WHERE organization_id = o.id AND (published_records <> '[]' OR identities <> '[]')) AS registered_domains,
  (SELECT count(*)::int FROM api_keys WHERE organization_id = o.id) AS keys,
  (SELECT count(*)::int FROM webhook_endpoints WHERE organization_id = o.id) AS webhooks,
  (SELECT count(*)::int FROM broadcasts WHERE organization_id = o.id) AS broadcasts,
  (SELECT count(*)::int FROM automations WHERE organization_id = o.id) AS automations
FROM organizations o WHERE o.id = $1`;

export async function countOwned(pool: Pool, id: string): Promise<Owned> {
  const { rows } = await pool.query<Owned>(countSql, [id]);
  const [owned] = rows;
  assert(owned !== undefined, 'the organization was found by its name');
  return owned;
}

/** Also what an organization is paused with by its deletion. */
const deletionReason = 'The organization is being deleted.';

/** Whether its deletion was started and not undone: after its sending is resumed, it is checked again. */
export async function isBeingDeleted(pool: Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM organizations o WHERE o.id = $1 AND o.sending_paused_reason = $2
        AND EXISTS (SELECT FROM audit_entries a WHERE a.organization_id = o.id AND a.action = 'org.delete')`,
    [id, deletionReason],
  );
  return rows.length > 0;
}

/** Revokes its keys and pauses it, with the one entry of the audit log that stays. */
export async function startDeletion(
  pool: Pool,
  id: string,
  { owned, operator }: { readonly owned: Owned; readonly operator: string },
): Promise<void> {
  const { slug, name, messages, contacts, domains } = owned;
  await withTransaction(pool, async (client) => {
    await client.query(
      'UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND revoked_at IS NULL',
      [id],
    );
    await client.query(
      `UPDATE organizations SET sending_paused_at = coalesce(sending_paused_at, now()),
         sending_paused_reason = $2, updated_at = now() WHERE id = $1`,
      [id, deletionReason],
    );
    await insertAuditEntry(client, {
      organizationId: id,
      actor: { type: 'operator', name: operator },
      action: 'org.delete',
      target: { type: 'organization', id },
      before: { slug, name, messages, contacts, domains },
    });
  });
}
