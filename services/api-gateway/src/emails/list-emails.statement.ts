import { sendLimits } from '@postrider/contracts/emails';
import { lowestId } from '@postrider/contracts/ids';
import type { EmailStatus } from '@postrider/contracts/statuses';
import { uuidV7Floor } from '@postrider/db';
import type { EmailFilter } from './email-filter';
import { byTerm, isFoundByTerm } from './found-by-term';
import { createBinder, type Binder, type Search } from '../paging/search';

/** What candidates must have: columns of the page, and what it is filtered by. */
const readBesideId =
  'm.from_header, m.to_addresses, m.subject, m.status, m.mode, m.kind, m.created_at, m.sent_at, m.domain_id, ' +
  'm.organization_id, m.tags, m.api_key_id, m.template, m.source';
const read = `m.id, ${readBesideId}`;

const columns =
  'c.id, c.from_header, c.to_addresses, c.subject, c.status, c.mode, c.kind, ' +
  'c.created_at::text, c.sent_at::text';

/**
 * One page and one row more, newest first. Ids are UUIDv7, so times become id bounds, too: they drive the index and exclude
 * partitions. One filter drives the scan, by an index that ends with the id; for the others rows are looked at (`search.ts`).
 *
 * Filtered lists are planned with their values, so that a status or domain that hardly occurs is read by its own index;
 * one plan for any value takes the average for granted and reads a whole table to find out that a quiet domain has
 * nothing (seen: 20,000 rows instead of none). Planning costs 0.2 ms, 1 ms at 30 partitions.
 *
 * @param filledTo up to this id emails have their terms
 */
export function listEmailsSearch(organizationId: string, filter: EmailFilter, filledTo = lowestId): Search {
  const bind = createBinder();
  const organization = bind.value('organization', organizationId, 'uuid');
  const driver = chooseDriver(filter);
  const candidates = candidatesOf(driver, { filter, bind, organization, filledTo });
  const candidateValues = bind.values.length;
  const filters = filtersBeside(driver, { filter, bind, organization });
  const name = driver === 'none' && filters.length === 0 && isUnbounded(filter);
  return {
    candidates,
    filters,
    columns,
    limit: filter.limit,
    ...(filter.words !== undefined && { lookedAtMax: readMax }),
    values: bind.values,
    candidateValues,
    ...(name && { name: `emails.list ${filter.limit}` }),
  };
}

function isUnbounded({ since, until }: EmailFilter): boolean {
  return since === undefined && until === undefined;
}

/** What drives the scan: `(organization, address, message)` of recipients, `(term, message)`, or one of the indexes of messages. */
type Driver = 'ids' | 'message id' | 'to' | 'term' | 'test' | 'status' | 'open' | 'kind' | 'domains' | 'none';

/** Statuses that most emails have or pass through; `messages_status_idx` has the others alone. */
const usualStatuses: readonly EmailStatus[] = ['sending', 'sent', 'delivered'];

/** The filter that narrows most, as a rule: a wrong guess costs further pages, never a longer one. */
function chooseDriver(filter: EmailFilter): Driver {
  const { ids, messageIdHeader, toKey, mode, status, isOpen, kind, domainIds } = filter;
  if (messageIdHeader !== undefined) return 'message id';
  if (toKey !== undefined) return 'to';
  if (ids !== undefined) return 'ids';
  if (isOpen) return 'open';
  if (isFoundByTerm(filter)) return 'term';
  if (status !== undefined && !usualStatuses.includes(status)) return 'status';
  if (mode === 'test') return 'test';
  if (kind !== undefined) return 'kind';
  return domainIds === null ? 'none' : 'domains';
}

interface Parts {
  readonly bind: Binder;
  readonly organization: string;
}

function candidatesOf(
  driver: Driver,
  { filter, filledTo, ...parts }: Parts & { readonly filter: EmailFilter; readonly filledTo: string },
): Search['candidates'] {
  if (driver === 'message id') return byMessageId(filter, parts);
  if (driver === 'term') {
    const bounds = (column: string): readonly string[] => idBounds(filter, column, parts.bind);
    return byTerm(filter, { ...parts, filledTo, columns: readBesideId, idBounds: bounds });
  }
  if (driver === 'open') return byOpenness(filter, parts);
  return driver === 'to' ? byRecipient(filter, parts) : byMessage(filter, { ...parts, driver });
}

/**
 * Queued emails by the index of the unusual statuses. Those in the hands of workers have no index by organization, but all of them
 * together are some thousands, with an index of their own; OFFSET keeps the planner from looking for them among all emails.
 */
function byOpenness(filter: EmailFilter, { bind, organization }: Parts): Search['candidates'] {
  const bounds = ['TRUE', ...idBounds(filter, 'm.id', bind)].join(' AND ');
  return (rowsMax) => `SELECT * FROM (
    (SELECT ${read} FROM messages m WHERE m.organization_id = ${organization} AND m.status = 'queued' AND ${bounds}
      ORDER BY m.id DESC LIMIT ${rowsMax})
    UNION ALL
    SELECT ${read} FROM (SELECT * FROM messages WHERE status = 'sending' OFFSET 0) m
     WHERE m.organization_id = ${organization} AND ${bounds}) m
     ORDER BY m.id DESC LIMIT ${rowsMax}`;
}

const ownMessageId = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** Message-IDs of ours begin with the id of the message; those that providers gave have an index of their own. */
function byMessageId(filter: EmailFilter, { bind, organization }: Parts): Search['candidates'] {
  const { messageIdHeader = '' } = filter;
  const header = `m.message_id_header = ${bind.value('message id', messageIdHeader, 'text')}`;
  const conditions = [`m.organization_id = ${organization}`, header, ...idBounds(filter, 'm.id', bind)];
  const [, id] = ownMessageId.exec(messageIdHeader) ?? [];
  const arms = ["NOT starts_with(m.message_id_header, '<' || m.id::text || '@')"];
  if (id !== undefined) arms.push(`m.id = ${bind.value('named id', id, 'uuid')}`);
  const selects = arms.map(
    (arm) => `SELECT ${read} FROM messages m WHERE ${[...conditions, arm].join(' AND ')}`,
  );
  return (rowsMax) => `SELECT * FROM (${selects.join(' UNION ALL ')}) m ORDER BY m.id DESC LIMIT ${rowsMax}`;
}

/** Keys are restricted to one domain or a few; each arm is planned against every partition. */
const armsMax = 10;

function byMessage(
  filter: EmailFilter,
  { bind, organization, driver }: Parts & { readonly driver: Driver },
): Search['candidates'] {
  const { ids, status, kind, domainIds } = filter;
  const conditions = [`m.organization_id = ${organization}`, ...idBounds(filter, 'm.id', bind)];
  if (driver === 'ids') conditions.push(`m.id = ANY(${bind.value('ids', ids, 'uuid[]')})`);
  if (driver === 'status') conditions.push(`m.status = ${bind.value('status', status, 'text')}`);
  if (driver === 'kind') conditions.push(`m.kind = ${bind.value('kind', kind, 'text')}`);
  // A literal: the partial index of test messages cannot be matched with a parameter.
  if (driver === 'test') conditions.push("m.mode = 'test'");
  const select = (rowsMax: number, ...more: string[]): string =>
    `SELECT ${read} FROM messages m WHERE ${[...conditions, ...more].join(' AND ')} ORDER BY m.id DESC LIMIT ${rowsMax}`;
  if (driver !== 'domains' || domainIds === null || domainIds.length > armsMax)
    return (rowsMax) => select(rowsMax);
  // Only for one domain at a time does its index give the order; the merge sorts a page of each.
  const arms = domainIds.map((id, n) => `m.domain_id = ${bind.value(`domain ${n}`, id, 'uuid')}`);
  return (rowsMax) =>
    `SELECT * FROM (${arms.map((arm) => `(${select(rowsMax, arm)})`).join(' UNION ALL ')}) m
     ORDER BY m.id DESC LIMIT ${rowsMax}`;
}

/** The limit keeps the join one by one, in order: hashed, it would read every message before the first of the page. */
function byRecipient(filter: EmailFilter, { bind, organization }: Parts): Search['candidates'] {
  const conditions = [
    `organization_id = ${organization}`,
    `address_key = ${bind.value('to', filter.toKey, 'text')}`,
    ...idBounds(filter, 'message_id', bind),
  ];
  return (rowsMax) => `SELECT ${read}, r.role
    FROM (SELECT message_id, role FROM recipients
           WHERE ${conditions.join(' AND ')} ORDER BY message_id DESC LIMIT ${rowsMax}) r
   CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = r.message_id LIMIT 1) m ORDER BY r.message_id DESC`;
}

/** What the driver does not say already. */
function filtersBeside(
  driver: Driver,
  { filter, bind, organization }: Parts & { readonly filter: EmailFilter },
): string[] {
  const { ids, status, statuses, isOpen, kind, mode, domainIds, since, until } = filter;
  const filters: string[] = [];
  if (isOpen && driver !== 'open') filters.push("c.status IN ('queued', 'sending')");
  if (driver === 'to') filters.push("c.role = 'to'", `c.organization_id = ${organization}`);
  if (driver === 'term') filters.push(`c.organization_id = ${organization}`);
  if (ids !== undefined && driver !== 'ids') filters.push(`c.id = ANY(${bind.value('ids', ids, 'uuid[]')})`);
  if (statuses !== undefined) filters.push(`c.status = ANY(${bind.value('statuses', statuses, 'text[]')})`);
  if (status !== undefined && driver !== 'status')
    filters.push(`c.status = ${bind.value('status', status, 'text')}`);
  if (kind !== undefined && driver !== 'kind') filters.push(`c.kind = ${bind.value('kind', kind, 'text')}`);
  if (mode !== undefined && driver !== 'test')
    filters.push(`c.mode = '${mode === 'test' ? 'test' : 'live'}'`);
  if (domainIds !== null && (driver !== 'domains' || domainIds.length > armsMax))
    filters.push(`c.domain_id = ANY(${bind.value('domains', domainIds, 'uuid[]')})`);
  filters.push(...originFilters(filter, bind), ...contentFilters(filter, bind), ...wordFilters(filter, bind));
  if (since !== undefined) filters.push(`c.created_at >= ${bind.value('since', since, 'timestamptz')}`);
  if (until !== undefined) filters.push(`c.created_at <= ${bind.value('until', until, 'timestamptz')}`);
  return filters;
}

/** Without an index: each would cost every accepted email, and pages are short without one, too. */
function originFilters({ keyId, template, source, failureClass }: EmailFilter, bind: Binder): string[] {
  const filters: string[] = [];
  if (keyId !== undefined) filters.push(`c.api_key_id = ${bind.value('key', keyId, 'uuid')}`);
  if (template !== undefined)
    filters.push(`${bind.value('template', template, 'text')} IN (c.template->>'id', c.template->>'slug')`);
  if (source !== undefined) filters.push(`c.source = ${bind.value('source', source, 'text')}`);
  if (failureClass !== undefined) {
    const named = bind.value('failure class', failureClass, 'text');
    // A scalar subquery, as for metadata.
    filters.push(
      `(SELECT true FROM email_events WHERE message_id = c.id AND failure_class = ${named} LIMIT 1)`,
    );
  }
  return filters;
}

/** Said of the email itself, also where a term has found it: two texts may have the same. */
function contentFilters(filter: EmailFilter, bind: Binder): string[] {
  const { subject, tag, metadata, metadataMode } = filter;
  const filters: string[] = [];
  if (subject !== undefined) filters.push(`c.subject = ${bind.value('subject', subject, 'text')}`);
  if (tag !== undefined) filters.push(`c.tags @> ANY(${bind.value('tag', tagReadings(tag), 'jsonb[]')})`);
  if (metadata !== undefined) {
    // A scalar subquery is looked up row by row; EXISTS could be planned as a hash of everybody's contents.
    const kept = '(SELECT metadata FROM message_contents WHERE message_id = c.id)';
    filters.push(`${kept} @> ${bind.value('metadata', JSON.stringify(metadata), 'jsonb')}`);
    if (metadataMode === 'test') filters.push("c.mode = 'test'");
  }
  return filters;
}

/** Emails whose content one page reads for words, and how much of each: 0.3 s if every one is as long. */
const readMax = 500;
const readCharsMax = 50_000;

/** For test emails, of which there are few: no index has the words of a content. */
function wordFilters({ isKept, words }: EmailFilter, bind: Binder): string[] {
  const filters: string[] = [];
  if (isKept) filters.push('(SELECT true FROM message_contents WHERE message_id = c.id)');
  if (words !== undefined) {
    const sought = `lower(${bind.value('words', words, 'text')})`;
    const own = `concat_ws(E'\\n', c.subject, c.from_header, array_to_string(c.to_addresses, E'\\n'))`;
    const content = `(SELECT lower(left(coalesce(text, html, ''), ${readCharsMax})) FROM message_contents WHERE message_id = c.id)`;
    filters.push(`(position(${sought} IN lower(${own})) > 0 OR position(${sought} IN ${content}) > 0)`);
  }
  return filters;
}

/** Names and values may hold anything: each colon may be the one between them, as far as a name reaches, or none is. */
function tagReadings(tag: string): string[] {
  const colons = [...tag.slice(0, sendLimits.tagNameCharsMax + 1).matchAll(/:/g)].map(({ index }) => index);
  const pairs = colons.map((colon) => ({ name: tag.slice(0, colon), value: tag.slice(colon + 1) }));
  return [{ name: tag }, ...pairs].map((reading) => JSON.stringify([reading]));
}

function idBounds({ beforeId, since, until }: EmailFilter, column: string, bind: Binder): string[] {
  const endId = beforeId ?? uuidV7Floor(new Date(), dayMs);
  const bounds = [`${column} < ${bind.value('before', endId, 'uuid')}`];
  if (since !== undefined)
    bounds.push(`${column} >= ${bind.value('first id', uuidV7Floor(since, -idSkewMs), 'uuid')}`);
  if (until !== undefined)
    bounds.push(`${column} < ${bind.value('end id', uuidV7Floor(until, idSkewMs), 'uuid')}`);
  return bounds;
}

/** Nothing is from after tomorrow; without this bound the partitions kept ready for coming weeks are planned, too. */
const dayMs = 86_400_000;

/** A message's id is made a moment after its time was taken: within one request, a busy process included. */
const idSkewMs = 2_000;
