import {
  addUnsubscription,
  inUpsertTransaction,
  removeUnsubscriptions,
  upsertWithin,
  type ContactWish,
  type Unsubscription,
} from '@postrider/audiences';
import type { TopicState } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import { recordEngagements, type EngagementEventRow } from '../engagement-events.repository';
import { findReader, type Reader, type ReaderLink } from './reader.repository';

/** What a reader wants. */
export type Choice =
  /** No more mail like this one: about its topic, or if it has none, bulk mail of its domain. */
  | { readonly kind: 'leave' }
  /** No bulk mail at all. */
  | { readonly kind: 'leave everything' }
  /** Bulk mail again. */
  | { readonly kind: 'return' }
  /** Takes `leave` back: the topic of the message, which may be private, or bulk mail. */
  | { readonly kind: 'undo' }
  /**
   * The boxes of the topics that were shown, and those that are ticked. Only a box that was changed is a choice; ticking one ends an
   * unsubscription from everything.
   */
  | { readonly kind: 'topics'; readonly shown: readonly string[]; readonly wanted: readonly string[] };

/** From where it was chosen: kept with the contact's history. */
export interface ChoiceProof {
  readonly at: Date;
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
}

export interface ChangedChoices {
  /** As they are now. */
  readonly reader: Reader;
  /** Of one who left by `leave`: whether only the topic. */
  readonly hasLeftTopic: boolean;
  /** Undefined: the person did not leave. */
  readonly event: EngagementEventRow | undefined;
}

export interface MadeChoice {
  readonly link: ReaderLink;
  readonly choice: Choice;
  readonly proof: ChoiceProof;
}

const userAgentCharsMax = 500;

/**
 * Changes what the reader gets, with the history and the event, in one transaction; the same choice again changes nothing. Of a
 * message of a test key it is an event and nothing else, of a test of a broadcast nothing. Null: there is no such reader.
 */
export function changeChoices(pool: Pool, made: MadeChoice): Promise<ChangedChoices | null> {
  return inUpsertTransaction(pool, async (client) => {
    const reader = await findReader(client, made.link);
    if (reader === null) return null;
    if (reader.isSample) return { reader, hasLeftTopic: false, event: undefined };
    const hasLeftTopic = reader.mode === 'live' && (await apply(client, reader, made)) === 'topic left';
    const [event] = leaves(made.choice, reader)
      ? await recordEngagements(client, [eventOf(reader, made.proof)])
      : [];
    const changed = await findReader(client, made.link);
    return changed && { reader: changed, hasLeftTopic, event };
  });
}

async function apply(client: PoolClient, reader: Reader, made: MadeChoice): Promise<'topic left' | 'done'> {
  const { choice, proof } = made;
  const change = (wish: ContactWish): Promise<boolean> => changeContact(client, reader, { wish, proof });
  switch (choice.kind) {
    case 'leave': {
      const { topic } = reader;
      if (topic && (await change({ topics: [{ topic: topic.slug, state: 'UNSUBSCRIBED' }] })))
        return 'topic left';
      await addUnsubscription(client, unsubscriptionOf(reader, proof));
      return 'done';
    }
    case 'leave everything':
      await change({ status: 'UNSUBSCRIBED' });
      await addUnsubscription(client, unsubscriptionOf(reader, proof));
      return 'done';
    case 'undo':
    case 'return': {
      const topic = choice.kind === 'undo' ? reader.topic : null;
      const topics = topic ? [{ topic: topic.slug, state: 'SUBSCRIBED' as const }] : [];
      const isContact = await change({ topics, status: 'SUBSCRIBED' });
      if (!isContact) await removeUnsubscriptions(client, unsubscriptionOf(reader, proof));
      return 'done';
    }
    case 'topics': {
      const topics = changedTopics(choice, reader);
      const returns = topics.some(({ state }) => state === 'SUBSCRIBED');
      if (topics.length > 0) await change({ topics, ...(returns && { status: 'SUBSCRIBED' }) });
      return 'done';
    }
  }
}

type TopicChoice = Extract<Choice, { kind: 'topics' }>;

/**
 * What the reader has chosen: boxes that are not as they were. A form can be made up: topics that the reader cannot see are none of
 * it. Boxes of a reader who has left are all empty; with one ticked, the others end what they hold, or they would count again.
 */
function changedTopics({ shown, wanted }: TopicChoice, { topics, hasLeft }: Reader): TopicState[] {
  const asked = new Set(shown);
  const ticked = new Set(wanted);
  const known = topics.filter(({ slug }) => asked.has(slug));
  const returns = hasLeft && known.some(({ slug }) => ticked.has(slug));
  return known
    .filter(({ slug, isSubscribed }) => {
      const isWanted = ticked.has(slug);
      if (!hasLeft) return isWanted !== isSubscribed;
      return returns && (isWanted || isSubscribed);
    })
    .map(({ slug }) => ({ topic: slug, state: ticked.has(slug) ? 'SUBSCRIBED' : 'UNSUBSCRIBED' }));
}

/** Whether mail that came before comes no more. */
function leaves(choice: Choice, reader: Reader): boolean {
  if (choice.kind !== 'topics') return choice.kind === 'leave' || choice.kind === 'leave everything';
  return !reader.hasLeft && changedTopics(choice, reader).some(({ state }) => state === 'UNSUBSCRIBED');
}

/** @returns false when there is no contact, or its topic was deleted */
async function changeContact(
  client: PoolClient,
  { organizationId, messageId, address, addressKey, contact }: Reader,
  { wish, proof }: { readonly wish: ContactWish; readonly proof: ChoiceProof },
): Promise<boolean> {
  const consent = {
    source: `link of email ${messageId}`,
    ip_address: proof.ipAddress,
    user_agent: proof.userAgent?.slice(0, userAgentCharsMax),
  };
  const [result] = await upsertWithin(client, [
    {
      ...{ organizationId, email: contact?.email ?? address, emailKey: addressKey, wish },
      ...{ author: { actor: 'recipient', apiKeyId: null, consent }, contactsMax: null, mustExist: true },
    },
  ]);
  return result?.kind === 'stored';
}

function unsubscriptionOf(
  { organizationId, addressKey, domainId, messageId }: Reader,
  { at }: ChoiceProof,
): Unsubscription {
  return { organizationId, emailKey: addressKey, domainId, sourceEmailId: messageId, at };
}

function eventOf({ messageId, ordinal }: Reader, { at }: ChoiceProof) {
  const type = 'unsubscribed' as const;
  return { id: newId(), type, messageId, ordinal, at, url: null, byMachine: false };
}
