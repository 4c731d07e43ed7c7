import { isIP, type LookupFunction } from 'node:net';
import type { ResolveHost } from '@postrider/runtime';
import { buildConnector } from 'undici';
import { skipInformationalAnswers } from './informational-answers';

/** The host is, or resolves to, an address that must not be reached. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code = 'refused_address';

  constructor() {
    super('the host is not public');
  }
}

/**
 * Opens connections to permitted addresses only. Three checks, since none sees everything: a literal address in
 * the URL never reaches a lookup; of a name, every address must be permitted, and the socket gets the very
 * addresses that were checked, so a name that resolves differently the next moment (DNS rebinding) changes
 * nothing; and the peer of the open socket is looked at once more before a byte is written.
 */
export function createGuardedConnect(options: {
  readonly resolve: ResolveHost;
  readonly isPermitted: (address: string) => boolean;
  readonly timeoutMs: number;
  /** PEM of certificate authorities to trust; default: the system's. */
  readonly ca?: string;
}): buildConnector.connector {
  const { isPermitted, timeoutMs, ca } = options;
  const connect = buildConnector({
    lookup: guardedLookup(options),
    timeout: timeoutMs,
    // One request a connection at a time is what the limit of an endpoint counts in.
    allowH2: false,
    ...(ca !== undefined && { ca }),
  });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPermitted(host)) {
      callback(new RefusedAddressError(), null);
      return;
    }
    connect(target, (...[error, socket]: buildConnector.CallbackArgs) => {
      if (error) {
        callback(error, null);
      } else if (socket.remoteAddress === undefined || !isPermitted(socket.remoteAddress)) {
        socket.destroy();
        callback(new RefusedAddressError(), null);
      } else {
        skipInformationalAnswers(socket);
        callback(null, socket);
      }
    });
  };
}

function guardedLookup(options: {
  readonly resolve: ResolveHost;
  readonly isPermitted: (address: string) => boolean;
}): LookupFunction {
  return (host, { all }, callback) => {
    options.resolve(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => options.isPermitted(address))) {
          callback(new RefusedAddressError(), '');
        } else if (all) {
          callback(null, addresses);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
