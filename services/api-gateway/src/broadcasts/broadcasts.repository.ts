import assert from 'node:assert';
import type { BroadcastLocalTime } from '@postrider/audiences';
import type { AuditVerb } from '@postrider/contracts/audit';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { BroadcastStatus } from '@postrider/contracts/statuses';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';
import {
  fieldColumns,
  fieldValues,
  rowColumns,
  summaryColumns,
  type BroadcastFields,
  type BroadcastRow,
  isSameContent,
  type BroadcastSummaryRow,
} from './broadcast-row';
import { recordBroadcastChange } from './record-broadcast-change';

/** A broadcast as far as a key may see it. */
export interface BroadcastName {
  readonly organizationId: string;
  readonly id: string;
  /** Null: every domain. */
  readonly domainIds: readonly string[] | null;
}

/** Where it stands; the rest of its life is the send-worker's to write. */
export interface BroadcastState {
  readonly status: BroadcastStatus;
  readonly scheduledAt: Date | null;
  readonly canceledAt: Date | null;
  readonly pausedAt: Date | null;
  /** Null: all contacts get it at once. */
  readonly localTime: BroadcastLocalTime | null;
  readonly winner: number | null;
}

/** When it begins, and when each contact gets it. */
export interface Schedule {
  readonly scheduledAt: Date;
  readonly localTime: BroadcastLocalTime | null;
}

export interface NewBroadcast {
  readonly fields: BroadcastFields;
  /** Null: a draft. */
  readonly schedule: Schedule | null;
}

export interface BroadcastChange {
  readonly action: AuditVerb<'broadcast'>;
  /** Null: it stays where it is. */
  readonly state: BroadcastState | null;
  readonly inArchive?: boolean | undefined;
  readonly fields?: BroadcastFields;
  /** For the audit log alone. */
  readonly noted?: Readonly<Record<string, unknown>> | undefined;
}

export interface Resend {
  readonly fields: BroadcastFields;
  readonly scheduledAt: Date;
}

type Broadcasts = Omit<BroadcastName, 'id'>;

interface WantedBroadcasts {
  readonly status?: BroadcastStatus | undefined;
  /** In the name or the subject, in any case. */
  readonly search?: string | undefined;
}

export interface BroadcastsRepository {
  /** @throws AppError `unknown_domain`, `unknown_topic` when one is deleted at the same time */
  create(organizationId: string, broadcast: NewBroadcast, author: Author): Promise<BroadcastRow>;
  find(name: BroadcastName): Promise<BroadcastRow | null>;
  list(
    broadcasts: Broadcasts,
    page: PageStart,
    wanted: WantedBroadcasts,
  ): Promise<Found<BroadcastSummaryRow>>;
  /**
   * @param decide what is done with the row, which is locked; may refuse by throwing
   * @returns null when there is none
   */
  change(
    name: BroadcastName,
    decide: (row: BroadcastRow) => BroadcastChange,
    author: Author,
  ): Promise<BroadcastRow | null>;
  /** Notes that a test of its content was sent, unless the content has changed since it was read. */
  markTested(row: BroadcastRow, at: Date): Promise<void>;
  /** @param check may refuse by throwing @returns false when there was none */
  remove(name: BroadcastName, check: (row: BroadcastRow) => void, author: Author): Promise<boolean>;
  /**
   * @param decide what the child is, given whether the parent has another that was not canceled
   * @returns the child; null when there is no such parent
   */
  resend(
    parent: BroadcastName,
    decide: (row: BroadcastRow, hasChild: boolean) => Resend,
    author: Author,
  ): Promise<BroadcastRow | null>;
}

export function createBroadcastsRepository({ pool }: { readonly pool: Pool }): BroadcastsRepository {
  return {
    create: (organizationId, broadcast, author) =>
      withTransaction(pool, (client) =>
        insertBroadcast(client, { ...broadcast, organizationId, parentId: null }, author),
      ),

    find: (name) => findBroadcast(pool, name),

    list: (broadcasts, page, wanted) => search(pool, broadcastSearch(broadcasts, page, wanted)),

    change: (name, decide, author) =>
      withTransaction(pool, async (client) => {
        const before = await lockBroadcast(client, name);
        if (before === null) return null;
        const { action, state, inArchive, fields, noted } = decide(before);
        if (state) await updateState(client, name, state);
        if (inArchive !== undefined) await setInArchive(client, name, inArchive);
        if (fields) await updateFields(client, name, fields);
        if (fields && !isSameContent(before, fields)) await setTestedAt(client, name, null);
        const after = await mustFind(client, name);
        await recordBroadcastChange(client, { action, before, after, noted }, author);
        return after;
      }),

    markTested: (row, at) =>
      withTransaction(pool, async (client) => {
        const name = { organizationId: row.organizationId, id: row.id, domainIds: null };
        const now = await lockBroadcast(client, name);
        if (now !== null && isSameContent(row, now)) await setTestedAt(client, name, at);
      }),

    remove: (name, check, author) =>
      withTransaction(pool, async (client) => {
        const before = await lockBroadcast(client, name);
        if (before === null) return false;
        check(before);
        await client.query({
          name: 'broadcasts.delete',
          text: `DELETE FROM broadcasts WHERE organization_id = $1 AND id = $2`,
          values: [name.organizationId, name.id],
        });
        await recordBroadcastChange(client, { action: 'delete', before, after: null }, author);
        return true;
      }),

    resend: (parent, decide, author) =>
      withTransaction(pool, async (client) => {
        const row = await lockBroadcast(client, parent);
        if (row === null) return null;
        const { rows } = await client.query({
          name: 'broadcasts.find-child',
          text: `SELECT 1 FROM broadcasts WHERE organization_id = $1 AND parent_id = $2 AND status <> 'canceled' LIMIT 1`,
          values: [parent.organizationId, parent.id],
        });
        const child = decide(row, rows.length > 0);
        const { organizationId, id: parentId } = parent;
        const { fields, scheduledAt } = child;
        const schedule = { scheduledAt, localTime: null };
        return insertBroadcast(client, { fields, schedule, organizationId, parentId }, author);
      }),
  };
}

const conditions = `c.organization_id = $1 AND c.id = $2 AND ($3::uuid[] IS NULL OR c.domain_id = ANY($3::uuid[]))`;

const nameValues = ({ organizationId, id, domainIds }: BroadcastName): unknown[] => [
  organizationId,
  id,
  domainIds,
];

async function findBroadcast(
  client: Pick<PoolClient, 'query'>,
  name: BroadcastName,
): Promise<BroadcastRow | null> {
  const { rows } = await client.query<BroadcastRow>({
    name: 'broadcasts.find',
    text: `SELECT ${rowColumns} FROM broadcasts c WHERE ${conditions}`,
    values: nameValues(name),
  });
  return rows[0] ?? null;
}

/** In two statements: what the first has waited for, the second sees. */
async function lockBroadcast(client: PoolClient, name: BroadcastName): Promise<BroadcastRow | null> {
  await client.query({
    name: 'broadcasts.lock',
    text: `SELECT 1 FROM broadcasts c WHERE ${conditions} FOR NO KEY UPDATE`,
    values: nameValues(name),
  });
  return findBroadcast(client, name);
}

async function mustFind(client: PoolClient, name: BroadcastName): Promise<BroadcastRow> {
  const row = await findBroadcast(client, { ...name, domainIds: null });
  assert(row !== null, 'what is held stays');
  return row;
}

const insertSql = `
INSERT INTO broadcasts (id, organization_id, api_key_id, parent_id, audience, status, scheduled_at, local_time, ${fieldColumns.join(', ')})
VALUES ($1, $2, $3, $4::uuid, CASE WHEN $4::uuid IS NULL THEN 'segment' ELSE 'not_opened' END, $5, $6, $7,
  ${fieldColumns.map((_, index) => `$${index + 8}`).join(', ')})`;

/** Its next turn may come at once: what it waited for may be what was changed. */
async function updateState(client: PoolClient, name: BroadcastName, state: BroadcastState): Promise<void> {
  const { status, scheduledAt, canceledAt, pausedAt, localTime, winner } = state;
  await client.query({
    name: 'broadcasts.update-state',
    text: `UPDATE broadcasts
           SET status = $3, scheduled_at = $4, canceled_at = $5, winner = $6, paused_at = $7, local_time = $8, waiting_for = NULL,
             turn_at = least(turn_at, now()), updated_at = now()
           WHERE organization_id = $1 AND id = $2`,
    values: [
      ...[name.organizationId, name.id, status, scheduledAt, canceledAt, winner, pausedAt],
      localTime && JSON.stringify(localTime),
    ],
  });
}

async function updateFields(client: PoolClient, name: BroadcastName, fields: BroadcastFields): Promise<void> {
  await lockNamed(client, name.organizationId, fields);
  await client.query({
    name: 'broadcasts.update-fields',
    text: `UPDATE broadcasts SET ${fieldColumns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
           WHERE organization_id = $1 AND id = $2`,
    values: [name.organizationId, name.id, ...fieldValues(fields)],
  });
}

async function setTestedAt(client: PoolClient, name: BroadcastName, at: Date | null): Promise<void> {
  await client.query({
    name: 'broadcasts.set-tested-at',
    text: `UPDATE broadcasts SET tested_at = $3 WHERE organization_id = $1 AND id = $2`,
    values: [name.organizationId, name.id, at],
  });
}

async function setInArchive(client: PoolClient, name: BroadcastName, inArchive: boolean): Promise<void> {
  await client.query({
    name: 'broadcasts.set-in-archive',
    text: `UPDATE broadcasts SET in_archive = $3, updated_at = now() WHERE organization_id = $1 AND id = $2`,
    values: [name.organizationId, name.id, inArchive],
  });
}

async function insertBroadcast(
  client: PoolClient,
  broadcast: NewBroadcast & { readonly organizationId: string; readonly parentId: string | null },
  author: Author,
): Promise<BroadcastRow> {
  const { organizationId, parentId, fields, schedule } = broadcast;
  const { scheduledAt = null, localTime = null } = schedule ?? {};
  await lockNamed(client, organizationId, fields);
  const id = newId();
  const status: BroadcastStatus = schedule === null ? 'draft' : 'scheduled';
  await client.query({
    name: 'broadcasts.insert',
    text: insertSql,
    values: [
      ...[id, organizationId, author.actor.id, parentId, status, scheduledAt],
      localTime && JSON.stringify(localTime),
      ...fieldValues(fields),
    ],
  });
  const after = await mustFind(client, { organizationId, id, domainIds: null });
  const action = parentId === null ? 'create' : 'resend';
  await recordBroadcastChange(client, { action, before: null, after }, author);
  return after;
}

/**
 * Deleting the domain or topic waits for this lock: either it sees the broadcast, or this finds them deleted.
 * @throws AppError `unknown_domain`, `unknown_topic`
 */
async function lockNamed(
  client: PoolClient,
  organizationId: string,
  { domainId, topicId }: BroadcastFields,
): Promise<void> {
  const domains = await client.query({
    name: 'broadcasts.hold-domain',
    text: `SELECT 1 FROM domains WHERE organization_id = $1 AND id = $2 FOR SHARE`,
    values: [organizationId, domainId],
  });
  if (domains.rows.length === 0) throw new AppError('unknown_domain', 'The domain of `from` was deleted.');
  const topics = await client.query({
    name: 'broadcasts.hold-topic',
    text: `SELECT 1 FROM topics WHERE organization_id = $1 AND id = $2 FOR SHARE`,
    values: [organizationId, topicId],
  });
  if (topics.rows.length === 0) throw new AppError('unknown_topic', 'The topic was deleted.');
}

function broadcastSearch(
  { organizationId, domainIds }: Broadcasts,
  { limit, beforeId }: PageStart,
  { status, search: contained }: WantedBroadcasts,
): Search {
  const bind = createBinder();
  const driven = [`k.organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
  if (beforeId !== null) driven.push(`k.id < ${bind.value('before', beforeId, 'uuid')}`);
  const candidateValues = bind.values.length;
  const filters: string[] = [];
  if (domainIds !== null) filters.push(`c.domain_id = ANY(${bind.value('domains', domainIds, 'uuid[]')})`);
  if (status !== undefined) filters.push(`c.status = ${bind.value('status', status, 'text')}`);
  if (contained !== undefined) {
    const text = bind.value('search', contained.toLowerCase(), 'text');
    filters.push(`(position(${text} IN lower(c.name)) > 0 OR position(${text} IN lower(c.subject)) > 0)`);
  }
  return {
    candidates: (rowsMax) =>
      `SELECT k.* FROM broadcasts k WHERE ${driven.join(' AND ')} ORDER BY k.id DESC LIMIT ${rowsMax}`,
    filters,
    columns: summaryColumns,
    limit,
    values: bind.values,
    candidateValues,
  };
}
