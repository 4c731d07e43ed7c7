import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import { insertAuditEntry, type PoolClient } from '@postrider/db';
import assert from 'node:assert';
import type { ContactState, ContactUpsert } from './contact-change';
import type { KeptChoices, LastActor, LastActors } from './own-choice';
import { removeUnsubscriptions } from './unsubscriptions.repository';

/** From the newest change backwards, so a long history costs nothing. */
const findLastActorsSql = `
SELECT k.contact_id, k.topic, h.actor, h.source
FROM unnest($1::uuid[], $2::text[]) AS k (contact_id, topic)
CROSS JOIN LATERAL (
  SELECT c.actor, c.source FROM subscription_changes c
  WHERE c.contact_id = k.contact_id AND c.topic IS NOT DISTINCT FROM k.topic
  ORDER BY c.id DESC LIMIT 1) h`;

/** Of what the items name and a contact is unsubscribed from: who unsubscribed it last. By contact id. */
export async function findLastActors(
  client: PoolClient,
  items: readonly ContactUpsert[],
  contacts: ReadonlyMap<string, ContactState>,
): Promise<ReadonlyMap<string, LastActors>> {
  const asked = new Map<string, { readonly id: string; readonly topic: string | null }>();
  const refuted = new Set<string>();
  for (const { organizationId, emailKey, wish, refutes = [] } of items) {
    const contact = contacts.get(`${organizationId} ${emailKey}`);
    if (contact === undefined) continue;
    const { id, status, topics } = contact;
    if (status === 'UNSUBSCRIBED') asked.set(`${id} `, { id, topic: null });
    for (const source of refutes) refuted.add(`${id} ${source}`);
    for (const { topic } of wish.topics ?? []) {
      if (topics.get(topic) === 'UNSUBSCRIBED') asked.set(`${id} ${topic}`, { id, topic });
    }
  }
  const found = new Map<string, Map<string | null, LastActor>>();
  if (asked.size === 0) return found;
  const { rows } = await client.query<{
    contact_id: string;
    topic: string | null;
    actor: SubscriptionChangeActor;
    source: string | null;
  }>({
    name: 'contacts.find-last-actors',
    text: findLastActorsSql,
    values: [[...asked.values()].map(({ id }) => id), [...asked.values()].map(({ topic }) => topic)],
  });
  for (const { contact_id, topic, actor, source } of rows) {
    const actors = found.get(contact_id) ?? new Map<string | null, LastActor>();
    const isRefuted = topic === null && actor === 'import' && refuted.has(`${contact_id} ${source}`);
    found.set(contact_id, actors.set(topic, isRefuted ? 'refuted import' : actor));
  }
  return found;
}

/** A contact that is subscribed again: by the recipient, or with `resubscribe` by a key that has proof. */
export interface Resubscription {
  readonly item: ContactUpsert;
  readonly contactId: string;
  /** What `resubscribe` overrides; null: no choice of the contact itself. */
  readonly overridden: KeptChoices | null;
  /** Whether it may get bulk mail again. */
  readonly returns: boolean;
}

/** Removes what else stops bulk mail to contacts that return. What a key asked for is recorded in the audit log. */
export async function recordResubscriptions(
  client: PoolClient,
  resubscriptions: readonly Resubscription[],
): Promise<void> {
  for (const { item, contactId, overridden, returns } of resubscriptions) {
    const { organizationId, author, resubscribe } = item;
    const entries = returns ? await removeUnsubscriptions(client, item) : 0;
    if (resubscribe === undefined || (overridden === null && entries === 0)) continue;
    assert(author.apiKeyId !== null, 'a key asks for it');
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
