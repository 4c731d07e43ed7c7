import type { Principal, SendingDomain } from '@postrider/contracts/access';
import type { Pool } from '@postrider/db';
import { linkBaseOf } from '@postrider/mail';
import { findOrganizationPrincipal } from '@postrider/submission';
import type { LinkOrigin } from '@postrider/runtime';
import { waits, type OpenBroadcast, type Waits } from './open-broadcast';

export interface BroadcastSender {
  readonly principal: Principal;
  /** Where links of its domain lead. */
  readonly linkBase: string;
}

/** People mend these within minutes, and expect to see it within seconds. */
const retryMs = 10_000;

/** In whose name it is sent, by the organization's present state; or why it has to wait. */
export async function findSender(
  pool: Pool,
  broadcast: OpenBroadcast,
  origin: LinkOrigin,
): Promise<BroadcastSender | Waits> {
  const { organizationId, apiKeyId: keyId, trackingLabel } = broadcast;
  const principal = await findOrganizationPrincipal(pool, { organizationId, keyId });
  const domain = [...(principal?.domains.values() ?? [])].find(({ id }) => id === broadcast.domainId);
  if (principal === null || domain === undefined || trackingLabel === null) {
    return waits('domain', 'the domain is no longer registered (unknown_domain)', retryMs);
  }
  const { underReviewAt, sendingPausedAt } = principal.organization;
  if (underReviewAt !== null) {
    return waits('review', 'the organization is under review (under_review)', retryMs);
  }
  if (sendingPausedAt !== null) return waits('sending_paused', 'sending is paused (sending_paused)', retryMs);
  const reason = unusable(domain, broadcast);
  if (reason !== null) return waits('domain', reason, retryMs);
  const { name, trackingVerified } = domain;
  const labels = { name, tracking_label: trackingLabel, tracking_verified: trackingVerified };
  return { principal, linkBase: linkBaseOf(labels, origin) };
}

function unusable(domain: SendingDomain, { trackOpens, trackClicks }: OpenBroadcast): string | null {
  if (domain.status !== 'verified') return `${domain.name} is not verified (domain_not_verified)`;
  if (domain.stream !== 'bulk') return `${domain.name} is no longer a bulk domain (stream_mismatch)`;
  if ((trackOpens || trackClicks) && !domain.trackingVerified) {
    return `the tracking host of ${domain.name} is no longer verified`;
  }
  return null;
}
