import { inUpsertTransaction, upsertWithin, type ContactWish } from '@postrider/audiences';
import { newId } from '@postrider/contracts';
import { anyFormOf, onSuppressionConflict, type Pool, type PoolClient } from '@postrider/db';
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
  /** Of the topics that were shown, these and no others. Choosing any topic ends an unsubscription from everything. */
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
 * test message it is an event and nothing else. Null: there is no such reader.
 */
export function changeChoices(pool: Pool, made: MadeChoice): Promise<ChangedChoices | null> {
  return inUpsertTransaction(pool, async (client) => {
    const reader = await findReader(client, made.link);
    if (reader === null) return null;
    const hasLeftTopic = reader.mode === 'live' && (await apply(client, reader, made)) === 'topic left';
    const [event] = leaves(made.choice, reader)
      ? await recordEngagements(client, [unsubscription(reader, made.proof)])
      : [];
    const changed = await findReader(client, made.link);
    return changed && { reader: changed, hasLeftTopic, event };
  });
}

async function apply(
  client: PoolClient,
  reader: Reader,
  { choice, proof }: MadeChoice,
): Promise<'topic left' | 'done'> {
  const change = (wish: ContactWish): Promise<boolean> => changeContact(client, reader, { wish, proof });
  switch (choice.kind) {
    case 'leave': {
      const { topic } = reader;
      if (topic && (await change({ topics: [{ topic: topic.slug, state: 'UNSUBSCRIBED' }] })))
        return 'topic left';
      await suppress(client, reader, proof);
      return 'done';
    }
    case 'leave everything':
      await change({ status: 'UNSUBSCRIBED' });
      await suppress(client, reader, proof);
      return 'done';
    case 'undo': {
      const { topic } = reader;
      const topics = topic ? [{ topic: topic.slug, state: 'SUBSCRIBED' as const }] : [];
      await change({ topics, status: 'SUBSCRIBED' });
      await removeUnsubscriptions(client, reader);
      return 'done';
    }
    case 'return':
      await change({ status: 'SUBSCRIBED' });
      await removeUnsubscriptions(client, reader);
      return 'done';
    case 'topics': {
      const { isWanted, known } = chosen(choice, reader);
      const returns = known.some(isWanted);
      const topics = known.map((slug) => {
        const state = isWanted(slug) ? ('SUBSCRIBED' as const) : ('UNSUBSCRIBED' as const);
        return { topic: slug, state };
      });
      await change({ topics, ...(returns && { status: 'SUBSCRIBED' }) });
      if (returns) await removeUnsubscriptions(client, reader);
      return 'done';
    }
  }
}

type TopicChoice = Extract<Choice, { kind: 'topics' }>;

/** A form can be made up: topics that the reader cannot see are none of it. */
function chosen({ shown, wanted }: TopicChoice, { topics }: Reader) {
  const asked = new Set(shown);
  const ticked = new Set(wanted);
  return {
    known: topics.map(({ slug }) => slug).filter((slug) => asked.has(slug)),
    isWanted: (slug: string): boolean => ticked.has(slug),
  };
}

function leaves(choice: Choice, reader: Reader): boolean {
  if (choice.kind !== 'topics') return choice.kind === 'leave' || choice.kind === 'leave everything';
  const { isWanted, known } = chosen(choice, reader);
  return reader.topics.some(
    ({ slug, isSubscribed }) => isSubscribed && known.includes(slug) && !isWanted(slug),
  );
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

const suppressSql = `
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, source_email_id, created_at)
VALUES ($1, $2, $3, 'unsubscribe', $4, $5, $6)
${onSuppressionConflict}`;

/** Stops bulk mail of the domain, also such as goes to no contact. */
async function suppress(client: PoolClient, reader: Reader, { at }: ChoiceProof): Promise<void> {
  const { organizationId, addressKey, domainId, messageId } = reader;
  await client.query({
    name: 'public-links.suppress',
    text: suppressSql,
    values: [newId(), organizationId, addressKey, domainId, messageId, at],
  });
}

/** What the reader chose once, and no bounce or complaint. Imported ones may hold for the whole organization. */
async function removeUnsubscriptions(client: PoolClient, reader: Reader): Promise<void> {
  await client.query({
    name: 'public-links.remove-unsubscriptions',
    text: `DELETE FROM suppressions WHERE organization_id = $1 AND email = ${anyFormOf('$1::uuid', '$2::text')} AND reason = 'unsubscribe'
      AND (domain_id IS NULL OR domain_id = $3)`,
    values: [reader.organizationId, reader.addressKey, reader.domainId],
  });
}

function unsubscription({ messageId, ordinal }: Reader, { at }: ChoiceProof) {
  const type = 'unsubscribed' as const;
  return { id: newId(), type, messageId, ordinal, at, url: null, byMachine: false };
}
