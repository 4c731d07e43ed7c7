import type { Pool, PoolClient } from 'pg';
import { isSweepDue, lockSweepCursor, moveSweepCursor } from '../sweep-cursor';
import { withTransaction } from '../transaction';
import { uuidV7Floor } from '../uuid-v7';

/** A pass over the events: how far behind the present it stays, and the name of its cursor. */
export interface SweepPass {
  readonly cursor: string;
  readonly lagMs: number;
}

/**
 * The first pass follows the present closely. The second catches what was committed long after its id was made,
 * by a transaction that waited for a lock or a process that was frozen, when the first had gone by.
 */
export function sweepPasses(service: string): readonly SweepPass[] {
  return [
    { cursor: `${service}.missed-events`, lagMs: 10_000 },
    { cursor: `${service}.late-events`, lagMs: 15 * 60_000 },
  ];
}

export type SweptTable = 'email_events' | 'inbound_emails' | 'contact_events';

/** Events to look at: by id, after `after` and before `before`, no more than `limit`, of interest or not. */
export interface SweepStretch {
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

/** How many events of a stretch were looked at, and the last of them. */
export interface SweptEvents {
  readonly size: number;
  readonly lastId: string | null;
}

/**
 * One page of a pass, in one transaction with its cursor: a process that is killed in between has changed nothing.
 * @returns whether the page was full: there is more
 */
export async function sweepEvents(
  pool: Pool,
  { cursor, lagMs }: SweepPass,
  page: {
    readonly table: SweptTable;
    readonly now: Date;
    readonly limit: number;
    readonly look: (client: PoolClient, stretch: SweepStretch) => Promise<SweptEvents>;
  },
): Promise<boolean> {
  const { table, now, limit, look } = page;
  const before = uuidV7Floor(new Date(now.getTime() - lagMs));
  if (!(await isSweepDue(pool, { table, cursor, before }))) return false;
  return withTransaction(pool, async (client) => {
    const after = await lockSweepCursor(client, cursor);
    if (after === null || after >= before) return false;
    const { size, lastId } = await look(client, { after, before, limit });
    const isFull = size === limit && lastId !== null;
    await moveSweepCursor(client, cursor, isFull ? lastId : before);
    return isFull;
  });
}
