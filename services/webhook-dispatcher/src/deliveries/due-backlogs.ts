import type { Pool, Queryable } from '@postrider/db';
import { createTtlCache, type Clock } from '@postrider/runtime';
import type { ConcurrencyLimits } from '../endpoints/concurrency-limit';
import type { Endpoint } from '../endpoints/endpoint';

/** Due deliveries of an organization's endpoints, which share them. */
const organizationDueMax = 10_000;
/** A hundred endpoints have as much each. */
const endpointDueMin = 100;

/** An endpoint for which so many deliveries are due gets no further rows until some have gone: the sweep adds them then. */
export function dueMax({ siblings }: Pick<Endpoint, 'siblings'>): number {
  return Math.max(endpointDueMin, Math.floor(organizationDueMax / siblings));
}

/** Endpoints for which too many deliveries are due. Those that wait for a retry are not due. */
export async function findWithoutRoom(
  db: Queryable,
  endpoints: readonly Pick<Endpoint, 'id' | 'siblings'>[],
  now: Date,
): Promise<Set<string>> {
  const due = await countDue(db, endpoints, now);
  return new Set(
    endpoints.filter((endpoint) => (due.get(endpoint.id) ?? 0) >= dueMax(endpoint)).map(({ id }) => id),
  );
}

/** How many deliveries are due for each of the endpoints; stops counting at `dueMax`. */
export async function countDue(
  db: Queryable,
  endpoints: readonly Pick<Endpoint, 'id' | 'siblings'>[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; due: number }>({
    name: 'deliveries.count-due',
    text: `SELECT wanted.id, counted.due
             FROM unnest($1::uuid[], $2::int[]) AS wanted (id, max)
            CROSS JOIN LATERAL (
              SELECT count(*)::int AS due FROM (
                SELECT FROM webhook_deliveries
                 WHERE endpoint_id = wanted.id AND status = 'pending' AND next_attempt_at <= $3
                 LIMIT wanted.max) due) counted`,
    values: [endpoints.map(({ id }) => id), endpoints.map(dueMax), now],
  });
  return new Map(rows.map(({ id, due }) => [id, due]));
}

/** Which endpoints may get further rows, as known a second ago. */
export interface DueBacklogs {
  withRoom(organizationId: string, endpoints: readonly Endpoint[]): Promise<readonly Endpoint[]>;
}

const ttlMs = 1_000;
const organizationsMax = 1_000;

export function createDueBacklogs(options: {
  readonly pool: Pool;
  readonly limits: ConcurrencyLimits;
  readonly clock: Clock;
}): DueBacklogs {
  const { pool, limits, clock } = options;
  const full = createTtlCache<string, ReadonlySet<string>>({ entriesMax: organizationsMax, ttlMs, clock });
  return {
    withRoom: async (organizationId, endpoints) => {
      const isBusy = (endpoint: Endpoint): boolean => limits.of(endpoint).room() === 0;
      const known = full.get(organizationId);
      // Endpoints that take more at once have no backlog, and need no look at it.
      if (!known && !endpoints.some(isBusy)) return endpoints;
      const find = (): Promise<Set<string>> => findWithoutRoom(pool, endpoints, clock.now());
      const withoutRoom = known ?? (await full.fetch(organizationId, find));
      return endpoints.filter(({ id }) => !withoutRoom.has(id));
    },
  };
}
