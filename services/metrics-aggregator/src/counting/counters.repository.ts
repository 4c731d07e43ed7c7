import { type Pool, type Queryable, withTransaction } from '@postrider/db';
import { counterColumns, type CountableEvent } from './countable-event';
import { foldKinds } from './fold-kinds';
import { sumEvents, type CounterSum } from './sum-events';

/** Deadlocks cannot happen by the order of locks; should one happen nevertheless, it is no reason to fail. */
const CONFLICT_RETRIES = 3;

/**
 * Counts each event once, however often it comes: its id and its counts are committed together.
 * @returns how many of the events were new
 */
export async function countEvents(pool: Pool, events: readonly CountableEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  return withTransaction(pool, (client) => countEventsIn(client, events), {
    retrySerialization: CONFLICT_RETRIES,
  });
}

/** As `countEvents`, inside the caller's transaction. */
export async function countEventsIn(db: Queryable, events: readonly CountableEvent[]): Promise<number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const newIds = await insertCountedEvents(db, [...byId.keys()].sort());
  const sums = await foldKinds(db, sumEvents(newIds.flatMap((id) => byId.get(id) ?? [])));
  if (sums.length > 0) await addToCounters(db, sums);
  return newIds.length;
}

/** @param ids sorted, so that two batches with the same events wait for each other in one order */
async function insertCountedEvents(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ event_id: string }>({
    name: 'counted-events-insert',
    text: `INSERT INTO counted_events (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING
           RETURNING event_id`,
    values: [ids],
  });
  return rows.map((row) => row.event_id);
}

const placeOf = (position: number): string => `$${position + 6}::bigint[]`;
const addStatement = `
  INSERT INTO daily_counters AS c
         (organization_id, facet, day, domain_id, facet_key, ${counterColumns.join(', ')})
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::date[], $4::uuid[], $5::text[],
                       ${counterColumns.map((_column, position) => placeOf(position)).join(', ')})
  ON CONFLICT (organization_id, facet, day, domain_id, facet_key) DO UPDATE
     SET ${counterColumns.map((column) => `${column} = c.${column} + excluded.${column}`).join(', ')}`;

/** @param sums in the order of `sumEvents` */
async function addToCounters(db: Queryable, sums: readonly CounterSum[]): Promise<void> {
  await db.query({
    name: 'daily-counters-add',
    text: addStatement,
    values: [
      sums.map(({ key }) => key.organizationId),
      sums.map(({ key }) => key.facet),
      sums.map(({ key }) => key.day),
      sums.map(({ key }) => key.domainId),
      sums.map(({ key }) => key.facetKey),
      ...counterColumns.map((_column, position) => sums.map(({ amounts }) => amounts[position] ?? 0)),
    ],
  });
}
