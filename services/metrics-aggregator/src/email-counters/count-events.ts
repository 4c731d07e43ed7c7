import assert from 'node:assert';
import type { EmailEventMessage } from '@postrider/contracts/events';
import { withTransaction, type Pool, type Queryable } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { countBroadcasts } from './count-broadcasts';
import { countDeliveryHours } from './count-delivery-hours';
import { counterColumns, toCountable, type CountableEvent } from './countable-event';
import { foldFacets } from './fold-facets';
import { sumEvents, type CounterSum } from './sum-events';

/** Counts a batch of events in one transaction; the broker forgets them once that is committed. */
export function createEventsConsumer(options: {
  readonly pool: Pool;
  readonly onCounted: (counts: { counted: number; repeated: number }) => void;
  /** Called with the events of each batch, those of test mode too. */
  readonly onEvents: (events: readonly EmailEventMessage[]) => void;
}): (batch: readonly MessageOf<'metrics-aggregator.events'>[]) => Promise<void> {
  const { pool, onCounted, onEvents } = options;
  return async (batch) => {
    const all = batch.flatMap(({ payload }) => payload.events);
    const events = all.flatMap((event) => toCountable(event) ?? []);
    const counted = await countEvents(pool, events);
    onCounted({ counted, repeated: events.length - counted });
    onEvents(all);
  };
}

/** Deadlocks cannot happen by the order of locks; should one happen nevertheless, it is no reason to fail. */
const conflictRetriesMax = 3;

/**
 * Counts each event once, however often it comes: its id and its counts are committed together.
 * @returns how many of the events were new
 */
export async function countEvents(pool: Pool, events: readonly CountableEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  return withTransaction(pool, (client) => countEventsIn(client, events), {
    retrySerialization: conflictRetriesMax,
  });
}

/** As `countEvents`, inside the caller's transaction. */
export async function countEventsIn(db: Queryable, events: readonly CountableEvent[]): Promise<number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const newIds = await insertCountedEvents(db, [...byId.keys()].sort());
  const newEvents = newIds.map((id) => {
    const event = byId.get(id);
    assert(event !== undefined, 'only ids of these events are inserted');
    return event;
  });
  const sums = await foldFacets(db, sumEvents(newEvents));
  if (sums.length > 0) await addToCounters(db, sums);
  await countBroadcasts(db, newEvents);
  await countDeliveryHours(db, newEvents);
  return newIds.length;
}

/** @param ids sorted, so that two batches with the same events wait for each other in one order */
async function insertCountedEvents(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ event_id: string }>({
    name: 'email-counters.insert-counted-events',
    text: `INSERT INTO counted_events (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING
           RETURNING event_id`,
    values: [ids],
  });
  return rows.map((row) => row.event_id);
}

const addToCountersSql = `
  INSERT INTO daily_counters AS c
         (organization_id, facet, day, domain_id, facet_key, ${counterColumns.join(', ')})
  SELECT organization_id, facet, day, domain_id, facet_key, ${counterColumns.join(', ')}
    FROM json_to_recordset($1) AS r (organization_id uuid, facet text, day date, domain_id uuid, facet_key text,
                                     ${counterColumns.map((column) => `${column} bigint`).join(', ')})
  ON CONFLICT (organization_id, facet, day, domain_id, facet_key) DO UPDATE
     SET ${counterColumns.map((column) => `${column} = c.${column} + excluded.${column}`).join(', ')}`;

/** @param sums in the order of `sumEvents` */
async function addToCounters(db: Queryable, sums: readonly CounterSum[]): Promise<void> {
  const rows = sums.map(({ key, amounts }) => ({
    organization_id: key.organizationId,
    facet: key.facet,
    day: key.day,
    domain_id: key.domainId,
    facet_key: key.facetKey,
    ...amounts,
  }));
  await db.query({
    name: 'email-counters.add-to-counters',
    text: addToCountersSql,
    values: [JSON.stringify(rows)],
  });
}
