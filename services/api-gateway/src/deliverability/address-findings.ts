import type { Finding } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { describeListing, type Listing } from '@postrider/mail';
import { isoTimeSql } from '../paging/iso-time';
import type { FindingScope } from './finding-source';

/** A source address whose reverse DNS is wrong. */
export interface WrongReverseName {
  readonly address: string;
  readonly helloName: string;
  readonly error: string;
  /** Null: before it was recorded. */
  readonly since: string | null;
}

export interface ListedSubject extends Listing {
  readonly since: string;
}

const rowsMax = 100;
const usedHoursMax = 24;

/** $1 organization, $2 domain or null. The pool that a domain's mail leaves from: its own, that of its stream, or the default. */
const senders = `
senders AS (
  SELECT d.name, d.transport IN ('smtp', 'mx') AS is_direct,
         coalesce(d.source_pool,
           CASE WHEN EXISTS (SELECT FROM source_addresses s WHERE s.pool = d.stream AND s.status <> 'disabled') THEN d.stream
                ELSE 'default' END) AS pool
    FROM domains d
   WHERE d.organization_id = $1 AND d.status = 'verified' AND ($2::uuid IS NULL OR d.id = $2)
), sources AS (
  SELECT s.* FROM source_addresses s
   WHERE s.status <> 'disabled' AND s.pool IN (SELECT pool FROM senders WHERE is_direct)
)`;

const readListingsSql = `
WITH ${senders}
SELECT b.list, b.kind, b.subject, b.codes, b.reason, ${isoTimeSql('b.listed_since')} AS since
  FROM blocklist_lookups b
 WHERE b.listed_since IS NOT NULL
   AND (b.kind = 'domain' AND b.subject IN (SELECT name FROM senders)
        OR b.kind = 'address' AND b.subject IN (SELECT address FROM sources)
        OR b.kind = 'address' AND b.used_at > now() - ${usedHoursMax} * interval '1 h'
           AND EXISTS (SELECT FROM senders e WHERE e.is_direct AND NOT EXISTS (SELECT FROM sources s WHERE s.pool = e.pool)))
 ORDER BY b.listed_since, b.list, b.subject LIMIT ${rowsMax}`;

/** Of the organization's domains, and of addresses that their mail leaves from. */
export async function readListings(
  pool: Pool,
  { organizationId, domainId }: FindingScope,
): Promise<readonly ListedSubject[]> {
  const { rows } = await pool.query<ListedSubject>({
    name: 'deliverability.read-listings',
    text: readListingsSql,
    values: [organizationId, domainId],
  });
  return rows;
}

export function blocklisted(listings: readonly ListedSubject[]): readonly Finding[] {
  return listings.map((listing): Finding => {
    const { evidence, advice } = describeListing(listing);
    return {
      code: 'blocklisted',
      // An address is shared by many, and receivers weigh it less than the domain that a mail is from.
      severity: listing.kind === 'domain' ? 'error' : 'warning',
      subject: listing.subject,
      since: listing.since,
      evidence: [...evidence],
      advice,
    };
  });
}

const readReverseNamesSql = `
WITH ${senders}
SELECT s.address, s.hello_name AS "helloName", s.reverse_name_error AS error,
       ${isoTimeSql('s.reverse_name_wrong_since')} AS since
  FROM sources s WHERE s.reverse_name_error IS NOT NULL ORDER BY s.address LIMIT ${rowsMax}`;

export async function readReverseNames(
  pool: Pool,
  { organizationId, domainId }: FindingScope,
): Promise<readonly WrongReverseName[]> {
  const { rows } = await pool.query<WrongReverseName>({
    name: 'deliverability.read-reverse-names',
    text: readReverseNamesSql,
    values: [organizationId, domainId],
  });
  return rows;
}

/** Google refuses mail from addresses without forward-confirmed reverse DNS. */
export function ptrMismatch(names: readonly WrongReverseName[]): readonly Finding[] {
  return names.map(({ address, helloName, error, since }) => ({
    code: 'ptr_mismatch',
    severity: 'error',
    subject: address,
    since,
    evidence: [`The reverse DNS of the sending address ${address} is wrong: ${error}.`],
    advice: `The operator of this service must set the PTR record of ${address} to ${helloName}, and an address record of ${helloName} to ${address}.`,
  }));
}
