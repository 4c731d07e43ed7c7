import { Resolver } from 'node:dns/promises';
import { errorCode } from '../log/describe-error';
import { formatHostPort, type HostPort } from '../settings/setting-types';

export type LookupAnswer =
  /** None: the name does not exist, or has no record of that type. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** DNS does not answer now, which says nothing about the record. */
  | { readonly kind: 'unknown'; readonly code: string };

export type LookedUpType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA';

/** Asks DNS each time: people look here to see whether what they changed a moment ago has arrived. */
export interface RecordLookup {
  /** TXT with its chunks joined, MX as `10 mx.example`, CNAME its target, A and AAAA addresses. */
  find(type: LookedUpType, name: string): Promise<LookupAnswer>;
  /** As the resolver of Node.js answers, rejections included. */
  readonly resolve: (name: string, type: string) => Promise<string[]>;
}

const notThereCodes = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);
/** Two attempts of three seconds bound a verification that a client waits for. */
const timeoutMs = 3_000;
const triesMax = 2;

/** @param servers empty: the system's */
export function createRecordLookup(servers: readonly HostPort[]): RecordLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: triesMax });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  return {
    find: async (type, name) => {
      try {
        return { kind: 'values', values: await valuesOf(resolver, type, name) };
      } catch (error) {
        const code = errorCode(error);
        return notThereCodes.has(code) ? { kind: 'values', values: [] } : { kind: 'unknown', code };
      }
    },
    resolve: (name, type) => resolver.resolve(name, type) as Promise<string[]>,
  };
}

async function valuesOf(resolver: Resolver, type: LookedUpType, name: string): Promise<string[]> {
  switch (type) {
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'A':
      return resolver.resolve4(name);
    case 'AAAA':
      return resolver.resolve6(name);
  }
}
