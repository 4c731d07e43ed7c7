import type { QuotaReservation } from '@postrider/admission';
import { allRights, type Principal } from '@postrider/contracts/access';
import type { PlanName } from '@postrider/contracts/organizations';
import type { DomainStream } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import { parseMailbox } from '@postrider/mail';
import { z } from 'zod';
import { platformKeyId } from '../platform-identity';

/** The sender of the platform's own mail. */
export interface PlatformFrom {
  /** As it is written in `From`. */
  readonly header: string;
  readonly domain: string;
}

/** `email` or `Name <email>`; empty: null. */
export const platformFromSetting = z
  .string()
  .meta({ pattern: '^\\s*(?:.*[^\\s@]@[^\\s@]+)?\\s*$' })
  .default('')
  .transform((text, context): PlatformFrom | null => {
    if (text.trim() === '') return null;
    const parsed = parseMailbox(text);
    if (parsed.ok) return { header: text.trim(), domain: parsed.mailbox.domain };
    context.addIssue({ code: 'custom', message: 'must be `email` or `Name <email>`' });
    return z.NEVER;
  });

/** The platform's own mail is not counted against any quota. */
export const unlimitedQuota: QuotaReservation = {
  reserve: (recipientCounts) => Promise.resolve(recipientCounts.map(() => 'reserved')),
  refund: () => undefined,
};

interface PrincipalRow {
  readonly domainId: string;
  readonly stream: DomainStream;
  readonly organizationId: string;
  readonly slug: string;
  readonly plan: PlanName;
  readonly sendingPausedAt: Date | null;
  readonly underReviewAt: Date | null;
}

/** The platform as a principal, from a verified domain of one of its own organizations; null when it has none of that name. */
export async function findPlatformPrincipal(pool: Pool, domainName: string): Promise<Principal | null> {
  const { rows } = await pool.query<PrincipalRow>({
    name: 'platform-mail.find-principal',
    text: `SELECT d.id AS "domainId", d.stream, o.id AS "organizationId", o.slug, o.plan,
             o.sending_paused_at AS "sendingPausedAt", o.under_review_at AS "underReviewAt"
           FROM domains d JOIN organizations o ON o.id = d.organization_id
           WHERE d.name = $1 AND d.status = 'verified' AND o.kind = 'internal'`,
    values: [domainName],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { domainId: id, stream, organizationId, slug, plan, sendingPausedAt, underReviewAt } = row;
  return {
    actor: { type: 'key', id: platformKeyId, name: 'platform' },
    mode: 'live',
    permission: 'SEND',
    domainIds: null,
    rights: allRights,
    rateLimit: 0,
    organization: {
      id: organizationId,
      slug,
      kind: 'internal',
      plan,
      sendingPausedAt,
      underReviewAt,
      isScreened: false,
    },
    domains: new Map([
      [domainName, { id, name: domainName, status: 'verified', stream, trackingVerified: false }],
    ]),
  };
}
