import type { Deferral, DeferralCause } from '@postrider/contracts/emails';
import type { Destination } from '../transport/pool/destination';
import { siteAndSource } from '../transport/sources/source';
import type { DeliveryEnd, Failure } from './delivery-states';

/** What a round that ended leaves the recipient waiting for. */
export type RoundDeferral = Omit<Deferral, 'since'>;

/** Where it went, or would have gone. */
export type DeferredAt = Pick<Destination, 'site' | 'source' | 'throttlesAsOne' | 'takesOneRecipient'>;

/** Null: it is due again within moments, or never. */
export function deferralOf(
  end: DeliveryEnd,
  { destination, detail }: { readonly destination: DeferredAt | null; readonly detail: string | null },
): RoundDeferral | null {
  const cause = causeOf(end, destination);
  if (cause === null) return null;
  return {
    cause,
    ...(destination && { site: siteAndSource(destination.site, destination.source) }),
    ...(failureOf(end) !== null && { failure: failureOf(end) ?? undefined }),
    ...(detail !== null && { detail: detail.slice(0, detailCharsMax).toWellFormed() }),
  };
}

/** As much as webhooks and the API show of a reply. */
const detailCharsMax = 500;

function causeOf(end: DeliveryEnd, destination: DeferredAt | null): DeferralCause | null {
  const isRelay = destination !== null && isSmartHostOrProvider(destination);
  switch (end.state) {
    case 'refused_for_now':
      return isRelay && isAboutUs(end) ? 'transport' : 'retry';
    case 'connection_refused':
    case 'connection_lost':
      if (isRelay) return 'transport';
      return end.classification.class === 'routing' ? 'dns' : 'retry';
    case 'suspended':
      return isRelay ? 'transport' : 'site_suspended';
    case 'busy':
      return 'site_limit';
    case 'no_route_for_now':
      return 'dns';
    case 'no_source':
      return end.lacks === 'transport' ? 'transport' : 'no_source';
    case 'locked':
      return 'domain';
    case 'too_many_recipients':
    case 'connection_closed':
    case 'lease_lost':
    case 'attempt_not_committed':
    case 'rerouted':
    case 'closing':
    case 'no_thread':
    case 'database_unavailable':
    case 'accepted':
    case 'unanswered':
    case 'refused':
    case 'no_route':
    case 'expired':
    case 'unsendable':
    case 'internal_error':
      return null;
  }
}

function isSmartHostOrProvider({ throttlesAsOne, takesOneRecipient }: DeferredAt): boolean {
  return !throttlesAsOne || takesOneRecipient === true;
}

/** Whether a smart host or a provider speaks of our login, our account or our rate, and not of the recipient. */
function isAboutUs({ classification: { class: failureClass } }: Failure): boolean {
  return failureClass === 'platform' || failureClass === 'rate' || failureClass === 'block';
}

function failureOf(end: DeliveryEnd) {
  if ('classification' in end) return end.classification.class;
  return 'failureClass' in end ? end.failureClass : null;
}
