import assert from 'node:assert';
import type { AdmissionControl, QuotaCounters, QuotaReservation } from '@postrider/admission';
import { allRights, type Principal, type SendingDomain } from '@postrider/contracts/access';
import type { PlanName } from '@postrider/contracts/organizations';
import type { OrganizationKind } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

interface OrganizationRow {
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly plan: PlanName;
  readonly sendingPausedAt: Date | null;
  readonly underReviewAt: Date | null;
  readonly isScreened: boolean;
  readonly domains: SendingDomain[];
}

const findOrganizationSql = `
SELECT o.slug, o.kind, o.plan, o.sending_paused_at AS "sendingPausedAt", o.under_review_at AS "underReviewAt",
  o.kind = 'client' AND o.approved_at IS NULL AS "isScreened",
  (
    SELECT coalesce(json_agg(json_build_object(
      'id', d.id, 'name', d.name, 'status', d.status, 'stream', d.stream, 'trackingVerified', d.tracking_verified)), '[]')
    FROM domains d WHERE d.organization_id = o.id
  ) AS domains
FROM organizations o WHERE o.id = $1`;

/**
 * The organization as it is now, in the name of the key that has set up what it sends. Revoking that key stops requests,
 * not what was scheduled; null: there is no such organization.
 */
export async function findOrganizationPrincipal(
  pool: Pool,
  { organizationId, keyId }: { readonly organizationId: string; readonly keyId: string },
): Promise<Principal | null> {
  const { rows } = await pool.query<OrganizationRow>({
    name: 'acceptance.find-organization',
    text: findOrganizationSql,
    values: [organizationId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { domains, ...organization } = row;
  return {
    actor: { type: 'key', id: keyId, name: '' },
    mode: 'live',
    permission: 'SEND',
    domainIds: null,
    rights: allRights,
    rateLimit: 0,
    organization: { id: organizationId, ...organization },
    domains: new Map(domains.map((domain) => [domain.name, domain])),
  };
}

/** The plan and the version of the counters were read a moment ago; more changes during one page are a loop's. */
const staleRetriesMax = 5;
const unknownVersion = '';

/** The quota of an organization that sends by itself: no request, so no rate. */
export function organizationQuota(
  admissionControl: AdmissionControl,
  { actor, organization }: Pick<Principal, 'actor' | 'organization'>,
): QuotaReservation {
  let counters: QuotaCounters | null = null;
  let cacheVersion = unknownVersion;
  return {
    reserve: async (recipientCounts) => {
      for (let attempt = 0; attempt <= staleRetriesMax; attempt += 1) {
        const decision = await admissionControl.check({
          ...{ organizationId: organization.id, keyId: actor.id, plan: organization.plan },
          ...{ rateLimit: 0, sharesRate: false, cacheVersion, recipientCounts },
        });
        assert(decision.state !== 'limited', 'without a rate nothing is over it');
        if (decision.state === 'stale') {
          ({ cacheVersion } = decision);
          continue;
        }
        ({ counters } = decision);
        return decision.reservations;
      }
      assert.fail('an organization does not change during each of so many attempts');
    },
    refund: (recipients) => {
      if (counters !== null) admissionControl.refund(counters, recipients);
    },
    recount: () => {
      if (counters !== null) admissionControl.recount(counters);
    },
  };
}
