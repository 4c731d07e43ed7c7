import type { KeptChoices } from '@postrider/audiences';
import type { ContactResource, SubscriptionChangeResource } from '@postrider/contracts';
import type { ContactActivityRow, ContactRow, SubscriptionChangeRow } from './contacts.repository';

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

/** @param activity null: unknown */
export function presentContactDetail(row: ContactRow, activity: ContactActivityRow | null) {
  const { lastReceivedAt, lastOpenedAt, lastClickedAt } = activity ?? {};
  return {
    ...presentContact(row),
    activity: activity && {
      last_received_at: lastReceivedAt?.toISOString() ?? null,
      last_opened_at: lastOpenedAt?.toISOString() ?? null,
      last_clicked_at: lastClickedAt?.toISOString() ?? null,
    },
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
