import {
  searchedCharsMax,
  searchedEmailsMax,
  type InboundResource,
  type InboundSummary,
} from '@postrider/contracts/inbound';
import type { InboundRule } from '@postrider/contracts/statuses';
import { uuidV7Floor, type Database } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import { createBinder, search, type Binder, type Found, type Search } from '../paging/search';

export interface InboundFilter {
  readonly limit: number;
  /** Rows older than this id only. */
  readonly beforeId: string | null;
  /** Null: the whole organization. */
  readonly domainIds: readonly string[] | null;
  readonly emailId?: string | undefined;
  /** `normaliseAddress` form. */
  readonly fromKey?: string | undefined;
  /** Name, also of a domain that has been removed. */
  readonly domain?: string | undefined;
  /** `normaliseAddress` form. */
  readonly receivedFor?: string | undefined;
  readonly rule?: InboundRule | undefined;
  readonly isReplied?: boolean | undefined;
  /** Sought in subject, sender and, if `searchesText`, text. */
  readonly words?: string | undefined;
  readonly searchesText: boolean;
  /** Both ends belong to the range. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export type InboundEmail = Omit<InboundResource, 'reply_defaults'>;

/** Attachments are numbered by their order. */
interface StoredInbound extends Omit<InboundEmail, 'attachments'> {
  readonly attachments: readonly Omit<InboundResource['attachments'][number], 'index'>[];
}

export interface InboundAttachment {
  readonly filename: string;
  readonly bytes: number;
  /** Read piece by piece: what a slow client takes of a large file is all that is in memory. */
  readonly content: AsyncIterable<Buffer>;
}

/** Which reply, and who asks. */
export interface InboundName {
  readonly organizationId: string;
  readonly id: string;
  /** The only domains whose replies may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
}

export interface InboundRepository {
  list(organizationId: string, filter: InboundFilter): Promise<Found<InboundSummary>>;
  find(name: InboundName): Promise<InboundEmail | null>;
  /** Null when there is none, or retention has deleted it. */
  findAttachment(name: InboundName, index: number): Promise<InboundAttachment | null>;
}

export function createInboundRepository({ pool }: Pick<Database, 'pool'>): InboundRepository {
  return {
    list: (organizationId, filter) => search(pool, inboundSearch(organizationId, filter)),
    find: async ({ organizationId, id, domainIds }) => {
      const { rows } = await pool.query<StoredInbound>({
        name: 'inbound.find-inbound-email',
        text: `SELECT ${columns('i')}, i.message_id_header AS message_id, i.in_reply_to_message_id, c.metadata,
                      c.html, c.text, c.reply_text, c.headers, i.authentication, i.attachments
                 FROM inbound_emails i
                 LEFT JOIN inbound_contents c ON c.inbound_id = i.id
                WHERE ${isSeen}`,
        values: [organizationId, id, domainIds],
      });
      const [row] = rows;
      if (row === undefined) return null;
      return { ...row, attachments: row.attachments.map((each, index) => ({ index, ...each })) };
    },
    findAttachment: async ({ organizationId, id, domainIds }, index) => {
      const { rows } = await pool.query<{ filename: string; bytes: number }>({
        name: 'inbound.find-attachment',
        text: `SELECT i.attachments -> a.ordinal ->> 'filename' AS filename, octet_length(a.content) AS bytes
                 FROM inbound_emails i
                 JOIN inbound_attachments a ON a.inbound_id = i.id AND a.ordinal = $4
                WHERE ${isSeen}`,
        values: [organizationId, id, domainIds, index],
      });
      const [file] = rows;
      if (file === undefined) return null;
      return { ...file, content: readPieces(pool, { organizationId, id, index, bytes: file.bytes }) };
    },
  };
}

/** The column is stored uncompressed (migration), so that a piece costs what it holds, wherever it is. */
const pieceBytes = 262_144;

async function* readPieces(
  pool: Database['pool'],
  file: {
    readonly organizationId: string;
    readonly id: string;
    readonly index: number;
    readonly bytes: number;
  },
): AsyncIterable<Buffer> {
  for (let start = 0; start < file.bytes; start += pieceBytes) {
    const { rows } = await pool.query<{ piece: Buffer }>({
      name: 'inbound.read-attachment-piece',
      text: `SELECT substring(content FROM $4 FOR ${pieceBytes}) AS piece FROM inbound_attachments
              WHERE inbound_id = $2 AND ordinal = $3 AND organization_id = $1`,
      values: [file.organizationId, file.id, file.index, start + 1],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('retention deleted a file while it was being sent');
    yield row.piece;
  }
}

const isSeen = 'i.id = $2 AND i.organization_id = $1 AND ($3::uuid[] IS NULL OR i.domain_id = ANY($3))';

const columns = (
  i: string,
): string => `'inbound_email' AS object, ${i}.id, ${i}.domain_name AS domain, ${i}.email_id,
  ${i}.from_header AS "from", ${i}.to_addresses AS "to", ${i}.received_for, ${i}.rule, ${i}.subject, ${i}.automatic, ${i}.spf,
  ${i}.dkim, ${i}.dmarc, ${isoTimeSql(`${i}.received_at`)} AS received_at,
  (SELECT ${isoTimeSql('max(created_at)')} FROM messages
    WHERE organization_id = ${i}.organization_id AND inbound_id = ${i}.id) AS replied_at`;

/** By organization and id, or by the email that they answer; rows are looked at for the rest (`search.ts`). */
function inboundSearch(organizationId: string, filter: InboundFilter): Search {
  const { limit, beforeId, emailId, since } = filter;
  const bind = createBinder();
  const driven = [`organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
  if (emailId !== undefined) driven.push(`email_id = ${bind.value('email', emailId, 'uuid')}`);
  // Without a bound, the partitions kept ready for coming weeks are planned, too.
  const endId = beforeId ?? uuidV7Floor(new Date(), dayMs);
  driven.push(`id < ${bind.value('before', endId, 'uuid')}`);
  // An id is made when a reply is recorded, which is after it came.
  if (since !== undefined)
    driven.push(`id >= ${bind.value('first id', uuidV7Floor(since, -skewMs), 'uuid')}`);
  const candidateValues = bind.values.length;
  const filters = [...filtersBeside(filter, bind), ...wordFilters(filter, bind)];
  return {
    ...(filter.words !== undefined && { lookedAtMax: searchedEmailsMax }),
    candidates: (rowsMax) =>
      `SELECT * FROM inbound_emails WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    filters,
    columns: columns('c'),
    limit,
    values: bind.values,
    candidateValues,
  };
}

const dayMs = 86_400_000;
/** Clocks of different hosts. */
const skewMs = 60_000;

function filtersBeside(filter: InboundFilter, bind: Binder): string[] {
  const { domainIds, fromKey, domain, receivedFor, rule, isReplied, since, until } = filter;
  const filters: string[] = [];
  if (domainIds !== null) filters.push(`c.domain_id = ANY(${bind.value('domains', domainIds, 'uuid[]')})`);
  if (fromKey !== undefined) filters.push(`c.from_address = ${bind.value('from', fromKey, 'text')}`);
  if (domain !== undefined) filters.push(`c.domain_name = ${bind.value('domain', domain, 'text')}`);
  if (receivedFor !== undefined) {
    filters.push(`${bind.value('received for', receivedFor, 'text')} = ANY(c.received_for)`);
  }
  if (rule !== undefined) filters.push(`c.rule = ${bind.value('rule', rule, 'text')}`);
  if (isReplied !== undefined) {
    // A scalar subquery is looked up row by row, in the index of replies.
    const reply =
      '(SELECT id FROM messages WHERE organization_id = c.organization_id AND inbound_id = c.id LIMIT 1)';
    filters.push(`${reply} IS ${isReplied ? 'NOT ' : ''}NULL`);
  }
  if (since !== undefined) filters.push(`c.received_at >= ${bind.value('since', since, 'timestamptz')}`);
  if (until !== undefined) filters.push(`c.received_at <= ${bind.value('until', until, 'timestamptz')}`);
  return filters;
}

/** No index has the words of a text. HTML without text is searched as it was read. */
function wordFilters({ words, searchesText }: InboundFilter, bind: Binder): string[] {
  if (words === undefined) return [];
  const sought = `lower(${bind.value('words', words, 'text')})`;
  const own = `position(${sought} IN lower(concat_ws(E'\\n', c.subject, c.from_header))) > 0`;
  if (!searchesText) return [own];
  const text = `(SELECT lower(left(coalesce(text, reply_text, ''), ${searchedCharsMax})) FROM inbound_contents WHERE inbound_id = c.id)`;
  return [`(${own} OR position(${sought} IN ${text}) > 0)`];
}
