import type { Pool } from '@postrider/db';
import { createHttpClient } from '@postrider/http-client';
import {
  createHostResolver,
  isPublicAddress,
  readSettingFile,
  type Clock,
  type Logger,
} from '@postrider/runtime';
import type { Settings } from '../../config';
import { createDnsResolver } from '../dns/dns-resolver';
import { createFetchPolicy } from '../mta-sts/fetch-policy';
import { createStsPolicies } from '../mta-sts/sts-policies';
import { startStsRefresh } from '../mta-sts/start-sts-refresh';
import type { Connector } from '../pool/connect-any';
import type { Sources } from '../sources/source';
import { createTlsPolicies } from '../tls-policy/decide-policies';
import { createMxDestinations, type MxDestinations } from './mx-destinations';
import { createMailDns } from './mx-lookup';

export interface MxRoutes {
  readonly mx: MxDestinations;
  readonly close: () => Promise<void>;
}

const httpConnectTimeoutMs = 5_000;

/** From a recipient's domain to the hosts that take its mail, and to the TLS that they owe. */
export function startMxRoutes(options: {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly connector: Connector;
  readonly sources: Sources;
  readonly clock: Clock;
  readonly log: Logger;
}): MxRoutes {
  const { settings, pool, connector, sources, clock, log } = options;
  const validates = settings.DNSSEC_RESOLVERS.length > 0;
  const servers = validates ? settings.DNSSEC_RESOLVERS : settings.DNS_SERVERS;
  const resolver = createDnsResolver({ servers, trustsAd: validates, clock });
  const dns = createMailDns({ resolver, useIpv6: settings.MX_IPV6 });
  const isPermitted = (address: string): boolean => settings.MX_PRIVATE_ADDRESSES || isPublicAddress(address);
  const ca = settings.TLS_CA_FILE === '' ? undefined : readSettingFile('TLS_CA_FILE', settings.TLS_CA_FILE);
  const http = createHttpClient({
    resolve: createHostResolver(servers),
    isPermitted,
    connectTimeoutMs: httpConnectTimeoutMs,
    connectionsPerOriginMax: 2,
    ...(ca !== undefined && { ca }),
  });
  const stsPolicies = createStsPolicies({
    pool,
    resolver,
    fetchPolicy: createFetchPolicy({ http, port: settings.MTA_STS_PORT }),
    onFailure: () => undefined,
    clock,
    log,
  });
  const refresh = startStsRefresh({ pool, policies: stsPolicies, clock, log });
  return {
    mx: createMxDestinations({
      dns,
      policies: createTlsPolicies({ resolver, stsPolicies, ca }),
      ownHosts: settings.MX_OWN_HOSTS,
      isPermitted,
      port: settings.MX_PORT,
      connector,
      sources,
      watch: () => undefined,
      clock,
    }),
    close: async () => {
      await refresh.close();
      await http.close();
    },
  };
}
