import type { Pool } from '@postrider/db';
import { listAuditEntries, type AuditEntryRow } from '../audit/audit.repository';

/** A change by an operator. */
export interface OperatorChange {
  readonly id: string;
  readonly at: Date;
  readonly operator: string | null;
  readonly action: string;
  readonly organization: string | null;
  /** What it changed, by name where it has one. */
  readonly target: string | null;
  readonly values: readonly ChangedValue[];
}

/** As JSON, without quotes; null: there was none. */
export interface ChangedValue {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

const changesMax = 30;
const valuesMax = 10;
const valueCharsMax = 200;

/** Changes by operators since a time, the newest 30. */
export async function readChanges(pool: Pool, since: Date): Promise<OperatorChange[]> {
  const filter = { organizationId: null, actor: 'operator', since, limit: changesMax };
  const entries = await listAuditEntries(pool, filter);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.created_at,
    operator: entry.name,
    action: entry.action,
    organization: entry.organization,
    target: entry.target_name ?? entry.target_id,
    values: changedValues(entry),
  }));
}

function changedValues({ before, after }: AuditEntryRow): ChangedValue[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name, from: textOf(before?.[name]), to: textOf(after?.[name]) }))
    .filter(({ from, to }) => from !== to)
    .slice(0, valuesMax);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, valueCharsMax);
}
