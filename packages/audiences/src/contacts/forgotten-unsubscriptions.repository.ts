import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import type { PoolClient } from '@postrider/db';

/** A topic that a deleted contact was unsubscribed from, and who unsubscribed it. */
export interface ForgottenUnsubscription {
  readonly organization_id: string;
  readonly email_key: string;
  /** Of the topic, as is `slug`. */
  readonly id: string;
  readonly slug: string;
  readonly actor: SubscriptionChangeActor;
}

/** A topic without a history was unsubscribed by nothing that a key may not override. */
const rememberSql = `
INSERT INTO forgotten_unsubscriptions AS f (organization_id, address_digest, topic_id, actor)
SELECT c.organization_id, forgotten_address(c.organization_id, c.email_key), s.topic_id, coalesce(h.actor, 'api_key')
FROM contacts c
JOIN topic_subscriptions s ON s.contact_id = c.id AND s.state = 'UNSUBSCRIBED'
JOIN topics t ON t.id = s.topic_id
LEFT JOIN LATERAL (
  SELECT actor FROM subscription_changes WHERE contact_id = c.id AND topic = t.slug ORDER BY id DESC LIMIT 1
) h ON true
WHERE c.id = $1
ORDER BY s.topic_id
ON CONFLICT (organization_id, address_digest, topic_id) DO UPDATE SET actor = excluded.actor`;

/**
 * Before a contact is deleted: which topics it is unsubscribed from, by a digest of its address (ADR 31). The contact's row is locked,
 * so that no choice is made meanwhile.
 */
export async function rememberUnsubscriptions(client: PoolClient, contactId: string): Promise<void> {
  await client.query({
    name: 'contacts.remember-unsubscriptions',
    text: rememberSql,
    values: [contactId],
  });
}

const findSql = `
SELECT k.organization_id, k.email_key, t.id, t.slug, f.actor
FROM unnest($1::uuid[], $2::text[]) AS k (organization_id, email_key)
JOIN forgotten_unsubscriptions f
  ON f.organization_id = k.organization_id AND f.address_digest = forgotten_address(k.organization_id, k.email_key)
JOIN topics t ON t.id = f.topic_id
ORDER BY t.id
FOR KEY SHARE OF t`;

/** Of addresses that are no contacts. */
export async function findForgottenUnsubscriptions(
  client: PoolClient,
  keys: readonly (readonly [organizationId: string, emailKey: string])[],
): Promise<ForgottenUnsubscription[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<ForgottenUnsubscription>({
    name: 'contacts.find-forgotten-unsubscriptions',
    text: findSql,
    values: [keys.map(([organizationId]) => organizationId), keys.map(([, emailKey]) => emailKey)],
  });
  return rows;
}

const removeSql = `
DELETE FROM forgotten_unsubscriptions f
USING unnest($1::uuid[], $2::text[]) AS k (organization_id, email_key)
WHERE f.organization_id = k.organization_id AND f.address_digest = forgotten_address(k.organization_id, k.email_key)`;

/** Of contacts that exist again: their subscriptions and history have them. */
export async function removeForgottenUnsubscriptions(
  client: PoolClient,
  contacts: readonly { readonly organizationId: string; readonly emailKey: string }[],
): Promise<void> {
  if (contacts.length === 0) return;
  await client.query({
    name: 'contacts.remove-forgotten-unsubscriptions',
    text: removeSql,
    values: [contacts.map(({ organizationId }) => organizationId), contacts.map(({ emailKey }) => emailKey)],
  });
}
