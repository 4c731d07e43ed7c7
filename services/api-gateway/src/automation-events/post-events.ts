import assert from 'node:assert';
import {
  checkTriggeringEvents,
  inUpsertTransaction,
  Overtaken,
  upsertWithin,
  type ContactUpsert,
  type UpsertResult,
} from '@postrider/audiences';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { Pool, PoolClient } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import {
  addUsage,
  findAddresses,
  findAnswers,
  findSingleRuns,
  findTriggers,
  insertEvents,
  insertKeys,
  insertRuns,
  lockUsage,
  triggerName,
  wakeRuns,
  type ContactAddress,
  type NewEvent,
  type NewRun,
  type PostedAnswer,
  type Trigger,
  type DayUsage,
} from './post-events.repository';

/** An event as a request asks for it. */
export interface EventToPost extends Omit<ContactUpsert, 'email' | 'emailKey' | 'mustExist' | 'admit'> {
  /** Of whom; of a contact that is not there, an address makes one. */
  readonly whose: ContactAddress | { readonly contactId: string };
  readonly event: string;
  /** That the contact entered. */
  readonly segmentId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** `hashBody` of the request; null: it has no key, or comes from no client. */
  readonly bodyHash: string | null;
  /** It ends waits, and starts no runs. */
  readonly startsNothing?: boolean;
  /** Of a day; null: as many as there are. */
  readonly newContactsMax: number | null;
  readonly runsMax: number | null;
}

export type PostResult =
  | { readonly kind: 'posted'; readonly answer: PostedAnswer; readonly isReplay: boolean }
  | { readonly kind: 'refused'; readonly error: AppError };

const keptMs = 24 * 3_600_000;
const dayMs = 86_400_000;

/** Whom an item concerns is known; what of it begins is decided. */
interface Draft {
  readonly item: EventToPost;
  readonly address: ContactAddress;
  readonly triggers: readonly Trigger[];
  starts: readonly Trigger[];
}

/**
 * Posts events in one transaction. What one of them is refused for is written for none of its parts, and stops no other.
 * The quotas of a day hold exactly: each transaction locks the row that it counts on. Items have distinct idempotency keys.
 * @returns results in the order of the items
 */
export async function postEvents(
  options: { readonly pool: Pool; readonly clock: Clock },
  items: readonly EventToPost[],
): Promise<PostResult[]> {
  const now = options.clock.now();
  return inUpsertTransaction(options.pool, async (client) => {
    const answers = await findAnswers(client, items.flatMap(keyOf), now);
    const results = new Map<EventToPost, PostResult>();
    for (const item of items) {
      const answer = answers.get(keyName(item));
      if (answer !== undefined) results.set(item, { kind: 'posted', answer, isReplay: true });
    }
    const fresh = items.filter((item) => !results.has(item));
    const drafts = await draftEvents(client, fresh);
    for (const [item, result] of await post(client, drafts, now)) results.set(item, result);
    return items.map((item) => results.get(item) ?? notFound());
  });
}

function notFound(): PostResult {
  return { kind: 'refused', error: new AppError('not_found', 'There is no contact with this contact_id.') };
}

/** Those whose contact is known. */
async function draftEvents(client: PoolClient, items: readonly EventToPost[]): Promise<Draft[]> {
  if (items.length === 0) return [];
  const byId = items.flatMap(({ organizationId, whose }) =>
    'contactId' in whose ? [{ organizationId, contactId: whose.contactId }] : [],
  );
  const addresses = await findAddresses(client, byId);
  const triggers = await findMetTriggers(client, items);
  return items.flatMap((item) => {
    const { organizationId, whose } = item;
    const address = 'contactId' in whose ? addresses.get(`${organizationId} ${whose.contactId}`) : whose;
    if (address === undefined) return [];
    return [{ item, address, triggers: triggers.get(item) ?? [], starts: [] }];
  });
}

/** Triggers by the item that starts them: those whose conditions it meets. */
async function findMetTriggers(
  client: PoolClient,
  items: readonly EventToPost[],
): Promise<ReadonlyMap<EventToPost, readonly Trigger[]>> {
  const triggers = await findTriggers(client, items);
  const begun = items.flatMap((item) =>
    item.startsNothing ? [] : (triggers.get(triggerName(item)) ?? []).map((trigger) => ({ item, trigger })),
  );
  const asked = begun.filter(({ trigger }) => trigger.if !== null);
  const met = await checkTriggeringEvents(
    client,
    asked.map(({ item, trigger }) => ({ properties: item.properties, conditions: trigger.if?.all ?? [] })),
  );
  const unmet = new Set(asked.filter((_, index) => met[index] !== true));
  const started = Map.groupBy(
    begun.filter((each) => !unmet.has(each)),
    ({ item }) => item,
  );
  return new Map([...started].map(([item, each]) => [item, each.map(({ trigger }) => trigger)]));
}

async function post(
  client: PoolClient,
  drafts: readonly Draft[],
  now: Date,
): Promise<(readonly [EventToPost, PostResult])[]> {
  if (drafts.length === 0) return [];
  const day = now.toISOString().slice(0, 10);
  const counted = drafts
    .map(({ item }) => item)
    .filter(({ newContactsMax, runsMax }) => newContactsMax !== null || runsMax !== null);
  const organizationIds = [...new Set(counted.map(({ organizationId }) => organizationId))].sort();
  const quotas = createQuotas(await lockUsage(client, organizationIds, day), now);
  const running = await runningSingles(client, drafts);
  const upserted = await upsertWithin(
    client,
    drafts.map((draft) => upsertOf(draft, { quotas, running })),
  );
  const events = drafts.flatMap((draft, index) => eventOf(draft, upserted[index]));
  await write(client, events, now);
  await addUsage(client, quotas.used, day);
  const answers = new Map(events.map(({ draft, event }) => [draft, event]));
  return drafts.map((draft, index) => [draft.item, resultOf(answers.get(draft), upserted[index])]);
}

async function runningSingles(client: PoolClient, drafts: readonly Draft[]): Promise<Set<string>> {
  const asked = drafts.flatMap(({ item: { organizationId }, address: { emailKey }, triggers }) =>
    triggers
      .filter(({ onePerContact }) => onePerContact)
      .map(({ automationId }) => ({ automationId, organizationId, emailKey })),
  );
  return new Set(await findSingleRuns(client, asked));
}

function upsertOf(
  draft: Draft,
  { quotas, running }: { readonly quotas: Quotas; readonly running: Set<string> },
): ContactUpsert {
  const { item, address, triggers } = draft;
  const { organizationId, wish, author, contactsMax } = item;
  return {
    ...{ organizationId, wish, author, contactsMax, ...address },
    mustExist: 'contactId' in item.whose,
    admit: ({ id, isNew }) => {
      const starts = triggers.filter(
        ({ automationId, onePerContact }) => !onePerContact || !running.has(`${automationId} ${id}`),
      );
      const refusal = quotas.take(item, { contacts: isNew ? 1 : 0, runs: starts.length });
      if (refusal !== null) return refusal;
      draft.starts = starts;
      for (const { automationId, onePerContact } of starts) {
        if (onePerContact) running.add(`${automationId} ${id}`);
      }
      return null;
    },
  };
}

interface Quotas {
  readonly used: ReadonlyMap<string, DayUsage>;
  /** @returns why there is not so much left, and takes nothing then */
  take(item: EventToPost, wanted: DayUsage): AppError | null;
}

function createQuotas(before: ReadonlyMap<string, DayUsage>, now: Date): Quotas {
  const used = new Map<string, DayUsage>();
  const retryAfterSeconds = Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000);
  return {
    used,
    take: ({ organizationId, newContactsMax, runsMax }, wanted) => {
      const known = before.get(organizationId);
      if (known === undefined) return null;
      const taken = used.get(organizationId) ?? { contacts: 0, runs: 0 };
      const after = { contacts: taken.contacts + wanted.contacts, runs: taken.runs + wanted.runs };
      if (
        wanted.contacts > 0 &&
        newContactsMax !== null &&
        known.contacts + after.contacts > newContactsMax
      ) {
        const message = `Events may create ${newContactsMax} contacts per day (UTC); this limit is reached.`;
        return new AppError('contact_quota_exceeded', message, { retryAfterSeconds });
      }
      if (wanted.runs > 0 && runsMax !== null && known.runs + after.runs > runsMax) {
        const message = `Events may start ${runsMax} automation runs per day (UTC); the ${wanted.runs} of this event exceed the limit.`;
        return new AppError('run_quota_exceeded', message, { retryAfterSeconds });
      }
      used.set(organizationId, after);
      return null;
    },
  };
}

interface DraftedEvent {
  readonly draft: Draft;
  readonly event: NewEvent;
}

function eventOf(draft: Draft, upserted: UpsertResult | undefined): DraftedEvent[] {
  assert(upserted !== undefined, 'a result for each upsert');
  if (upserted.kind !== 'stored') return [];
  const { organizationId, event, properties, bodyHash } = draft.item;
  const answer = { id: newId(), event, contactId: upserted.id, runsStarted: draft.starts.length, bodyHash };
  return [{ draft, event: { ...answer, organizationId, properties } }];
}

async function write(client: PoolClient, drafted: readonly DraftedEvent[], now: Date): Promise<void> {
  if (drafted.length === 0) return;
  const events = drafted.map(({ event }) => event);
  await insertEvents(client, events, now);
  await wakeRuns(client, events);
  const runs = drafted.flatMap(({ draft, event }) =>
    draft.starts.map((trigger): NewRun => ({ ...trigger, id: newId(), eventId: event.id })),
  );
  if ((await insertRuns(client, runs)) < runs.length) throw new Overtaken();
  const keys = drafted.flatMap(({ draft, event }) => {
    const { idempotencyKey: key } = draft.item;
    return key === null ? [] : [{ ...event, key }];
  });
  const times = { now, expiresAt: new Date(now.getTime() + keptMs) };
  if ((await insertKeys(client, keys, times)) < keys.length) throw new Overtaken();
}

function resultOf(event: NewEvent | undefined, upserted: UpsertResult | undefined): PostResult {
  if (event !== undefined) {
    const { id, contactId, runsStarted, bodyHash, event: name } = event;
    return { kind: 'posted', answer: { id, contactId, runsStarted, bodyHash, event: name }, isReplay: false };
  }
  return upserted?.kind === 'refused' ? upserted : notFound();
}

function keyOf({ organizationId, idempotencyKey: key }: EventToPost) {
  return key === null ? [] : [{ organizationId, key }];
}

/** Without a key, the name of none: an organization's id alone. */
export function keyName({ organizationId, idempotencyKey }: EventToPost): string {
  return `${organizationId} ${idempotencyKey ?? ''}`;
}
