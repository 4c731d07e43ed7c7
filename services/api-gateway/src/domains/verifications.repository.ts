import { newId, type DomainRecord } from '@postrider/contracts';
import type { ApiGatewayView, Pool } from '@postrider/db';
import type { DomainName } from './domains.repository';
import { storedJson, type DomainRow } from './domain-row';
import type { DomainNotice } from './domain-notice';
import type { VerificationOutcome } from './verification-outcome';

export interface VerificationResult {
  readonly outcome: VerificationOutcome;
  readonly records: readonly DomainRecord[];
  readonly trackingVerified: boolean;
  readonly verifiedAt: Date | null;
  readonly warmUpStartedAt: Date | null;
  readonly notice: DomainNotice | null;
  readonly at: Date;
}

export interface VerificationsRepository {
  /** Takes domains whose check is due, of any organization; until `leaseUntil` no other replica takes them. */
  claimDue(claim: { now: Date; leaseUntil: Date; limit: number }): Promise<DomainName[]>;
  /**
   * Writes down what a run found.
   * @param row as it was when the run began
   * @returns false when somebody has changed or taken it since: then the newer run counts
   */
  record(row: DomainRow, result: VerificationResult): Promise<boolean>;
}

const claimSql = `
UPDATE domains SET next_check_at = $2
WHERE id IN (
  SELECT id FROM domains WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
)
RETURNING id, organization_id AS "organizationId"`;

export function createVerificationsRepository(given: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
}): VerificationsRepository {
  const { pool, prisma } = given;
  return {
    claimDue: async ({ now, leaseUntil, limit }) => {
      const values = [now, leaseUntil, limit];
      return (await pool.query<DomainName>({ name: 'domains.claim', text: claimSql, values })).rows;
    },

    record: ({ id, organizationId, status, nextCheckAt, organization }, result) =>
      prisma.$transaction(async (tx) => {
        const { outcome, records, notice, at, ...columns } = result;
        const { notice: _told, ...state } = outcome;
        const { count } = await tx.domain.updateMany({
          // The lease stands in `nextCheckAt`: whoever has taken the domain since has moved it.
          where: { id, organizationId, status, nextCheckAt },
          data: { ...columns, ...state, records: storedJson(records), lastCheckedAt: at },
        });
        if (count === 0) return false;
        if (notice !== null && organization.alertEmail !== null) {
          const told = { ...notice, id: newId(), organizationId, recipient: organization.alertEmail };
          await tx.notice.createMany({ data: [told], skipDuplicates: true });
        }
        return true;
      }),
  };
}
