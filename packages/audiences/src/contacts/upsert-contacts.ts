import assert from 'node:assert';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { createBatcher, type Batcher } from '@postrider/runtime';
import {
  changeContact,
  changesBetween,
  differs,
  newContact,
  type ChangeAuthor,
  type ContactState,
  type ContactUpsert,
  type ContactWish,
  type StateChange,
} from './contact-change';
import { contactEventsOf, recordContactEvents, type ContactEventRow } from './contact-events';
import { removeForgottenUnsubscriptions } from './forgotten-unsubscriptions.repository';
import { isByRecipient, keepOwnChoices, type KeptChoices, type LastActor } from './own-choice';
import { recordResubscriptions, type Resubscription } from './own-choice.repository';
import {
  insertChanges,
  insertContacts,
  loadContacts,
  lockCounts,
  nameEntries,
  setTopicStates,
  updateContacts,
  type ChangeRow,
  type KnownAudience,
} from './upsert-contacts.repository';

export type UpsertResult =
  | {
      readonly kind: 'stored';
      readonly id: string;
      readonly isNew: boolean;
      /** Null: it was done as it was asked for. */
      readonly kept: KeptChoices | null;
    }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'absent' };

export interface UpsertContacts {
  /** Results in the order of the items; an item that is refused stops no other. @throws when the database does */
  (items: readonly ContactUpsert[]): Promise<UpsertResult[]>;
}

/** Of one transaction: locks of some thousand rows are held for some ten milliseconds. */
const itemsMax = 1_000;
/** A replica that inserts the same new address at the same time makes the transaction run again. */
const attemptsMax = 5;

/**
 * Upserts of all callers share transactions: a form that is posted a hundred times a second costs some commits, and never
 * more than two connections of the pool, however many callers wait.
 */
export function createUpsertContacts(options: { readonly pool: Pool }): UpsertContacts {
  const batcher: Batcher<ContactUpsert, UpsertResult> = createBatcher({
    name: 'contacts',
    batchMax: itemsMax,
    inFlightMax: 2,
    waitingMax: 20_000,
    run: (items) => upsertAll(options.pool, items),
  });
  return (items) => Promise.all(items.map((item) => batcher.submit(item)));
}

function upsertAll(pool: Pool, items: readonly ContactUpsert[]): Promise<UpsertResult[]> {
  return inUpsertTransaction(pool, (client) => upsertWithin(client, items));
}

/** Runs again when it was `Overtaken`. */
export async function inUpsertTransaction<T>(
  pool: Pool,
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTransaction(pool, run);
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === attemptsMax) throw error;
    }
  }
}

/** Another transaction has written meanwhile what was not there for this one, for example inserted its new address. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** A part of a transaction of `inUpsertTransaction`. Results in the order of the items. */
export async function upsertWithin(
  client: PoolClient,
  items: readonly ContactUpsert[],
): Promise<UpsertResult[]> {
  if (items.length === 0) return [];
  const room = await lockCounts(client, items);
  const known = await loadContacts(client, items);
  const draft = createDraft(known, room);
  const results = items.map((item) => draft.apply(item));
  const { created, changed, history, events, subscriptions, resubscriptions } = draft.written();
  const inserted = await insertContacts(client, created);
  if (inserted < created.length) throw new Overtaken();
  await nameEntries(
    client,
    created.filter(({ organizationId, emailKey }) => known.forgotten.has(`${organizationId} ${emailKey}`)),
  );
  await removeForgottenUnsubscriptions(
    client,
    created.filter(({ organizationId, emailKey }) => known.unsubscribed.has(`${organizationId} ${emailKey}`)),
  );
  await updateContacts(client, changed);
  await setTopicStates(client, subscriptions);
  await insertChanges(client, history);
  await recordResubscriptions(client, resubscriptions);
  await recordContactEvents(client, events);
  return results;
}

/** What a contact is within this transaction: the same address may come several times. */
interface Drafted {
  readonly organizationId: string;
  readonly emailKey: string;
  readonly before: ContactState | null;
  after: ContactState;
  /** Who changed it last, also within this transaction. */
  readonly lastActors: Map<string | null, LastActor>;
}

function createDraft(known: KnownAudience, room: ReadonlyMap<string, number>) {
  const left = new Map(room);
  const drafted = new Map<string, Drafted>();
  const history: ChangeRow[] = [];
  const events: ContactEventRow[] = [];
  const resubscriptions: Resubscription[] = [];

  const draftOf = (item: ContactUpsert): Drafted | null => {
    const { organizationId, email, emailKey } = item;
    const key = `${organizationId} ${emailKey}`;
    const there = drafted.get(key);
    if (there) return there;
    const before = known.contacts.get(key) ?? null;
    if (before === null) {
      const room = left.get(organizationId);
      if (room !== undefined && room <= 0) return null;
      if (room !== undefined) left.set(organizationId, room - 1);
    }
    const { after, lastActors } = before === null ? startOf(known, key, email) : continued(known, before);
    const draft = { organizationId, emailKey, before, after, lastActors };
    drafted.set(key, draft);
    return draft;
  };

  /** It takes no place, and the next item with its address is the first again. */
  const undo = ({ organizationId, emailKey }: Drafted): void => {
    drafted.delete(`${organizationId} ${emailKey}`);
    const room = left.get(organizationId);
    if (room !== undefined) left.set(organizationId, room + 1);
  };

  return {
    apply: (item: ContactUpsert): UpsertResult => {
      const unknown = item.wish.topics?.find(
        ({ topic }) => !known.topics.has(`${item.organizationId} ${topic}`),
      );
      if (unknown) {
        const error = new AppError('unknown_topic', `There is no topic ${unknown.topic}.`);
        return { kind: 'refused', error };
      }
      const key = `${item.organizationId} ${item.emailKey}`;
      const isFirst = !drafted.has(key);
      if (item.mustExist && isFirst && !known.contacts.has(key)) {
        return { kind: 'absent' };
      }
      const draft = draftOf(item);
      if (draft === null) return { kind: 'refused', error: planLimit(item.contactsMax) };
      const isNew = draft.before === null && isFirst;
      const refusal = item.admit?.({ id: draft.after.id, isNew }) ?? null;
      if (refusal !== null) {
        if (isNew) undo(draft);
        return { kind: 'refused', error: refusal };
      }
      const from = isFirst ? draft.before : draft.after;
      const isByDefault = (topic: string) => known.defaultTopics.has(`${item.organizationId} ${topic}`);
      const kept = changeDraft(draft, item, { from, isByDefault, history, events, resubscriptions });
      return { kind: 'stored', id: draft.after.id, isNew, kept };
    },
    written: () => ({ history, events, resubscriptions, ...rowsOf([...drafted.values()], known) }),
  };
}

type Start = Pick<Drafted, 'after' | 'lastActors'>;

function continued({ lastActors }: KnownAudience, after: ContactState): Start {
  return { after, lastActors: new Map(lastActors.get(after.id)) };
}

/** A new contact, with what its address was suppressed for and unsubscribed from before. */
function startOf({ suppressed, unsubscribed }: KnownAudience, key: string, email: string): Start {
  const status = suppressed.get(key);
  const topics = unsubscribed.get(key) ?? [];
  const after = newContact({ id: newId(), email }, { status, unsubscribed: topics.map(({ slug }) => slug) });
  const lastActors: Start['lastActors'] = new Map(topics.map(({ slug, actor }) => [slug, actor]));
  if (status !== undefined) lastActors.set(null, actorOfEntry[status]);
  return { after, lastActors };
}

/** @returns what stays unsubscribed although the item asks to subscribe it */
function changeDraft(
  draft: Drafted,
  item: ContactUpsert,
  {
    from,
    isByDefault,
    history,
    events,
    resubscriptions,
  }: {
    /** Before this item; null: there was none. */
    readonly from: ContactState | null;
    readonly isByDefault: (topic: string) => boolean;
    readonly history: ChangeRow[];
    readonly events: ContactEventRow[];
    readonly resubscriptions: Resubscription[];
  },
): KeptChoices | null {
  const { organizationId, lastActors, after: start } = draft;
  const { actor } = item.author;
  const heeded = keepOwnChoices(start, item.wish, { actor, lastActors });
  const isOverridden = item.resubscribe !== undefined && start.status !== 'COMPLAINED';
  const wish = isOverridden ? item.wish : heeded.wish;
  draft.after = changeContact({ ...start, email: item.email }, wish);
  const contactId = draft.after.id;
  const mayReturn = isOverridden || isByRecipient(actor);
  if (mayReturn) {
    const returns = subscribes(wish) && draft.after.status !== 'UNSUBSCRIBED';
    resubscriptions.push({ item, contactId, overridden: isOverridden ? heeded.kept : null, returns });
  }
  for (const change of [...changesBetween(from, draft.after), ...repeatedLeaving(from, draft, item)]) {
    const author = from === null ? authorOfFirst(change, draft, item) : item.author;
    history.push({ ...change, organizationId, contactId, author });
    lastActors.set(change.topic, author.actor);
  }
  const step = { before: from, after: draft.after, isByDefault };
  events.push(...contactEventsOf(organizationId, step, item.author));
  return isOverridden ? null : heeded.kept;
}

function subscribes({ status, topics = [] }: ContactWish): boolean {
  return status === 'SUBSCRIBED' || topics.some(({ state }) => state === 'SUBSCRIBED');
}

const actorOfEntry = { COMPLAINED: 'complaint', BOUNCED: 'bounce', UNSUBSCRIBED: 'recipient' } as const;

/** What a new contact starts with because of its address's past is not the choice of the call that adds it. */
function authorOfFirst(
  { topic, after }: StateChange,
  { lastActors }: Drafted,
  { author }: ContactUpsert,
): ChangeAuthor {
  const actor = lastActors.get(topic);
  if (actor === undefined || actor === 'refuted import' || after === 'SUBSCRIBED') return author;
  const source = topic === null ? 'suppression list' : 'deleted contact';
  return { actor, apiKeyId: author.apiKeyId, consent: { source } };
}

/** A recipient who leaves what a key had left for it already: from now on it is the recipient's own choice. */
function repeatedLeaving(
  from: ContactState | null,
  { lastActors }: Drafted,
  { wish, author }: ContactUpsert,
): StateChange[] {
  if (from === null || !isByRecipient(author.actor)) return [];
  const left = 'UNSUBSCRIBED' as const;
  const topics = (wish.topics ?? [])
    .filter(({ topic, state }) => state === left && from.topics.get(topic) === left)
    .map(({ topic }) => topic);
  const named = wish.status === left && from.status === left ? [null, ...topics] : topics;
  return named
    .filter((topic) => lastActors.get(topic) !== 'recipient')
    .map((topic) => ({ topic, before: left, after: left }));
}

function rowsOf(drafted: readonly Drafted[], known: KnownAudience) {
  return {
    created: drafted.filter(({ before }) => before === null),
    changed: drafted.filter(({ before, after }) => before !== null && differs(before, after)),
    subscriptions: drafted.flatMap(({ organizationId, before, after }) =>
      [...after.topics]
        .filter(([topic, state]) => before?.topics.get(topic) !== state)
        .map(([topic, state]) => {
          const topicId = known.topics.get(`${organizationId} ${topic}`);
          assert(topicId !== undefined, 'unknown topics are refused earlier');
          return { organizationId, contactId: after.id, topicId, state };
        }),
    ),
  };
}

function planLimit(contactsMax: number | null): AppError {
  assert(contactsMax !== null, 'a plan without a limit refuses no contact');
  return new AppError(
    'plan_limit',
    `The plan allows ${contactsMax} contacts. Existing contacts can still be changed. Delete some with DELETE /contacts/{id}, or ask the operator for another plan.`,
  );
}
