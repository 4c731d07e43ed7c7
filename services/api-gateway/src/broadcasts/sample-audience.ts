import assert from 'node:assert';
import { findIneligible, prepareFilters, segmentPageSql, type SegmentPage } from '@postrider/audiences';
import { lowestId } from '@postrider/contracts/ids';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { uuidV7Floor, type Pool } from '@postrider/db';

/** Contacts of a segment that were looked at, and those of them who would get no email now. */
export interface AudienceSample {
  readonly contacts: number;
  readonly suppressed: number;
  readonly unsubscribed: number;
  /** Whether these are all contacts of the segment. */
  readonly complete: boolean;
}

interface Audience {
  readonly organizationId: string;
  readonly filter: SegmentFilter;
  readonly domainId: string;
  readonly topicId: string;
}

/** Looked at in all; an organization with no more contacts is looked at whole. */
const lookedAtMax = 2_000;
/** From as many times between the first contact and the last: old contacts are suppressed more often than new ones. */
const stretches = 10;

/** Costs the same for any organization: up to ten short ranges of contacts, and some look-ups by key for each of those found. */
export async function sampleAudience(pool: Pool, audience: Audience): Promise<AudienceSample> {
  const { organizationId, filter, domainId, topicId } = audience;
  const topics = await prepareFilters(pool, organizationId, [filter]);
  const { starts, isWhole } = await findStarts(pool, organizationId);
  const pageRows = lookedAtMax / starts.length;
  const emails = new Set<string>();
  for (const after of starts) {
    const page = { organizationId, filter, topics, after, lookedAtMax: pageRows };
    for (const email of await readEmails(pool, page)) emails.add(email);
  }
  const reasons = await findIneligible(
    pool,
    [...emails].map((emailKey) => ({ organizationId, emailKey, domainId, topicId })),
  );
  const countOf = (wanted: string) => reasons.filter((reason) => reason === wanted).length;
  return {
    contacts: emails.size,
    suppressed: countOf('suppressed'),
    unsubscribed: countOf('unsubscribed'),
    complete: isWhole,
  };
}

/** Ids behind which stretches begin. */
async function findStarts(
  pool: Pool,
  organizationId: string,
): Promise<{ readonly starts: readonly string[]; readonly isWhole: boolean }> {
  const { rows } = await pool.query<{ contacts: number; first: string | null; last: string | null }>({
    name: 'broadcasts.find-sample-starts',
    text: `SELECT (SELECT coalesce(sum(contacts), 0)::float8 FROM contact_counts WHERE organization_id = $1) AS contacts,
      (SELECT id FROM contacts WHERE organization_id = $1 ORDER BY organization_id, id LIMIT 1) AS first,
      (SELECT id FROM contacts WHERE organization_id = $1 ORDER BY organization_id DESC, id DESC LIMIT 1) AS last`,
    values: [organizationId],
  });
  const [row] = rows;
  assert(row !== undefined, 'an aggregate has a row');
  const { contacts, first, last } = row;
  if (contacts <= lookedAtMax || first === null || last === null) {
    return { starts: [lowestId], isWhole: contacts <= lookedAtMax };
  }
  const [from, to] = [timeOf(first), timeOf(last)];
  const starts = Array.from({ length: stretches }, (_, index) =>
    index === 0 ? lowestId : uuidV7Floor(new Date(from + ((to - from) * index) / stretches)),
  );
  return { starts, isWhole: false };
}

/** Of a UUIDv7. */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

async function readEmails(pool: Pool, page: SegmentPage): Promise<readonly string[]> {
  const values: unknown[] = [];
  const { rows } = await pool.query<{ email: string }>(
    `WITH ${segmentPageSql(page, (value) => `$${values.push(value)}`)} SELECT email_key AS email FROM page`,
    values,
  );
  return rows.map(({ email }) => email);
}
