import type { Settings } from '../config';
import { createCloudflareDns } from './cloudflare-dns';
import type { DomainOptions } from './domain-feature';
import { createSesIdentities } from './ses-identities';

/** A send is authorised a few milliseconds before it commits; a second covers a database that is busy. */
const REMOVAL_SETTLE_MS = 1_000;

export function domainOptions(settings: Settings): DomainOptions {
  const { CLOUDFLARE_API_TOKEN: apiToken, CLOUDFLARE_API_URL: apiUrl, SES_ENDPOINT } = settings;
  return {
    setup: {
      platformHost: settings.PLATFORM_HOST,
      sesRegions: settings.SES_REGIONS,
      transport: settings.DOMAIN_TRANSPORT,
      warmUp: settings.WARM_UP_NEW_DOMAINS,
    },
    dnsServers: settings.DNS_SERVERS,
    dnsProvider: apiToken === '' ? null : createCloudflareDns({ apiToken, apiUrl }),
    identityProvider: createSesIdentities({ endpoint: SES_ENDPOINT === '' ? null : SES_ENDPOINT }),
    sweepIntervalMs: settings.DOMAIN_SWEEP_INTERVAL_MS,
    removalSettleMs: REMOVAL_SETTLE_MS,
  };
}
