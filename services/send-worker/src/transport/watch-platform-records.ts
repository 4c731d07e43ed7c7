import { Resolver } from 'node:dns/promises';
import type { Pool } from '@postrider/db';
import {
  checkPlatformRecords,
  dkimDnsRecord,
  platformRecordPurposes,
  type DkimKey,
  type PlatformDns,
  type PlatformFinding,
  type PlatformNaming,
} from '@postrider/mail';
import {
  createRecordLookup,
  formatHostPort,
  startRecurringTask,
  type HostPort,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { checkReverseName } from '@postrider/smtp-client';
import type { Settings } from '../config';
import { findLocalSources } from './sources/sources';

const intervalMs = 600_000;

interface Options {
  readonly pool: Pool;
  readonly settings: Pick<
    Settings,
    'DELIVERY_ROUTES' | 'DNS_SERVERS' | 'EHLO_NAME' | 'PLATFORM_HOST' | 'PUBLIC_URL' | 'TLS_REPORT_FROM'
  >;
  readonly platformKey: DkimKey | null;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Resolves the platform's records at the start and every ten minutes: without the SPF record, for example, mail is sent and fails its
 * checks at every receiver. Each worker does so, since the name and the addresses of its machine are its own.
 */
export function watchPlatformRecords(options: Options): { close(): Promise<void> } {
  const { pool, settings, log, metrics } = options;
  const dns = createPlatformDns(settings.DNS_SERVERS);
  /** By record, the last answer of DNS. */
  let known = new Map<string, PlatformFinding>();
  metrics.gauge(
    'postrider_platform_records_wrong',
    'DNS records of the platform that are missing or wrong, by purpose.',
    () => countWrong([...known.values()]),
  );
  if (settings.PLATFORM_HOST === '') {
    log.warn('PLATFORM_HOST is not set: the DNS records of the platform are not checked');
  }
  return startRecurringTask({
    name: 'platform records',
    intervalMs,
    log,
    run: async (signal) => {
      const sources = settings.DELIVERY_ROUTES.isDirect ? await findSources(pool, settings) : [];
      // A worker that stops does not wait for name servers.
      const findings = await Promise.race([
        checkPlatformRecords(namingOf(options, sources), dns),
        abortionOf(signal),
      ]);
      if (findings === null) return;
      const next = new Map(
        findings.map((finding) => {
          const key = `${finding.record.type} ${finding.record.name} ${finding.record.value}`;
          // While DNS does not answer, the last result stays.
          return [key, finding.state === 'unknown' ? (known.get(key) ?? finding) : finding];
        }),
      );
      for (const [key, { record, state, detail }] of next) {
        if (state !== 'wrong' || known.get(key)?.detail === detail) continue;
        log.warn(
          { record: record.purpose, name: record.name, detail },
          'a DNS record of the platform is wrong',
        );
      }
      known = next;
    },
  });
}

function abortionOf(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** Those of this machine, or the system's choice under our name. */
async function findSources(pool: Pool, { EHLO_NAME }: Pick<Settings, 'EHLO_NAME'>) {
  const sources = await findLocalSources(pool);
  return sources.length === 0 ? [{ address: null, helloName: EHLO_NAME }] : sources;
}

function namingOf({ settings, platformKey }: Options, sources: PlatformNaming['sources']): PlatformNaming {
  const { PLATFORM_HOST, PUBLIC_URL, TLS_REPORT_FROM } = settings;
  return {
    platformHost: PLATFORM_HOST === '' ? null : PLATFORM_HOST,
    smtpName: null,
    webHosts: PUBLIC_URL.servesAll ? [] : [new URL(PUBLIC_URL.origin).hostname],
    hostAddresses: [],
    sources,
    spfIncludes: [],
    dkim: platformKey && {
      ...{ domain: platformKey.domain, selector: platformKey.selector },
      value: dkimDnsRecord(platformKey.privateKey),
    },
    tlsReportFrom: TLS_REPORT_FROM === '' ? null : TLS_REPORT_FROM,
  };
}

function createPlatformDns(servers: readonly HostPort[]): PlatformDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  return {
    ...createRecordLookup(servers),
    reverseName: (source) => checkReverseName(resolver, source),
  };
}

/** Zeros too, of the purposes that this installation has. */
function countWrong(findings: readonly PlatformFinding[]) {
  const purposes = Object.keys(platformRecordPurposes).filter((purpose) =>
    findings.some(({ record }) => record.purpose === purpose),
  );
  return purposes.map((purpose) => ({
    value: findings.filter(({ record, state }) => record.purpose === purpose && state === 'wrong').length,
    labels: { record: purpose },
  }));
}
