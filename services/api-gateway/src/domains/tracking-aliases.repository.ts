import type { ApiGatewayView, Pool } from '@postrider/db';
import type { PublishedRecord } from './domain-row';

/** The alias of a deleted domain. */
export interface AliasRemoval {
  readonly id: string;
  readonly organizationId: string;
  readonly domainName: string;
  readonly record: PublishedRecord;
  /** This try included. */
  readonly attempts: number;
}

export interface TrackingAliasesRepository {
  /** Takes removals that are due, of any organization; until `leaseUntil` no other replica takes them. */
  claimDue(claim: { now: Date; leaseUntil: Date; limit: number }): Promise<AliasRemoval[]>;
  /** True when the domain was registered again and has taken the record over. */
  isTakenOver(removal: AliasRemoval): Promise<boolean>;
  finish(removal: AliasRemoval): Promise<void>;
  postpone(removal: AliasRemoval, until: Date, error: string): Promise<void>;
}

const claimSql = `
UPDATE tracking_alias_removals SET due_at = $2, attempts = least(attempts + 1, 32000)
WHERE id IN (
  SELECT id FROM tracking_alias_removals WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
)
RETURNING id, organization_id AS "organizationId", domain_name AS "domainName", record, attempts`;

export function createTrackingAliasesRepository(given: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
}): TrackingAliasesRepository {
  const { pool, prisma } = given;
  return {
    claimDue: async ({ now, leaseUntil, limit }) => {
      const values = [now, leaseUntil, limit];
      return (await pool.query<AliasRemoval>({ name: 'tracking-aliases.claim', text: claimSql, values }))
        .rows;
    },

    isTakenOver: async ({ domainName, record }) => {
      const domain = await prisma.domain.findFirst({
        where: { name: domainName, failedReason: null },
        select: { publishedRecords: true },
      });
      const known = (domain?.publishedRecords ?? []) as unknown as PublishedRecord[];
      return known.some(({ recordId }) => recordId === record.recordId);
    },

    finish: async ({ id, organizationId }) => {
      await prisma.trackingAliasRemoval.deleteMany({ where: { id, organizationId } });
    },

    postpone: async ({ id, organizationId }, until, error) => {
      const data = { dueAt: until, lastError: error };
      await prisma.trackingAliasRemoval.updateMany({ where: { id, organizationId }, data });
    },
  };
}
