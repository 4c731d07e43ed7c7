import { Resolver } from 'node:dns/promises';
import { possibleZones, type PlatformDns } from '@postrider/mail';
import { createRecordLookup, formatHostPort, type HostPort } from '@postrider/runtime';
import { checkReverseName } from '@postrider/smtp-client';

const timeoutMs = 3_000;
const serversMax = 8;

/**
 * Asks the servers of the domain's zone themselves: a resolver remembers for minutes or hours that a record was not there, and setup asks
 * before it is. Other names are asked for at `resolvers`; none: those of the system.
 */
export async function createZoneLookup(domain: string, resolvers: readonly HostPort[]): Promise<PlatformDns> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (resolvers.length > 0) resolver.setServers(resolvers.map(formatHostPort));
  const general = createRecordLookup(resolvers);
  const servers = await serversOf(resolver, domain);
  const ofZone = servers.length === 0 ? general : createRecordLookup(servers);
  const at = (name: string) => (name === domain || name.endsWith(`.${domain}`) ? ofZone : general);
  return {
    find: (type, name) => at(name).find(type, name),
    resolve: (name, type) => at(name).resolve(name, type),
    reverseName: (source) => checkReverseName(resolver, source),
  };
}

/** Empty: it is not known which they are. */
async function serversOf(resolver: Resolver, domain: string): Promise<HostPort[]> {
  const names = await nameServersOf(resolver, domain);
  const found = await Promise.all(names.map((name) => resolver.resolve4(name).catch(() => [])));
  return found
    .flat()
    .slice(0, serversMax)
    .map((host) => ({ host, port: 53 }));
}

async function nameServersOf(resolver: Resolver, domain: string): Promise<string[]> {
  for (const zone of possibleZones(domain)) {
    const names = await resolver.resolveNs(zone).catch(() => []);
    if (names.length > 0) return names;
  }
  return [];
}

/** Whether the domain's zone is served by Cloudflare. */
export async function isAtCloudflare(domain: string): Promise<boolean> {
  const names = await nameServersOf(new Resolver({ timeout: timeoutMs, tries: 2 }), domain);
  return names.length > 0 && names.every((name) => /\.ns\.cloudflare\.com\.?$/i.test(name));
}
