import { Resolver } from 'node:dns/promises';
import {
  checkPlatformRecords,
  dkimDnsRecord,
  type PlatformNaming,
  type PlatformSource,
} from '@postrider/mail';
import { createRecordLookup, formatHostPort, readSettingFile, systemDnsServers } from '@postrider/runtime';
import { checkDirectDelivery, checkReverseName } from '@postrider/smtp-client';
import type { Command } from 'commander';
import { doctorSettings } from '../config';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { readActiveSources } from '../sources/sources.repository';
import { checkDisk } from './check-disk';
import { checkResolvers, type CheckedResolver } from './check-resolvers';
import type { DoctorRow } from './doctor-row';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .description(
      'check whether email can be delivered to MX hosts (port 25), DNS resolvers, the DNS records of the platform, and its disk. Exits with 1 if something is wrong. Run it where send-worker runs, with its settings',
    )
    .action(() =>
      run(diagnose, (rows) => rows.some(({ state }) => state === 'wrong' || state === 'unknown')),
    );
}

type DoctorSettings = ReturnType<typeof doctorSettings>;

async function diagnose(session: Session): Promise<DoctorRow[]> {
  const settings = doctorSettings();
  const { isDirect } = settings.DELIVERY_ROUTES;
  const sources = isDirect ? await readActiveSources(session.pool()) : [];
  const checks = await Promise.all([
    isDirect ? checkPorts(settings, sources) : [],
    checkResolvers(resolversOf(settings)),
    checkRecords(settings, isDirect && sources.length === 0 ? [systemSource(settings)] : sources),
    checkDisk(session.pool()),
    checkRedis(session),
  ]);
  return checks.flat();
}

/** Those that send-worker routes mail by, and those that all look-ups ask. */
function resolversOf({ DNS_SERVERS, DNSSEC_RESOLVERS }: DoctorSettings): CheckedResolver[] {
  const [servers, setting] =
    DNS_SERVERS.length > 0 ? [DNS_SERVERS, 'DNS_SERVERS'] : [systemDnsServers(), null];
  return [
    ...servers.map((server) => ({ server, setting, mustValidate: false })),
    ...DNSSEC_RESOLVERS.map((server) => ({ server, setting: 'DNSSEC_RESOLVERS', mustValidate: true })),
  ];
}

const systemSource = ({ EHLO_NAME }: DoctorSettings): PlatformSource => ({
  address: null,
  helloName: EHLO_NAME,
});

async function checkPorts(
  settings: DoctorSettings,
  sources: Awaited<ReturnType<typeof readActiveSources>>,
): Promise<DoctorRow[]> {
  const findings = await checkDirectDelivery({
    servers: settings.DNS_SERVERS.map(formatHostPort),
    port: settings.MX_PORT,
    sources,
  });
  return findings.map(({ source, ok, detail }) => ({
    ...{ check: 'port', name: source, state: ok ? 'ok' : 'wrong', detail },
  }));
}

async function checkRecords(
  settings: DoctorSettings,
  sources: readonly PlatformSource[],
): Promise<DoctorRow[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (settings.DNS_SERVERS.length > 0) resolver.setServers(settings.DNS_SERVERS.map(formatHostPort));
  const findings = await checkPlatformRecords(namingOf(settings, sources), {
    ...createRecordLookup(settings.DNS_SERVERS),
    reverseName: (source) => checkReverseName(resolver, source),
  });
  const rows = findings.map(({ record, state, detail }) => ({
    ...{ check: record.purpose, name: `${record.type} ${record.name}`, state, detail },
  }));
  if (settings.PLATFORM_HOST !== '') return rows;
  const detail = 'PLATFORM_HOST is not set here, so records of the platform host are not checked';
  return [...rows, { check: 'host', name: 'PLATFORM_HOST', state: 'unknown', detail }];
}

function namingOf(settings: DoctorSettings, sources: readonly PlatformSource[]): PlatformNaming {
  const { PLATFORM_DKIM_DOMAIN: domain, PLATFORM_DKIM_SELECTOR: selector } = settings;
  const file = settings.PLATFORM_DKIM_KEY_FILE;
  return {
    platformHost: settings.PLATFORM_HOST || null,
    smtpName: settings.SMTP_NAME || null,
    webHosts: [settings.PUBLIC_URL, settings.CONSOLE_URL]
      .map((url) => URL.parse(url))
      .flatMap((url) => (url?.protocol === 'https:' ? [url.hostname] : [])),
    hostAddresses: [],
    sources,
    spfIncludes: [],
    dkim:
      domain === '' || file === ''
        ? null
        : { domain, selector, value: dkimDnsRecord(readSettingFile('PLATFORM_DKIM_KEY_FILE', file)) },
    tlsReportFrom: settings.TLS_REPORT_FROM || null,
  };
}

/** Redis must not delete keys when its memory is full. */
async function checkRedis(session: Session): Promise<DoctorRow> {
  const row = { check: 'redis', name: 'maxmemory-policy' };
  try {
    const { readEvictionPolicies } = await import('@postrider/messaging');
    const policies = await readEvictionPolicies(await session.redis());
    if (policies.length === 0) return { ...row, state: 'ok', detail: 'noeviction' };
    const detail = `is ${policies.join(', ')}: Redis deletes keys when its memory is full. Set it to noeviction`;
    return { ...row, state: 'wrong', detail };
  } catch {
    return { ...row, state: 'unknown', detail: 'Redis does not answer' };
  }
}
