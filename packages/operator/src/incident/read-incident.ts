import type { Pool } from '@postrider/db';
import { listAuditEntries } from '../audit/audit.repository';
import { readFailing, readIntervals, type FailingGroup, type IncidentInterval } from './incident.repository';

/** A change by an operator. */
export interface OperatorChange {
  readonly id: string;
  readonly at: Date;
  readonly operator: string | null;
  readonly action: string;
  readonly organization: string | null;
  readonly target: string | null;
}

export interface Incident {
  readonly since: Date;
  /** Null: not counted in time. */
  readonly intervals: readonly IncidentInterval[] | null;
  /** The newest rows were counted, from this time on; null: all of them. */
  readonly countedSince: Date | null;
  /** Null: not counted in time. */
  readonly failing: readonly FailingGroup[] | null;
  /** The newest 30. */
  readonly changes: readonly OperatorChange[];
}

const hourMs = 3_600_000;
const intervalMs = 300_000;
const changesMax = 30;

/** What happened in the last hour. */
export async function readIncident(pool: Pool, now: Date): Promise<Incident> {
  const since = new Date(now.getTime() - hourMs);
  const found = await readIntervals(pool, since);
  const failing = await readFailing(pool, since);
  const filter = { organizationId: null, actor: 'operator', since, limit: changesMax };
  const entries = await listAuditEntries(pool, filter);
  const [first] = found ?? [];
  const cuts = [first?.acceptedSince, first?.happenedSince].filter((at): at is Date => at instanceof Date);
  const countedMs = Math.max(0, ...cuts.map((at) => at.getTime()));
  return {
    since,
    // Of intervals before it, only some of the figures are known.
    intervals: found?.filter(({ from }) => from.getTime() + intervalMs > countedMs) ?? null,
    countedSince: countedMs === 0 ? null : new Date(countedMs),
    failing,
    changes: entries.map((entry) => ({
      id: String(entry['id']),
      at: entry['created_at'],
      operator: entry['name'],
      action: String(entry['action']),
      organization: entry['organization'],
      target: entry['target_id'],
    })),
  };
}
