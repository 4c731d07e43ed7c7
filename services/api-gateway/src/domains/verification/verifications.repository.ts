import type { DomainRecord } from '@postrider/contracts/domains';
import { insertNoticeWithin, type ApiGatewayView, type NewNotice, type Pool } from '@postrider/db';
import { writeKeyChanges } from './key-changes.repository';
import type { KeyChanges } from './plan-rotation';
import type { DomainName } from '../store/domains.repository';
import { storedJson, type DomainRow, type RecordFault } from '../store/domain-row';
import type { VerificationOutcome } from './verification-outcome';

export interface VerificationResult {
  readonly outcome: VerificationOutcome;
  readonly records: readonly DomainRecord[];
  readonly recordFaults: readonly RecordFault[];
  readonly trackingVerified: boolean;
  readonly verifiedAt: Date | null;
  readonly warmUpStartedAt: Date | null;
  readonly notice: DomainNotice | null;
  readonly keys: KeyChanges;
  readonly at: Date;
}

export interface VerificationsRepository {
  /** Takes domains whose check is due, of any organization; until `leaseUntil` no other replica takes them. */
  claimDue(claim: { now: Date; leaseUntil: Date; limit: number }): Promise<DomainName[]>;
  /** Addresses that mail leaves from; empty: operators have configured none. */
  sourceAddresses(): Promise<string[]>;
  /** Selectors that mail of the domain was signed with, by DMARC reports of 30 days, without those of our own keys. */
  foreignSelectors(domain: Pick<DomainRow, 'id' | 'organizationId' | 'name'>): Promise<string[]>;
  /**
   * Writes down what a run found.
   * @param row as it was when the run began
   * @returns false when it was changed or claimed since: then the newer run counts
   */
  record(row: DomainRow, result: VerificationResult): Promise<boolean>;
}

const claimDomainsSql = `
UPDATE domains SET next_check_at = $2
WHERE id IN (
  SELECT id FROM domains WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
)
RETURNING id, organization_id AS "organizationId"`;

/** Each is evaluated by itself, and one SPF record names all: twenty show whether it is included. */
const sourceAddressesSql = `
SELECT address FROM source_addresses WHERE status = 'active' ORDER BY address LIMIT 20`;

const foreignSelectorsSql = `
SELECT DISTINCT signature ->> 'selector' AS selector
  FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
       CROSS JOIN LATERAL jsonb_array_elements(s.results -> 'dkim') AS signature
 WHERE r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= now() - interval '30 days' AND r.sender <> ''
   AND s.dkim_aligned AND signature ->> 'domain' = $3 AND signature ->> 'result' = 'pass'
   AND signature ->> 'selector' <> ALL (SELECT selector FROM dkim_keys WHERE domain_id = $2)
 ORDER BY 1 LIMIT 20`;

export function createVerificationsRepository(options: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
}): VerificationsRepository {
  const { pool, prisma } = options;
  return {
    claimDue: async ({ now, leaseUntil, limit }) => {
      const values = [now, leaseUntil, limit];
      return (await pool.query<DomainName>({ name: 'domains.claim-domains', text: claimDomainsSql, values }))
        .rows;
    },

    sourceAddresses: async () => {
      const { rows } = await pool.query<{ address: string }>({
        name: 'domains.find-source-addresses',
        text: sourceAddressesSql,
      });
      return rows.map(({ address }) => address);
    },

    foreignSelectors: async ({ id, organizationId, name }) => {
      const { rows } = await pool.query<{ selector: string }>({
        name: 'domains.find-foreign-selectors',
        text: foreignSelectorsSql,
        values: [organizationId, id, name],
      });
      return rows.map(({ selector }) => selector);
    },

    record: ({ id, organizationId, status, nextCheckAt }, result) =>
      prisma.$transaction(async (tx) => {
        const { outcome, records, recordFaults, notice, keys, at, ...columns } = result;
        const { notice: _notice, ...state } = outcome;
        const { count } = await tx.domain.updateMany({
          // `nextCheckAt` is the lease: a newer claim of the domain has moved it.
          where: { id, organizationId, status, nextCheckAt },
          data: {
            ...{ ...columns, ...state, lastCheckedAt: at },
            ...{ records: storedJson(records), recordFaults: storedJson(recordFaults) },
          },
        });
        if (count === 0) return false;
        await writeKeyChanges(tx, { id, organizationId }, { ...keys, at });
        if (notice !== null) await insertNoticeWithin(tx, { ...notice, organizationId });
        return true;
      }),
  };
}

export type DomainNotice = Omit<NewNotice, 'organizationId'>;

/** Null: nothing to tell. */
export function domainNotice(
  domain: Pick<DomainRow, 'id' | 'name' | 'status' | 'verificationStartedAt'>,
  outcome: VerificationOutcome,
  records: readonly DomainRecord[],
): DomainNotice | null {
  const { id, name } = domain;
  const mistakes = records
    .filter(({ required, status }) => required && status !== 'verified')
    .map(({ record, error }) => `- ${record}: ${error ?? 'not found'}`);
  const lines = (...paragraphs: string[]): string => [...paragraphs, mistakes.join('\n')].join('\n\n');
  if (outcome.notice === 'failing') {
    return {
      kind: 'domain_failing',
      subject: `DNS records of ${name} are missing: sending will stop`,
      text: lines(
        `DNS records that ${name} needs for sending have been missing for more than 24 hours.`,
        'If they are not restored within 72 hours of the first failed check, email from this domain is refused.',
      ),
      identity: `domain_failing:${id}:${outcome.failingSince?.toISOString()}`,
    };
  }
  if (outcome.notice === null) return null;
  const wasVerified = domain.status === 'verified';
  return {
    kind: 'domain_failed',
    subject: wasVerified ? `Sending from ${name} has stopped` : `${name} could not be verified`,
    text: lines(
      wasVerified
        ? `DNS records that ${name} needs for sending were missing for 72 hours. Email from this domain is now refused.`
        : `The DNS records of ${name} were not found within 72 hours. Postrider no longer checks for them.`,
      'Publish the records shown for the domain, then request its verification again.',
    ),
    identity: `domain_failed:${id}:${(outcome.failingSince ?? domain.verificationStartedAt).toISOString()}`,
  };
}
