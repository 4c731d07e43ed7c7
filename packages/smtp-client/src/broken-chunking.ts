import type { Extensions } from './session';

/** Code of the failure of such a connection. */
export const brokenChunking = 'ECHUNKING';
const hostsMax = 1_000;
const hosts = new Set<string>();

/** Hosts, as `address:port`, that offer BDAT and do not know it are spoken to by DATA from then on, while this process lives. */
export function rememberBrokenChunking(host: string): void {
  if (hosts.size < hostsMax) hosts.add(host);
}

export function withoutBrokenChunking(extensions: Extensions, host: string): Extensions {
  return hosts.has(host) ? { ...extensions, chunking: false, binaryMime: false } : extensions;
}
