import { newId, type ContactChange, type SubscriptionChangeActor } from '@postrider/contracts';
import type { PoolClient } from '@postrider/db';
import { changesBetween, differs, type ChangeAuthor, type ContactState } from './contact-change';

/** An event of a contact, as its row says it. */
export interface ContactEventRow {
  readonly organizationId: string;
  readonly contactId: string;
  readonly type: 'created' | 'updated' | 'deleted' | 'subscribed' | 'unsubscribed';
  readonly actor: SubscriptionChangeActor;
  readonly change: ContactChange | null;
}

/**
 * What a change of a contact reports. `updated` reports every change of an existing contact; `subscribed` and `unsubscribed` come in
 * addition, one of each at most, whatever the number of topics. Imports report nothing: a file may have a million rows.
 * @param before null: the contact is new
 */
export function contactEventsOf(
  organizationId: string,
  { before, after }: { readonly before: ContactState | null; readonly after: ContactState },
  { actor, consent }: ChangeAuthor,
): ContactEventRow[] {
  if (actor === 'import') return [];
  const changes = changesBetween(before, after);
  if (before !== null && changes.length === 0 && !differs(before, after)) return [];
  const event = (type: ContactEventRow['type'], change: ContactChange | null = null): ContactEventRow => ({
    ...{ organizationId, contactId: after.id, type, actor, change },
  });
  const change = (isMeant: (change: (typeof changes)[number]) => boolean): ContactChange | null => {
    const meant = changes.filter(isMeant);
    if (meant.length === 0) return null;
    const topics = meant.flatMap(({ topic }) => topic ?? []);
    const source = consent?.source;
    return {
      ...{ status: meant.some(({ topic }) => topic === null), topics, actor },
      ...(source !== undefined && { source }),
    };
  };
  const subscribed = change(({ after: state }) => state === 'SUBSCRIBED');
  // A new contact has left nothing, and one that was unsubscribed does not leave by a bounce.
  const unsubscribed = change(
    ({ topic, before: state, after: next }) =>
      before !== null && next !== 'SUBSCRIBED' && (topic !== null || state === 'SUBSCRIBED'),
  );
  return [
    event(before === null ? 'created' : 'updated'),
    ...(subscribed === null ? [] : [event('subscribed', subscribed)]),
    ...(unsubscribed === null ? [] : [event('unsubscribed', unsubscribed)]),
  ];
}

/** In the transaction of the change. Those that no endpoint, automation or run wants are not recorded. */
export async function recordContactEvents(
  client: PoolClient,
  events: readonly ContactEventRow[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ organizationId, contactId, ...same }) => ({
    ...{ id: newId(), organization_id: organizationId, contact_id: contactId },
    ...same,
  }));
  await client.query({
    name: 'contacts.record-events',
    text: 'SELECT record_contact_events($1::jsonb)',
    values: [JSON.stringify(rows)],
  });
}
