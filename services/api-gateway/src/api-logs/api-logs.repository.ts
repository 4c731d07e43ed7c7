import type { Principal } from '@postrider/contracts/access';
import type { ApiLogSummary, ApiLogWarning } from '@postrider/contracts/api-logs';
import { isId } from '@postrider/contracts/ids';
import { permissions } from '@postrider/contracts/statuses';
import { uuidV7Floor, uuidV7Time, type Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Binder, type Found, type Search } from '../paging/search';

/** With the request's content, if it is stored, and what belongs to the request. */
export interface WholeApiLogRow extends ApiLogSummary {
  readonly emailIds: string[] | null;
  readonly auditEntryIds: string[];
  readonly query: string | null;
  /** Null: no content is stored. */
  readonly requestHeaders: Record<string, string> | null;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
}

export interface ApiLogFilter {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** `422`, or `4xx`. */
  readonly status?: string | undefined;
  readonly error_code?: string | undefined;
  readonly key?: string | undefined;
  readonly request_id?: string | undefined;
  readonly email_id?: string | undefined;
  readonly warning?: ApiLogWarning | undefined;
  /** Both ends belong to the range. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface ApiLogsRepository {
  list(reader: Principal, page: PageStart, filter: ApiLogFilter): Promise<Found<ApiLogSummary>>;
  find(reader: Principal, id: string): Promise<WholeApiLogRow | null>;
}

export function createApiLogsRepository(pool: Pool): ApiLogsRepository {
  return {
    list: (reader, page, filter) => search(pool, apiLogsSearch(reader, page, filter)),
    find: async (reader, id) => {
      const { text, values } = findStatement(reader, id);
      const { rows } = await pool.query<WholeApiLogRow>({ text, values: [...values] });
      return rows[0] ?? null;
    },
  };
}

/** Stored where the client chose it; else the entry has the request's id. */
const requestIdSql = 'coalesce(c.request_id, c.id::text)';

const summaryColumns = `'api_log' AS object, c.id, ${requestIdSql} AS request_id, c.method, c.path, c.status, c.error_code,
  json_build_object('id', c.api_key_id, 'name',
    (SELECT name FROM api_keys WHERE id = c.api_key_id AND organization_id = c.organization_id)) AS key,
  round(c.duration_ms::numeric, 1)::float8 AS duration_ms, c.request_bytes, c.response_bytes, c.metadata_bytes,
  c.unknown_fields, c.is_replay AS idempotent_replay, coalesce(c.warnings, '{}') AS warnings,
  ${isoTimeSql('c.created_at')} AS created_at`;

/** A row is short, and neighbours are stored together: this many take a few milliseconds. */
const lookedAtMax = 10_000;

export function apiLogsSearch(
  reader: Principal,
  { limit, beforeId }: PageStart,
  filter: ApiLogFilter,
): Search {
  const bind = createBinder();
  const bounds = idBounds(filter, beforeId, bind);
  const arms = armsOf(reader, filter, bind).map(
    (conditions) => (rowsMax: number) =>
      `SELECT * FROM api_request_logs l WHERE ${[...conditions, ...bounds].join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
  );
  const candidateValues = bind.values.length;
  return {
    candidates: (rowsMax) => {
      const [first, ...others] = arms.map((arm) => arm(rowsMax));
      if (first === undefined || others.length === 0) return first ?? '';
      const merged = [first, ...others].map((arm) => `(${arm})`).join(' UNION ALL ');
      return `SELECT * FROM (${merged}) l ORDER BY id DESC LIMIT ${rowsMax}`;
    },
    filters: [...filtersOf(filter, bind), ...keyFilters(reader, bind)],
    lookedAtMax,
    columns: summaryColumns,
    limit,
    values: bind.values,
    candidateValues,
  };
}

/** Conditions of candidates, by an index that ends with the id or by bounds on it; several merged, if there are several. */
function armsOf({ organization }: Principal, filter: ApiLogFilter, bind: Binder): readonly string[][] {
  const own = `organization_id = ${bind.value('organization', organization.id, 'uuid')}`;
  const { request_id: requestId, error_code: code, status } = filter;
  if (requestId !== undefined) {
    const chosen = [own, `request_id = ${bind.value('request', requestId, 'text')}`];
    return isId(requestId)
      ? [chosen, [own, `id = ${bind.value('request as id', requestId, 'uuid')}`]]
      : [chosen];
  }
  if (filter.warning !== undefined) return [[own, 'warnings IS NOT NULL']];
  if (code !== undefined || /^[45]/.test(status ?? '')) return [[own, 'error_code IS NOT NULL']];
  return [[own]];
}

function around(
  time: Date,
  { beforeMs, afterMs }: { readonly beforeMs: number; readonly afterMs: number },
  bind: Binder,
): string[] {
  const [from, to] = [uuidV7Floor(time, -beforeMs), uuidV7Floor(time, afterMs)];
  return [`id >= ${bind.value(`from ${from}`, from, 'uuid')}`, `id < ${bind.value(`to ${to}`, to, 'uuid')}`];
}

/** From the arrival of a request until it made the email's id: its body may take a minute. */
const sendMs = 120_000;
/** Clocks, and that both ends of a range belong to it. */
const idSkewMs = 1_000;

function idBounds(
  { email_id: emailId, since, until }: ApiLogFilter,
  beforeId: string | null,
  bind: Binder,
): string[] {
  const bounds: string[] = [];
  if (beforeId !== null) bounds.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  if (since !== undefined)
    bounds.push(`id >= ${bind.value('first id', uuidV7Floor(new Date(since), -idSkewMs), 'uuid')}`);
  if (until !== undefined)
    bounds.push(`id < ${bind.value('end id', uuidV7Floor(new Date(until), idSkewMs), 'uuid')}`);
  if (emailId !== undefined)
    bounds.push(...around(uuidV7Time(emailId), { beforeMs: sendMs, afterMs: idSkewMs }, bind));
  return bounds;
}

function filtersOf(filter: ApiLogFilter, bind: Binder): string[] {
  const { method, path, status, error_code: code, key, request_id: requestId, email_id: emailId } = filter;
  const filters: string[] = [];
  if (method !== undefined) filters.push(`c.method = ${bind.value('method', method, 'text')}`);
  if (path !== undefined) filters.push(`starts_with(c.path, ${bind.value('path', path, 'text')})`);
  if (status !== undefined) filters.push(statusFilter(status, bind));
  if (code !== undefined) filters.push(`c.error_code = ${bind.value('code', code, 'text')}`);
  if (key !== undefined) filters.push(`c.api_key_id = ${bind.value('key', key, 'uuid')}`);
  if (requestId !== undefined) filters.push(`${requestIdSql} = ${bind.value('request', requestId, 'text')}`);
  if (emailId !== undefined) filters.push(`${bind.value('email', emailId, 'uuid')} = ANY(c.email_ids)`);
  if (filter.warning !== undefined)
    filters.push(`${bind.value('warning', filter.warning, 'text')} = ANY(c.warnings)`);
  if (filter.since !== undefined)
    filters.push(`c.created_at >= ${bind.value('since', new Date(filter.since), 'timestamptz')}`);
  if (filter.until !== undefined)
    filters.push(`c.created_at <= ${bind.value('until', new Date(filter.until), 'timestamptz')}`);
  return filters;
}

function statusFilter(status: string, bind: Binder): string {
  if (!status.endsWith('xx')) return `c.status = ${bind.value('status', Number(status), 'smallint')}`;
  const from = bind.value('status', Number(status[0]) * 100, 'smallint');
  return `c.status >= ${from} AND c.status < ${from} + 100`;
}

/**
 * Requests of keys that may do no more than the reader: of its domains, of its permission or a lower one, and for a test key of test
 * keys. What an unrestricted live ADMIN key may see is everything.
 */
function keyFilters({ organization, mode, permission, domainIds }: Principal, bind: Binder): string[] {
  const conditions: string[] = [];
  if (mode === 'test') conditions.push("k.mode = 'test'");
  if (permission !== 'ADMIN') {
    const lower = permissions.slice(0, permissions.indexOf(permission) + 1);
    conditions.push(`k.permission = ANY(${bind.value('permissions', lower, 'text[]')})`);
  }
  if (domainIds !== null)
    conditions.push(`k.domain_ids <> '{}' AND k.domain_ids <@ ${bind.value('domains', domainIds, 'uuid[]')}`);
  if (conditions.length === 0) return [];
  const organizationId = bind.value('organization', organization.id, 'uuid');
  return [
    `c.api_key_id IN (SELECT k.id FROM api_keys k WHERE k.organization_id = ${organizationId} AND ${conditions.join(' AND ')})`,
  ];
}

/** An audit entry's id is made a moment after its request came, by a clock that may be another. */
const auditSkewMs = 60_000;
const auditEntriesMax = 100;
/** Of the two minutes after the request arrived. */
const auditEntriesLookedAtMax = 5_000;

function findStatement(
  reader: Principal,
  id: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  const bind = createBinder();
  const organization = bind.value('organization', reader.organization.id, 'uuid');
  const received = uuidV7Time(id);
  const conditions = [
    `c.id = ${bind.value('id', id, 'uuid')}`,
    `c.organization_id = ${organization}`,
    ...keyFilters(reader, bind),
  ];
  const from = bind.value('first entry', uuidV7Floor(received, -auditSkewMs), 'uuid');
  const to = bind.value('end entry', uuidV7Floor(received, sendMs + auditSkewMs), 'uuid');
  const text = `SELECT ${summaryColumns}, c.email_ids AS "emailIds", kept.query,
      kept.request_headers AS "requestHeaders", kept.request_body AS "requestBody", kept.response_body AS "responseBody",
      ARRAY(SELECT a.id::text FROM (
              SELECT id, request_id FROM audit_entries
               WHERE organization_id = ${organization} AND id >= ${from} AND id < ${to}
               ORDER BY id LIMIT ${auditEntriesLookedAtMax}) a
             WHERE a.request_id = ${requestIdSql} ORDER BY a.id LIMIT ${auditEntriesMax}) AS "auditEntryIds"
    FROM api_request_logs c LEFT JOIN api_request_contents kept ON kept.log_id = c.id AND kept.organization_id = ${organization}
   WHERE ${conditions.join(' AND ')}`;
  return { text, values: bind.values };
}
