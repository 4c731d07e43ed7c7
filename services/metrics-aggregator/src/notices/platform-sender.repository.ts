import type { Database } from '@postrider/db';
import type { Sender } from '@postrider/submission';

/** Stands for the platform itself where a message names its key: no key has this id. */
const platformKeyId = '00000000-0000-7000-8000-000000000000';

interface SenderRow {
  readonly domainId: string;
  readonly stream: string;
  readonly organizationId: string;
  readonly plan: string;
  readonly sendingPausedAt: Date | null;
  readonly underReviewAt: Date | null;
}

/** The platform as a sender, from a verified domain of one of its own organizations; null when it has none of that name. */
export async function findPlatformSender(pool: Database['pool'], domainName: string): Promise<Sender | null> {
  const { rows } = await pool.query<SenderRow>({
    name: 'notices-sender',
    text: `SELECT d.id AS "domainId", d.stream, o.id AS "organizationId", o.plan,
             o.sending_paused_at AS "sendingPausedAt", o.under_review_at AS "underReviewAt"
           FROM domains d JOIN organizations o ON o.id = d.organization_id
           WHERE d.name = $1 AND d.status = 'verified' AND o.kind = 'internal'`,
    values: [domainName],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { domainId: id, stream, organizationId, plan, sendingPausedAt, underReviewAt } = row;
  return {
    keyId: platformKeyId,
    mode: 'live',
    domainIds: [],
    organization: { id: organizationId, plan, sendingPausedAt, underReviewAt, isScreened: false },
    domains: new Map([
      [domainName, { id, name: domainName, status: 'verified', stream, trackingVerified: false }],
    ]),
  };
}
