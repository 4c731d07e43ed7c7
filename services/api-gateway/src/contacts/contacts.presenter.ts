import type { KeptChoices } from '@postrider/audiences';
import type { ContactResource, SubscriptionChangeResource } from '@postrider/contracts';
import type { ContactRow, SubscriptionChangeRow } from './contacts.repository';

export function presentContact(row: ContactRow): ContactResource {
  return {
    object: 'contact',
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    properties: { ...row.properties },
    status: row.status,
    topics: row.topics,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** @param kept what the change left unsubscribed */
export function presentChangedContact(row: ContactRow, kept: KeptChoices | null): ContactResource {
  return { ...presentContact(row), ...presentKept(kept) };
}

export function presentKept(kept: KeptChoices | null) {
  return kept === null ? {} : { kept_unsubscribed: { status: kept.status, topics: [...kept.topics] } };
}

export function presentSubscriptionChange(row: SubscriptionChangeRow): SubscriptionChangeResource {
  return {
    object: 'subscription_change',
    id: row.id,
    topic: row.topic,
    from: row.before,
    to: row.after,
    actor: row.actor,
    key_id: row.apiKeyId,
    source: row.source,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    at: row.changedAt.toISOString(),
  };
}
