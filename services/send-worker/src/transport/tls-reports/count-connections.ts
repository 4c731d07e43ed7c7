import type { CounterVec } from '@postrider/runtime';
import type { MxConnection } from '../routing/mx-destinations';
import type { SessionCounts, TlsSession } from './session-counts';
import type { TlsSessionResult } from './session-counts.repository';

/**
 * How a connection ended, as reports name it (RFC 8460 §4.3): `success`, or why TLS failed; null where it did not come to the
 * question whether there is TLS.
 */
export function tlsResultOf({
  host,
  result,
}: Pick<MxConnection, 'host' | 'result'>): TlsSessionResult | null {
  if (result.kind === 'open') {
    if (result.session.tls === null) return 'starttls-not-supported';
    return host.policy.isForeign ? 'validation-failure' : 'success';
  }
  if (result.kind === 'failed' && result.step === 'TLS') return result.tlsFailure ?? 'validation-failure';
  return result.kind === 'refused' && result.step === 'STARTTLS' ? 'starttls-not-supported' : null;
}

/** Counts connections, for operators and, where `counts` is given, for reports. */
export function createCountConnection(options: {
  readonly connections: CounterVec<'policy' | 'result'>;
  readonly counts: SessionCounts | null;
}): (connection: MxConnection) => void {
  return (connection) => {
    const tlsResult = tlsResultOf(connection);
    if (tlsResult === null) return;
    const { policy } = connection.host.policy;
    options.connections.add(1, { policy: policy.type, result: tlsResult });
    options.counts?.add(toSession(connection, tlsResult));
  };
}

function toSession(
  { domain, host, address, source, result }: MxConnection,
  tlsResult: TlsSessionResult,
): TlsSession {
  const localAddress = result.kind === 'open' ? result.session.localAddress : null;
  return {
    domain,
    policy: host.policy.policy,
    mxHost: host.name,
    result: tlsResult,
    sendingAddress: source?.address ?? localAddress ?? '',
    receivingAddress: address,
    reason: result.kind === 'failed' ? result.error.message : null,
  };
}
