import type { Pool } from '@postrider/db';
import { createHttpClient } from '@postrider/http-client';
import type { DkimKey } from '@postrider/mail';
import {
  createHostResolver,
  isPublicAddress,
  readSettingFile,
  type Clock,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { blocklistsOf, type Settings } from '../config';
import type { WorkerConstants } from '../constants';
import { createDnsResolver, type DnsResolver } from './dns/dns-resolver';
import { startBlocklists } from './blocklists/start-blocklists';
import { createFetchPolicy } from './mta-sts/fetch-policy';
import { createStsPolicies } from './mta-sts/sts-policies';
import { startStsRefresh } from './mta-sts/start-sts-refresh';
import type { Connector } from './pool/connect-any';
import type { Sources } from './sources/source';
import { createTlsPolicies } from './tls-policy/decide-policies';
import { opportunistic } from './tls-policy/tls-policy';
import { createCountConnection } from './tls-reports/count-connections';
import { createReportTargets } from './tls-reports/report-targets';
import { createSendReport } from './tls-reports/send-report';
import { createSessionCounts } from './tls-reports/session-counts';
import { startTlsReports } from './tls-reports/start-tls-reports';
import { createDestinations } from './routing/destinations';
import { startDirectDeliveryCheck } from './check-direct-delivery';
import { watchPlatformRecords } from './watch-platform-records';
import { createMxDestinations, type MxDestinations } from './routing/mx-destinations';
import { createMailDns } from './dns/mx-lookup';
import { findLocalSources } from './sources/sources';

export interface MxRoutes {
  readonly mx: MxDestinations;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly constants: Pick<WorkerConstants, 'stsPort' | 'stsWaitMs' | 'dnsTryMs'>;
  readonly pool: Pool;
  readonly connector: Connector;
  readonly sources: Sources;
  /** Signs reports. */
  readonly platformKey: DkimKey | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const httpConnectTimeoutMs = 5_000;

/** From a recipient's domain to the hosts that take its mail, to the TLS that they owe, and to the reports about it. */
export function startMxRoutes(options: Options): MxRoutes {
  const { pool, clock, log, metrics } = options;
  const tools = createTools(options);
  const { resolver, http, ca, common } = tools;
  const reporting = startReporting(options, tools);
  const counts = reporting?.counts ?? null;
  const stsPolicies = createStsPolicies({
    pool,
    resolver,
    fetchPolicy: createFetchPolicy({ http, port: options.constants.stsPort }),
    waitMs: options.constants.stsWaitMs,
    onFailure: (domain, failure, reason) => {
      const policy = { type: 'sts', text: [], mxPatterns: [] } as const;
      counts?.add({ ...nowhere, domain, policy, mxHost: '', result: failure, reason });
    },
    clock,
    log,
  });
  const check = startDirectDeliveryCheck(options);
  const records = watchPlatformRecords(options);
  const blocklists = startBlocklists({
    ...{ pool, lists: blocklistsOf(options.settings), resolver, log, metrics },
    usedAddresses: () => findUsedAddresses(options, tools),
  });
  const refresh = startStsRefresh({ pool, policies: stsPolicies, clock, log });
  const connections = metrics.counter(
    'send_tls_connections',
    'Connections to MX hosts, by policy and TLS result.',
    { policy: ['sts', 'tlsa', 'none'], result: ['success', 'starttls-not-supported', 'validation-failure'] },
  );
  return {
    mx: createMxDestinations({
      ...common,
      policies: createTlsPolicies({ resolver, stsPolicies, ca }),
      onRefused: (domain, mxHost, { policy, failure: result, reason }) =>
        counts?.add({ ...nowhere, domain, policy, mxHost, result, reason }),
      watch: createCountConnection({ connections, counts }),
    }),
    close: async () => {
      check.close();
      await Promise.all([refresh.close(), records.close(), blocklists.close(), reporting?.close()]);
      await http.close();
    },
  };
}

/** There was no connection. */
const nowhere = { sendingAddress: '', receivingAddress: '' } as const;

function createTools({ settings, constants, connector, sources, clock }: Options) {
  const validates = settings.DNSSEC_RESOLVERS.length > 0;
  const servers = validates ? settings.DNSSEC_RESOLVERS : settings.DNS_SERVERS;
  const resolver = createDnsResolver({
    ...{ servers, trustsAd: validates, clock },
    timeoutMs: constants.dnsTryMs,
  });
  const isPermitted = (address: string): boolean => settings.MX_PRIVATE_ADDRESSES || isPublicAddress(address);
  const ca = settings.TLS_CA_FILE === '' ? undefined : readSettingFile('TLS_CA_FILE', settings.TLS_CA_FILE);
  const http = createHttpClient({
    resolve: createHostResolver(servers),
    isPermitted,
    connectTimeoutMs: httpConnectTimeoutMs,
    connectionsPerOriginMax: 2,
    ...(ca !== undefined && { ca }),
  });
  const common = {
    dns: createMailDns({ resolver, useIpv6: settings.MX_IPV6 }),
    ...{ ownHosts: settings.MX_OWN_HOSTS, isPermitted, port: settings.MX_PORT },
    ...{ connector, sources, clock },
  };
  return { resolver, http, ca, isPermitted, common };
}

/** Where no source address is configured, mail leaves from those that our name leads to; none where it leaves through other servers. */
async function findUsedAddresses(
  { settings, pool }: Options,
  {
    resolver,
    isPermitted,
  }: { readonly resolver: DnsResolver; readonly isPermitted: (address: string) => boolean },
): Promise<readonly string[]> {
  if (!settings.DELIVERY_ROUTES.isDirect || (await findLocalSources(pool)).length > 0) return [];
  const name = settings.EHLO_NAME.toLowerCase();
  const types = settings.MX_IPV6 ? (['A', 'AAAA'] as const) : (['A'] as const);
  const answers = await Promise.all(types.map((type) => resolver.lookUp(name, type)));
  return answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : [])).filter(isPermitted);
}

/** Null where reports are off; nothing is counted then. */
function startReporting(
  { settings, pool, connector, platformKey, clock, log }: Options,
  { resolver, http, common }: ReturnType<typeof createTools>,
) {
  const from = settings.TLS_REPORT_FROM;
  if (from === '' || platformKey === null) return null;
  const targets = createReportTargets(resolver);
  const counts = createSessionCounts({ pool, targets, clock, log });
  const withoutPolicies = createMxDestinations({
    ...common,
    policies: { decide: (_, hosts) => Promise.resolve(hosts.map(() => opportunistic)) },
    onRefused: () => undefined,
    watch: () => undefined,
  });
  const destinations = createDestinations({
    routes: settings.DELIVERY_ROUTES,
    mx: withoutPolicies,
    connector,
  });
  const reporter = { domain: platformKey.domain, contact: from };
  const sendReport = createSendReport({ http, destinations, from, reporter, key: platformKey, clock });
  const running = startTlsReports({ pool, counts, targets, sendReport, reporter, clock, log });
  return { counts, close: () => running.close() };
}
