import { Resolver } from 'node:dns/promises';
import { formatHostPort, type HostPort } from '../settings/setting-types';

/** All addresses of a host; rejects when it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

class HostNotFoundError extends Error {
  override readonly name = 'HostNotFoundError';
  readonly code = 'ENOTFOUND';
}

/** Two tries of 2 s stay below the 5 s that a delivery has. */
const defaultTryMs = 2_000;
const queryTries = 2;

/**
 * Asks DNS servers over sockets of our own. `dns.lookup` would be simpler, but it runs on libuv's four threads: a
 * few endpoints whose name servers are silent would block the file and name look-ups of all others.
 * @param servers empty: those of the system
 */
export function createHostResolver(
  servers: readonly HostPort[],
  { tryMs = defaultTryMs }: { readonly tryMs?: number | undefined } = {},
): ResolveHost {
  const resolver = new Resolver({ timeout: tryMs, tries: queryTries });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw v4.status === 'rejected' ? v4.reason : new HostNotFoundError();
  };
}

/** For development: also `localhost`, which DNS servers need not know (RFC 6761, section 6.3). */
export function withLocalhost(resolve: ResolveHost): ResolveHost {
  return (host) =>
    /^(.+\.)?localhost\.?$/i.test(host) ? Promise.resolve(['127.0.0.1', '::1']) : resolve(host);
}
