import type { Finding } from '@postrider/contracts/deliverability';
import type { DomainRecord } from '@postrider/contracts/domains';
import type { Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import { evidenceMax, type FindingScope } from './finding-source';

/** A domain that sends, or that did until it lost its records. */
export interface CheckedDomain {
  readonly name: string;
  /** Since when a required record is missing; null: none is. */
  readonly failingSince: string | null;
  /** As the last check saw them. */
  readonly records: readonly Pick<DomainRecord, 'record' | 'name' | 'required' | 'status' | 'error'>[];
}

const domainsMax = 200;

export async function readCheckedDomains(
  pool: Pool,
  { organizationId, domainId }: FindingScope,
): Promise<readonly CheckedDomain[]> {
  const { rows } = await pool.query<CheckedDomain>({
    name: 'deliverability.read-checked-domains',
    text: `SELECT name, ${isoTimeSql('failing_since')} AS "failingSince", records FROM domains
            WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2)
              AND (status = 'verified' OR failed_reason = 'records_lost')
            ORDER BY failing_since NULLS LAST, id LIMIT ${domainsMax}`,
    values: [organizationId, domainId],
  });
  return rows;
}

/** Records of links and replies matter to their features, and not to whether mail is accepted. */
export function recordWrong(domains: readonly CheckedDomain[]): readonly Finding[] {
  return domains.flatMap(({ name, failingSince, records }): Finding[] => {
    const wrong = records.filter(
      ({ record, required, status }) =>
        (required || record === 'DMARC') && (status === 'missing' || status === 'mismatch'),
    );
    if (wrong.length === 0) return [];
    const isRequired = wrong.some(({ required }) => required);
    return [
      {
        code: 'record_wrong',
        severity: isRequired ? 'error' : 'warning',
        subject: name,
        since: isRequired ? failingSince : null,
        evidence: wrong
          .slice(0, evidenceMax)
          .map(({ record, name: host, status, error }) => `${record} (${host}): ${error ?? `${status}.`}`),
        advice: isRequired
          ? 'Publish these records as the page of the domain shows them. Email from a domain that stays without them for 72 hours is refused.'
          : 'Publish the record as the page of the domain shows it. Google, Yahoo and Microsoft require it of senders of bulk email.',
      },
    ];
  });
}
