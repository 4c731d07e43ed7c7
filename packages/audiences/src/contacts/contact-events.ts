import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { ContactChange } from '@postrider/contracts/webhooks';
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

export interface ContactStep {
  /** Null: the contact is new. */
  readonly before: ContactState | null;
  readonly after: ContactState;
  /** Whether contacts are subscribed to a topic, by its slug, until they choose. */
  readonly isByDefault: (topic: string) => boolean;
}

/**
 * What a change of a contact reports. `updated` reports every change of an existing contact; `subscribed` and `unsubscribed` come in
 * addition, one of each at most, whatever the number of topics. Imports report nothing: a file may have a million rows.
 */
export function contactEventsOf(
  organizationId: string,
  { before, after, isByDefault }: ContactStep,
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
  // Automations start by it, so a subscription must have ended: a new contact and one that received nothing have none to end.
  const hadSubscription = ({ topic, before: state }: (typeof changes)[number]): boolean =>
    before?.status === 'SUBSCRIBED' &&
    (state === 'SUBSCRIBED' || (topic !== null && state === null && isByDefault(topic)));
  const unsubscribed = change((each) => each.after !== 'SUBSCRIBED' && hadSubscription(each));
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
