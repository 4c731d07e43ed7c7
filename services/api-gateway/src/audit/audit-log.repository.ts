import type { AuditEntryResource } from '@postrider/contracts/audit';
import { isId } from '@postrider/contracts/ids';
import { auditTargetName, shownAuditValue, uuidV7Floor, type Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Binder, type Found, type Search } from '../paging/search';

export interface AuditFilter {
  readonly action?: string | undefined;
  /** Id of who did it, or a type of actors. */
  readonly actor?: string | undefined;
  /** Id of what it was done to, or its type. */
  readonly target?: string | undefined;
  /** Both ends belong to the range. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditLogRepository {
  list(organizationId: string, page: PageStart, filter: AuditFilter): Promise<Found<AuditEntryResource>>;
}

export function createAuditLogRepository(pool: Pool): AuditLogRepository {
  return {
    list: (organizationId, page, filter) => search(pool, auditSearch(organizationId, page, filter)),
  };
}

const columns = `'audit_entry' AS object, c.id, c.action,
  json_build_object('type', c.actor_type, 'id', c.actor_id, 'name', c.actor_name) AS actor,
  json_build_object('type', c.target_type, 'id', c.target_id, 'name', ${auditTargetName}) AS target,
  ${shownAuditValue('before')}, ${shownAuditValue('after')}, c.request_id, ${isoTimeSql('c.created_at')} AS created_at,
  ${isoTimeSql('c.last_changed_at')} AS last_changed_at`;

/** An entry's id is made by the process that writes it, its time by PostgreSQL: their clocks may differ. */
const idSkewMs = 60_000;

function auditSearch(organizationId: string, { limit, beforeId }: PageStart, filter: AuditFilter): Search {
  const bind = createBinder();
  const driven = [`organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
  if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  const { since, until } = filter;
  if (since !== undefined)
    driven.push(`id >= ${bind.value('first id', uuidV7Floor(new Date(since), -idSkewMs), 'uuid')}`);
  if (until !== undefined)
    driven.push(`id < ${bind.value('end id', uuidV7Floor(new Date(until), idSkewMs), 'uuid')}`);
  const candidateValues = bind.values.length;
  return {
    candidates: (rowsMax) =>
      `SELECT * FROM audit_entries WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    filters: filtersOf(filter, bind),
    columns,
    limit,
    values: bind.values,
    candidateValues,
  };
}

function filtersOf({ action, actor, target, since, until }: AuditFilter, bind: Binder): string[] {
  const filters: string[] = [];
  if (action !== undefined) filters.push(`c.action = ${bind.value('action', action, 'text')}`);
  if (actor !== undefined && isId(actor)) filters.push(`c.actor_id = ${bind.value('actor', actor, 'uuid')}`);
  if (actor !== undefined && !isId(actor))
    filters.push(`c.actor_type = ${bind.value('actor', actor, 'text')}`);
  if (target !== undefined) {
    const named = bind.value('target', target, 'text');
    filters.push(`(c.target_id = ${named} OR c.target_type = ${named})`);
  }
  if (since !== undefined)
    filters.push(`c.created_at >= ${bind.value('since', new Date(since), 'timestamptz')}`);
  if (until !== undefined)
    filters.push(`c.created_at <= ${bind.value('until', new Date(until), 'timestamptz')}`);
  return filters;
}
