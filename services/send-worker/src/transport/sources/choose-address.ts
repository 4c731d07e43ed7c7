import { hash } from 'node:crypto';
import type { SourceAddress } from './source-addresses.repository';
import type { SourceClient } from './source';

export const defaultPool = 'default';

/** Pool that a sender's mail leaves from; null: none is meant for it. */
export function poolFor(client: SourceClient, pools: ReadonlySet<string>): string | null {
  if (client.sourcePool !== null) return client.sourcePool;
  if (pools.has(client.stream)) return client.stream;
  return pools.has(defaultPool) ? defaultPool : null;
}

/**
 * The addresses in the order in which a domain's mail to a site prefers them (rendezvous hashing): always the same one first,
 * so that its reputation there is steady; evenly spread over all domains; when an address comes or goes, only those move
 * that get it or had it.
 */
export function byPreference(
  addresses: readonly SourceAddress[],
  { domainId, site }: { readonly domainId: string; readonly site: string },
): readonly SourceAddress[] {
  if (addresses.length < 2) return addresses;
  return addresses
    .map((each) => ({ each, score: hash('sha256', `${each.address} ${domainId} ${site}`, 'base64') }))
    .sort((a, b) => (a.score < b.score ? 1 : -1))
    .map(({ each }) => each);
}
