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
  const names = await readNames(pool, entries);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.created_at,
    operator: entry.name,
    action: entry.action,
    organization: entry.organization,
    target: names.get(`${entry.target_type} ${entry.target_id ?? ''}`) ?? entry.target_id,
    values: changedValues(entry),
  }));
}

/** Of what still exists, by type and id. Sites, queues, sources and transports have names for ids. */
const namesSql = `
SELECT 'domain ' || id AS key, name FROM domains WHERE id = ANY ($1::uuid[])
UNION ALL SELECT 'organization ' || id, name FROM organizations WHERE id = ANY ($1::uuid[])
UNION ALL SELECT 'api_key ' || id, name FROM api_keys WHERE id = ANY ($1::uuid[])
UNION ALL SELECT 'user ' || id, email FROM users WHERE id = ANY ($1::uuid[])
UNION ALL SELECT 'broadcast ' || id, name FROM broadcasts WHERE id = ANY ($1::uuid[])
UNION ALL SELECT 'webhook ' || id, url FROM webhook_endpoints WHERE id = ANY ($1::uuid[])`;

async function readNames(
  pool: Pool,
  entries: readonly AuditEntryRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ target_id: id }) => (id !== null && isUuid.test(id) ? [id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ key: string; name: string | null }>(namesSql, [ids]);
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name]])));
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
