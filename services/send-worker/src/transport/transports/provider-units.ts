import { mailboxProvider } from '@postrider/mail';
import type { ProviderUnit } from '@postrider/providers';
import type { Destination } from '../pool/destination';
import { createApiSession } from '../providers/api-session';
import type { TransportUnit } from './transport-units';

/** A session is a place among the calls under way, so there is no reason to renew it. */
const callsPerSession = 1_000_000;
const sessionIdleMs = 60_000;

export function providerUnit({ name, api, connectionsMax }: ProviderUnit): TransportUnit {
  const destination: Destination = {
    site: name,
    source: null,
    hostsKey: name,
    limits: {
      connectionsMax,
      messagesPerConnectionMax: callsPerSession,
      messagesPerSecondMax: Infinity,
      idleTimeoutMs: sessionIdleMs,
    },
    waitersMax: Infinity,
    provider: null,
    throttlesAsOne: true,
    // The outcome comes with the provider's events.
    isFinal: false,
    takesOneRecipient: true,
    open: () => Promise.resolve({ kind: 'open', session: createApiSession(api) }),
  };
  return {
    name,
    destinations: {
      resolve: (domain) =>
        Promise.resolve({
          kind: 'destination',
          destination: { ...destination, provider: mailboxProvider(domain) },
          releaseReservation: () => undefined,
        }),
    },
    isWatched: () => true,
    close: () => api.close(),
  };
}
