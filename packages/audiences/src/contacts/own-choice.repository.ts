import type { SubscriptionChangeActor } from '@postrider/contracts';
import { anyFormOf, insertAuditEntry, type PoolClient } from '@postrider/db';
import assert from 'node:assert';
import type { ContactState, ContactUpsert } from './contact-change';
import type { KeptChoices, LastActors } from './own-choice';

/** From the newest change backwards, so a long history costs nothing. */
const findLastActorsSql = `
SELECT k.contact_id, k.topic, h.actor
FROM unnest($1::uuid[], $2::text[]) AS k (contact_id, topic)
CROSS JOIN LATERAL (
  SELECT c.actor FROM subscription_changes c
  WHERE c.contact_id = k.contact_id AND c.topic IS NOT DISTINCT FROM k.topic
  ORDER BY c.id DESC LIMIT 1) h`;

/** Of what the items name and a contact is unsubscribed from: who unsubscribed it last. By contact id. */
export async function findLastActors(
  client: PoolClient,
  items: readonly ContactUpsert[],
  contacts: ReadonlyMap<string, ContactState>,
): Promise<ReadonlyMap<string, LastActors>> {
  const asked = new Map<string, { readonly id: string; readonly topic: string | null }>();
  for (const { organizationId, emailKey, wish } of items) {
    const contact = contacts.get(`${organizationId} ${emailKey}`);
    if (contact === undefined) continue;
    const { id, status, topics } = contact;
    if (status === 'UNSUBSCRIBED') asked.set(`${id} `, { id, topic: null });
    for (const { topic } of wish.topics ?? []) {
      if (topics.get(topic) === 'UNSUBSCRIBED') asked.set(`${id} ${topic}`, { id, topic });
    }
  }
  const found = new Map<string, Map<string | null, SubscriptionChangeActor>>();
  if (asked.size === 0) return found;
  const { rows } = await client.query<{
    contact_id: string;
    topic: string | null;
    actor: SubscriptionChangeActor;
  }>({
    name: 'contacts.find-last-actors',
    text: findLastActorsSql,
    values: [[...asked.values()].map(({ id }) => id), [...asked.values()].map(({ topic }) => topic)],
  });
  for (const { contact_id, topic, actor } of rows) {
    const actors = found.get(contact_id) ?? new Map<string | null, SubscriptionChangeActor>();
    found.set(contact_id, actors.set(topic, actor));
  }
  return found;
}

export interface Resubscription {
  readonly item: ContactUpsert;
  readonly contactId: string;
  /** What it overrides; null: no choice of the contact itself. */
  readonly overridden: KeptChoices | null;
}

/** Entries of every domain: who asks for mail again asks the organization. */
const removeUnsubscriptionsSql = `
DELETE FROM suppressions
WHERE organization_id = $1 AND email = ${anyFormOf('$1::uuid', '$2::text')} AND reason = 'unsubscribe'`;

/** Removes what else stops bulk mail to contacts that are subscribed again, and records each of them in the audit log. */
export async function recordResubscriptions(
  client: PoolClient,
  resubscriptions: readonly Resubscription[],
): Promise<void> {
  for (const { item, contactId, overridden } of resubscriptions) {
    const { organizationId, emailKey, wish, author, resubscribe } = item;
    assert(resubscribe !== undefined && author.apiKeyId !== null, 'a key asks for it');
    let entries = 0;
    if (wish.status === 'SUBSCRIBED') {
      const values = [organizationId, emailKey];
      const removed = { name: 'contacts.remove-unsubscriptions', text: removeUnsubscriptionsSql, values };
      entries = (await client.query(removed)).rowCount ?? 0;
    }
    if (overridden === null && entries === 0) continue;
    await insertAuditEntry(client, {
      organizationId,
      actor: {
        type: author.actor === 'user' ? 'user' : 'key',
        id: author.apiKeyId,
        requestId: resubscribe.requestId,
      },
      action: 'contact.resubscribe',
      target: { type: 'contact', id: contactId },
      after: {
        ...{ status: overridden?.status ?? false, topics: overridden?.topics ?? [] },
        ...{ suppressions_removed: entries, consent: author.consent },
      },
    });
  }
}
