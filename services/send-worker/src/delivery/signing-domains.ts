import type { Pool } from '@postrider/db';
import { loadDkimKey, type DkimKey } from '@postrider/mail';
import { createTtlCache, type Clock, type LockedSecrets, type SecretBox } from '@postrider/runtime';
import { linkBaseOf, type PublicAddress } from './link-base';
import { findSendingDomain, type SealedKey } from './signing-domains.repository';

/**
 * What a message needs of its domain: ready to use; locked, because no key of it opens for now, which is the platform's
 * fault and no reason to fail a message; or gone.
 */
export type SendingDomain =
  | {
      readonly kind: 'ready';
      readonly name: string;
      readonly returnPathHost: string;
      /** Where its links lead, for example `https://links.shop.example`. */
      readonly linkBase: string;
      readonly keys: readonly DkimKey[];
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'gone' };

export interface SendingDomains {
  /** Rejects only when the database does. */
  get(organizationId: string, domainId: string): Promise<SendingDomain>;
}

/** A rotated or replaced key is used a minute later at most; parsing it each time would cut the rate to a third. */
const CACHE_MS = 60_000;
const DOMAINS_MAX = 5_000;

export function createSendingDomains(given: {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  /** Signs every message too. */
  readonly platformKey: DkimKey | null;
  readonly publicAddress: PublicAddress;
  readonly lockedKeys: LockedSecrets;
  readonly clock?: Clock;
}): SendingDomains {
  const { pool, secretBox, platformKey, publicAddress, lockedKeys, clock } = given;
  const cache = createTtlCache<string, SendingDomain>({
    entriesMax: DOMAINS_MAX,
    ttlMs: CACHE_MS,
    ...(clock ? { clock } : {}),
  });

  const load = async (organizationId: string, domainId: string): Promise<SendingDomain> => {
    const row = await findSendingDomain(pool, organizationId, domainId);
    if (!row) return { kind: 'gone' };
    if (row.keys.length === 0) lockedKeys.locked(domainId, new Error('the domain has no active signing key'));
    const keys = row.keys.flatMap((key) => open(key, row.name) ?? []);
    if (keys.length === 0) return { kind: 'locked' };
    return {
      kind: 'ready',
      name: row.name,
      returnPathHost: `${row.return_path_label}.${row.name}`,
      linkBase: linkBaseOf(row, publicAddress),
      keys: platformKey ? [...keys, platformKey] : keys,
    };
  };

  const open = (key: SealedKey, domain: string): DkimKey | undefined => {
    try {
      const privateKeyPem = secretBox.open(key.private_key, key.id);
      const opened = loadDkimKey({ domain, selector: key.selector, privateKeyPem });
      lockedKeys.opened(key.id);
      return opened;
    } catch (error) {
      lockedKeys.locked(key.id, error);
      return undefined;
    }
  };

  return {
    get: (organizationId, domainId) => cache.fetch(domainId, () => load(organizationId, domainId)),
  };
}
