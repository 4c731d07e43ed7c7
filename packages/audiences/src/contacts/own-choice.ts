import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import type { ContactState, ContactWish } from './contact-change';

/** What stays unsubscribed although a call asked to subscribe it. */
export interface KeptChoices {
  /** The status of the contact. */
  readonly status: boolean;
  /** Slugs. */
  readonly topics: readonly string[];
}

/** `refuted import`: an import, for words of its file that this call knows to mean a subscription. */
export type LastActor = SubscriptionChangeActor | 'refuted import';

/** Who made the last change of the status (null) or of a topic (its slug); undefined: it never changed. */
export type LastActors = ReadonlyMap<string | null, LastActor>;

/**
 * Who unsubscribed by an act of the recipient: by a link or the preferences page, or at the service that an imported list comes
 * from. A key or an automation does not override them.
 */
const recipientActs: ReadonlySet<LastActor> = new Set<LastActor>([
  'recipient',
  'form',
  'import',
  'complaint',
]);

/** The recipient returns: by a link or the preferences page, or by confirming a signup. */
export function isByRecipient(actor: SubscriptionChangeActor): boolean {
  return actor === 'recipient' || actor === 'form';
}

/**
 * The one rule about who may subscribe a contact that is unsubscribed. The recipient may. An import never does: a file does not
 * know what happened after it was written. Its one exception takes back what an earlier import made of the same words by mistake. A key and an automation do unless the recipient unsubscribed by themselves. A contact
 * that left as a whole gets no new subscriptions either: they would begin to count when it returns.
 *
 * @returns the wish without what it may not do, and what that was; null: it may do everything
 */
export function keepOwnChoices(
  contact: Pick<ContactState, 'status' | 'topics'>,
  wish: ContactWish,
  by: { readonly actor: SubscriptionChangeActor; readonly lastActors: LastActors },
): { readonly wish: ContactWish; readonly kept: KeptChoices | null } {
  if (isByRecipient(by.actor)) return { wish, kept: null };
  const isKept = (topic: string | null): boolean => {
    const last = by.lastActors.get(topic);
    if (last === 'refuted import') return false;
    return by.actor === 'import' || (last !== undefined && recipientActs.has(last));
  };
  const hasLeft = contact.status === 'COMPLAINED' || (contact.status === 'UNSUBSCRIBED' && isKept(null));
  const status = hasLeft && wish.status === 'SUBSCRIBED';
  const topics = (wish.topics ?? [])
    .filter(
      ({ topic, state }) =>
        state === 'SUBSCRIBED' &&
        (hasLeft || (contact.topics.get(topic) === 'UNSUBSCRIBED' && isKept(topic))),
    )
    .map(({ topic }) => topic);
  if (!status && topics.length === 0) return { wish, kept: null };
  const refused = new Set(topics);
  const { status: wanted, ...rest } = wish;
  return {
    wish: {
      ...rest,
      ...(!status && { status: wanted }),
      topics: wish.topics?.filter(({ topic, state }) => state !== 'SUBSCRIBED' || !refused.has(topic)),
    },
    kept: { status, topics: [...refused] },
  };
}
