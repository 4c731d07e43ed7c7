import type { DomainStream } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import { linkBaseOf, loadDkimKey, type DkimKey } from '@postrider/mail';
import {
  createTtlCache,
  type Clock,
  type LinkOrigin,
  type LockedSecrets,
  type SecretBox,
} from '@postrider/runtime';
import type { Sender } from '../transport/routing/destinations';

/**
 * What a message needs of its domain: ready to use; locked, because no key of it opens for now, which is the platform's
 * fault and no reason to fail a message; or gone.
 */
export type SigningDomain =
  | {
      readonly kind: 'ready';
      readonly name: string;
      readonly returnPathHost: string;
      /** Where its links lead, for example `https://links.shop.example`. */
      readonly linkBase: string;
      readonly keys: readonly DkimKey[];
      /** Where complaints are wanted; null: nowhere that a signature of ours stands for. */
      readonly complaintAddress: string | null;
      /** How its mail leaves. */
      readonly sender: Sender;
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'gone' };

export type ReadyDomain = Extract<SigningDomain, { kind: 'ready' }>;

export interface SigningDomains {
  /** Rejects only when the database does. */
  get(organizationId: string, domainId: string): Promise<SigningDomain>;
}

/** A rotated or replaced key is used a minute later at most; parsing it each time would cut the rate to a third. */
const cacheMs = 60_000;
const domainsMax = 5_000;

export function createSigningDomains(options: {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  /** Signs every message too. */
  readonly platformKey: DkimKey | null;
  /** Of the platform key's domain. */
  readonly complaintAddress: string | null;
  readonly linkOrigin: LinkOrigin;
  readonly lockedKeys: LockedSecrets;
  readonly clock?: Clock;
}): SigningDomains {
  const { pool, secretBox, platformKey, complaintAddress, linkOrigin, lockedKeys, clock } = options;
  const cache = createTtlCache<string, SigningDomain>({
    entriesMax: domainsMax,
    ttlMs: cacheMs,
    ...(clock ? { clock } : {}),
  });

  const load = async (organizationId: string, domainId: string): Promise<SigningDomain> => {
    const row = await findSigningDomain(pool, organizationId, domainId);
    if (!row) return { kind: 'gone' };
    if (row.keys.length === 0) lockedKeys.locked(domainId, new Error('the domain has no active signing key'));
    const keys = row.keys.flatMap((key) => open(key, row.name) ?? []);
    if (keys.length === 0) return { kind: 'locked' };
    return {
      kind: 'ready',
      name: row.name,
      returnPathHost: `${row.return_path_label}.${row.name}`,
      linkBase: linkBaseOf(row, linkOrigin),
      keys: platformKey ? [...keys, platformKey] : keys,
      complaintAddress,
      sender: { domainId, transport: row.transport, sourcePool: row.source_pool, stream: row.stream },
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

interface SealedKey {
  readonly id: string;
  readonly selector: string;
  /** Sealed, bound to the id. */
  readonly private_key: string;
}

interface SigningDomainRow {
  readonly name: string;
  readonly return_path_label: string;
  readonly tracking_label: string;
  readonly tracking_verified: boolean;
  readonly transport: string;
  readonly source_pool: string | null;
  readonly stream: DomainStream;
  /** Active ones, oldest first. */
  readonly keys: readonly SealedKey[];
}

const findSigningDomainSql = `
SELECT d.name, d.return_path_label, d.tracking_label, d.tracking_verified, d.transport, d.source_pool, d.stream,
  coalesce(json_agg(json_build_object('id', k.id, 'selector', k.selector, 'private_key', k.private_key)
    ORDER BY k.created_at, k.id) FILTER (WHERE k.id IS NOT NULL), '[]') AS keys
FROM domains d LEFT JOIN dkim_keys k ON k.domain_id = d.id AND k.active
WHERE d.organization_id = $1 AND d.id = $2
GROUP BY d.id`;

async function findSigningDomain(
  pool: Pool,
  organizationId: string,
  domainId: string,
): Promise<SigningDomainRow | undefined> {
  const { rows } = await pool.query<SigningDomainRow>({
    name: 'delivery.find-signing-domain',
    text: findSigningDomainSql,
    values: [organizationId, domainId],
  });
  return rows[0];
}
