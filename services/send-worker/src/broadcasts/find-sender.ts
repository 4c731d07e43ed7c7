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
    return waits('the domain is no longer registered (unknown_domain)', retryMs);
  }
  const reason = waitReason(principal, domain, broadcast);
  if (reason !== null) return waits(reason, retryMs);
  const { name, trackingVerified } = domain;
  const labels = { name, tracking_label: trackingLabel, tracking_verified: trackingVerified };
  return { principal, linkBase: linkBaseOf(labels, origin) };
}

function waitReason(
  { organization }: Principal,
  domain: SendingDomain,
  { trackOpens, trackClicks }: OpenBroadcast,
): string | null {
  if (organization.underReviewAt !== null) return 'the organization is under review (under_review)';
  if (organization.sendingPausedAt !== null) return 'sending is paused (sending_paused)';
  if (domain.status !== 'verified') return `${domain.name} is not verified (domain_not_verified)`;
  if (domain.stream !== 'bulk') return `${domain.name} is no longer a bulk domain (stream_mismatch)`;
  if ((trackOpens || trackClicks) && !domain.trackingVerified) {
    return `the tracking host of ${domain.name} is no longer verified`;
  }
  return null;
}
