import type { Pool } from '@postrider/db';
import { readChanges, type OperatorChange } from './changes.repository';
import {
  readBusyOrganizations,
  readFailing,
  readIntervals,
  type BusyOrganization,
  type FailingGroup,
  type IncidentInterval,
} from './incident.repository';

export interface Incident {
  readonly since: Date;
  /** Null: not counted in time. */
  readonly intervals: readonly IncidentInterval[] | null;
  /** The newest rows were counted, from this time on; null: all of them. */
  readonly countedSince: Date | null;
  /** Null: not counted in time. */
  readonly failing: readonly FailingGroup[] | null;
  /** Null: not counted in time. */
  readonly organizations: readonly BusyOrganization[] | null;
  readonly changes: readonly OperatorChange[];
}

const hourMs = 3_600_000;
const intervalMs = 300_000;

/** What happened in the last hour. */
export async function readIncident(pool: Pool, now: Date): Promise<Incident> {
  const since = new Date(now.getTime() - hourMs);
  const found = await readIntervals(pool, since);
  const failing = await readFailing(pool, since);
  const organizations = await readBusyOrganizations(pool, since);
  const [first] = found ?? [];
  const cuts = [first?.acceptedSince, first?.happenedSince].filter((at): at is Date => at instanceof Date);
  const countedMs = Math.max(0, ...cuts.map((at) => at.getTime()));
  return {
    since,
    // Of intervals before it, only some of the figures are known.
    intervals: found?.filter(({ from }) => from.getTime() + intervalMs > countedMs) ?? null,
    countedSince: countedMs === 0 ? null : new Date(countedMs),
    failing,
    organizations,
    changes: await readChanges(pool, since),
  };
}
