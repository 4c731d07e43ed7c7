import { createRequire } from 'node:module';
import type { Settings } from '../config';
import { createCloudflareDns } from './providers/cloudflare/cloudflare-dns';
import type { DomainOptions } from './domain-feature';
import type { IdentityProvider } from './providers/provider';
import type * as ses from './providers/ses/ses-identities';

/** A send is authorised a few milliseconds before it commits; a second covers a database that is busy. */
const removalSettleMs = 1_000;

/** The client of Amazon SES takes 12 MB of memory: it is loaded where it is configured. */
const load = createRequire(__filename);

export function domainOptions(settings: Settings, sweepIntervalMs: number): DomainOptions {
  const { CLOUDFLARE_API_TOKEN: apiToken } = settings;
  return {
    setup: {
      platformHost: settings.PLATFORM_HOST,
      sesRegions: settings.SES_REGIONS,
      transport: settings.DOMAIN_TRANSPORT,
      warmUp: settings.WARM_UP_NEW_DOMAINS,
      ed25519Keys: settings.DKIM_ED25519,
      keyRotationDays: settings.DKIM_ROTATION_DAYS,
    },
    dnsServers: settings.DNS_SERVERS,
    dnsProvider: apiToken === '' ? null : createCloudflareDns({ apiToken }),
    identityProvider: identityProvider(settings),
    sweepIntervalMs,
    removalSettleMs,
  };
}

/** Without regions nothing is registered; an identity that was registered when there were some can still be removed. */
function identityProvider({ SES_REGIONS, SES_ENDPOINT }: Settings): IdentityProvider {
  const create = (): IdentityProvider => {
    const { createSesIdentities } = load('./providers/ses/ses-identities') as typeof ses;
    return createSesIdentities({ endpoint: SES_ENDPOINT === '' ? null : SES_ENDPOINT });
  };
  if (SES_REGIONS.length > 0) return create();
  let created: IdentityProvider | undefined;
  const whenNeeded = (): IdentityProvider => (created ??= create());
  return {
    register: (region, identity) => whenNeeded().register(region, identity),
    remove: (region, domain) => whenNeeded().remove(region, domain),
  };
}
