import { backOffMs, type Clock, type Logger } from '@postrider/runtime';
import type { DnsProvider } from '../providers/provider';
import type { ApiGatewayView, Pool } from '@postrider/db';
import type { PublishedRecord } from '../store/domain-row';

/** Above the longest removal: three attempts of eight seconds. */
const leaseMs = 60_000;
const pageSize = 20;
/** Goes on for ever, but seldom: an operator may have to give a token first. */
const retryBackOff = { baseMs: 60_000, maxMs: 3_600_000 };

/** Removes the tracking aliases of domains that were deleted some minutes ago. */
export function createRemoveTrackingAliases(options: {
  readonly aliases: TrackingAliasesRepository;
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly clock: Clock;
  readonly log: Logger;
}): () => Promise<'again' | void> {
  const { aliases, dnsProvider, clock, log } = options;

  const remove = async (removal: AliasRemoval): Promise<void> => {
    try {
      if (!(await aliases.isTakenOver(removal))) {
        if (dnsProvider === null) throw new Error('the server has no API token for Cloudflare');
        await dnsProvider.remove(removal.record);
      }
      await aliases.finish(removal);
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'unknown';
      log.warn(
        { domain: removal.domainName, attempt: removal.attempts, problem },
        'a tracking alias was not removed',
      );
      const until = new Date(clock.now().getTime() + backOffMs(removal.attempts, retryBackOff));
      await aliases.postpone(removal, until, problem);
    }
  };

  return async () => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const due = await aliases.claimDue({ now, leaseUntil, limit: pageSize });
    for (const removal of due) await remove(removal);
    return due.length === pageSize ? 'again' : undefined;
  };
}

/** The alias of a deleted domain. */
export interface AliasRemoval {
  readonly id: string;
  readonly organizationId: string;
  readonly domainName: string;
  readonly record: PublishedRecord;
  /** This attempt included. */
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

const claimRemovalsSql = `
UPDATE tracking_alias_removals SET due_at = $2, attempts = least(attempts + 1, 32000)
WHERE id IN (
  SELECT id FROM tracking_alias_removals WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
)
RETURNING id, organization_id AS "organizationId", domain_name AS "domainName", record, attempts`;

export function createTrackingAliasesRepository(options: {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
}): TrackingAliasesRepository {
  const { pool, prisma } = options;
  return {
    claimDue: async ({ now, leaseUntil, limit }) => {
      const values = [now, leaseUntil, limit];
      return (
        await pool.query<AliasRemoval>({
          name: 'domains.claim-alias-removals',
          text: claimRemovalsSql,
          values,
        })
      ).rows;
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
