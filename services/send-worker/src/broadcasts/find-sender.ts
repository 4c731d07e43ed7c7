import type { Principal, SendingDomain } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { findOrganizationPrincipal } from '@postrider/submission';
import type { LinkOrigin } from '@postrider/runtime';
import { linkBaseOf } from '../delivery/link-base';
import type { OpenBroadcast, TurnEnd } from './open-broadcast';

export interface Sender {
  readonly principal: Principal;
  /** Where links of its domain lead. */
  readonly linkBase: string;
}

/** What people change, and are seen to have changed, within seconds. */
const holdRetryMs = 10_000;

/** In whose name it is sent, as the organization is now; or what holds it. */
export async function findSender(
  pool: Pool,
  broadcast: OpenBroadcast,
  origin: LinkOrigin,
): Promise<Sender | Extract<TurnEnd, { kind: 'waits' }>> {
  const { organizationId, apiKeyId: keyId, trackingLabel } = broadcast;
  const principal = await findOrganizationPrincipal(pool, { organizationId, keyId });
  const domain = [...(principal?.domains.values() ?? [])].find(({ id }) => id === broadcast.domainId);
  if (principal === null || domain === undefined || trackingLabel === null) {
    return holds('its domain is not registered any more (unknown_domain)');
  }
  const reason = holdOf(principal, domain, broadcast);
  if (reason !== null) return holds(reason);
  const { name, trackingVerified } = domain;
  const labels = { name, tracking_label: trackingLabel, tracking_verified: trackingVerified };
  return { principal, linkBase: linkBaseOf(labels, origin) };
}

function holdOf(
  { organization }: Principal,
  domain: SendingDomain,
  { trackOpens, trackClicks }: OpenBroadcast,
): string | null {
  if (organization.underReviewAt !== null) return 'the organization is under review (under_review)';
  if (organization.sendingPausedAt !== null) return 'sending is paused (sending_paused)';
  if (domain.status !== 'verified') return `${domain.name} is not verified (domain_not_verified)`;
  if (domain.stream !== 'bulk') return `${domain.name} is not a bulk domain any more (stream_mismatch)`;
  if ((trackOpens || trackClicks) && !domain.trackingVerified) {
    return `the tracking host of ${domain.name} is not verified any more`;
  }
  return null;
}

function holds(reason: string): Extract<TurnEnd, { kind: 'waits' }> {
  return { kind: 'waits', reason, retryMs: holdRetryMs };
}
